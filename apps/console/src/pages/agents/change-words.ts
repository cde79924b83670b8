import type { AnswerKind } from '@parley/contract/flow.ts';
import { comparisonWords } from '@parley/kernel/condition-words.ts';
import { propertyWords } from '../../api/form-errors.ts';
import { channelWords, focusWords, languageWords } from './agent.ts';
import { answerWords } from './flow/answer-fields.tsx';

/** Settings as the form calls them, each also as a whole group. */
export const settingLabels: Readonly<Record<string, string>> = {
  name: 'Name',
  type: 'Channel',
  language: 'Language',
  duration: 'Maximum minutes',
  companyPhoneNumberId: 'Caller ID',
  focus: 'Focus',
  instructions: 'Instructions',
  guardrails: 'Rules and forbidden topics',
  'guardrails.rules': 'Rules',
  'guardrails.forbiddenTopics': 'Forbidden topics',
  contextConfig: 'Use contact data',
  'contextConfig.useContactContext': 'Use contact data',
  analyticsConfig: 'Call analysis',
  'analyticsConfig.extractionTargets': 'Call analysis: values',
  'analyticsConfig.outcomes': 'Call analysis: outcomes',
  'analyticsConfig.tags': 'Call analysis: tags',
  callingWindow: 'Calling hours',
  'callingWindow.days': 'Calling hours: days',
  'callingWindow.start': 'Calling hours: from',
  'callingWindow.end': 'Calling hours: until',
  retryPolicy: 'Retries',
  'retryPolicy.maxAttempts': 'Maximum attempts',
  'retryPolicy.delaySeconds': 'Minutes between attempts',
  voice: 'Voice',
  'voice.provider': 'Voice provider',
  'voice.voiceId': 'Voice id',
  'voice.speed': 'Voice speed',
  voicemail: 'Voicemail',
  'voicemail.action': 'When voicemail answers',
  'voicemail.message': 'Voicemail message',
  keypad: 'Telephone keys',
  'keypad.optOut': 'Key to never be called again',
  'keypad.menu': 'Choices in telephone menus',
  resumeMinutes: 'Reconnect time in minutes',
  recordingConsent: 'Consent to the recording',
  messages: 'Invitations and reminders',
  'messages.channel': 'Invite by',
  'messages.remindAfterHours': 'Remind after hours',
  'messages.templates': 'Texts of invitations and reminders',
};

/** Properties of the parts of a flow as the editor calls them. */
export const flowLabels: Readonly<Record<string, string>> = {
  type: 'Kind',
  title: 'Title',
  text: 'Text',
  prompt: 'What to talk about',
  question: 'Question',
  idealAnswer: 'Ideal answer',
  answer: 'Answer type',
  importance: 'Scoring',
  weight: 'Weight',
  key: 'Key',
  name: 'Branch name',
  condition: 'Condition',
  defaultBranch: 'If no condition is met',
  message: 'Message before the handoff',
  phoneNumber: 'Phone number',
  destinations: 'Phone numbers',
};

export const settingWords = (name: string): string => settingLabels[name] ?? propertyWords(name);

interface Named {
  readonly part: 'flow' | 'settings';
  readonly path: string;
  readonly property: string | null;
}

/** What changed: a setting, a part of the flow by its titles, or a property of such a part. */
export function changedWords({ part, path, property }: Named): string {
  if (property === null) return path;
  if (part === 'settings') return settingWords(property);
  return path.slice(0, -property.length) + (flowLabels[property] ?? propertyWords(property));
}

const codes: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  type: channelWords,
  focus: focusWords,
  'voicemail.action': { HANG_UP: 'Hang up', LEAVE_MESSAGE: 'Leave a message' },
  recordingConsent: { announce: 'Announce the recording', ask: 'Ask before the flow', none: 'Neither' },
  importance: { REQUIRED: 'Required', HIGH: 'High', MEDIUM: 'Medium', LOW: 'Low' },
  'messages.channel': { EMAIL: 'E-mail', SMS: 'SMS' },
};

type Wording = (value: never) => string;
const list: Wording = (items: readonly string[]) => items.join('; ');

/** Values that the API gives as JSON. */
const wordings: Readonly<Record<string, Wording>> = {
  'contextConfig.useContactContext': (isUsed: boolean) => (isUsed ? 'Yes' : 'No'),
  'guardrails.rules': list,
  'guardrails.forbiddenTopics': list,
  'keypad.menu': list,
  'callingWindow.days': (days: readonly string[]) =>
    days.map((day) => day.charAt(0) + day.slice(1).toLowerCase()).join(', '),
  // The form has minutes.
  'retryPolicy.delaySeconds': (seconds: number | readonly number[]) =>
    [seconds]
      .flat()
      .map((one) => Number((one / 60).toFixed(2)))
      .join(', '),
  answer: ({ type, options }: { type: AnswerKind; options?: readonly string[] }) =>
    options ? `${answerWords(type)}: ${options.join(', ')}` : answerWords(type),
  condition: (condition: {
    type: string;
    description: string;
    field: string;
    operator: 'EQUALS';
    value: unknown;
  }) =>
    condition.type === 'intent'
      ? condition.description
      : comparisonWords(condition.field, condition.operator, condition.value),
};

/** A value before or after a change, as the form shows it. */
export function valueWords({ part, property }: Named, value: string): string {
  if (property === null) return value;
  if (part === 'settings' && property === 'language') return languageWords(value as 'EN');
  const code = part === 'flow' && property === 'type' ? undefined : codes[property]?.[value];
  const wording = wordings[property];
  return code ?? (wording === undefined ? value : inWords(wording, value));
}

/** A value before and after a change; as it is stored where both read the same in words. */
export function changeWords(
  change: Named & { before: string | null; after: string | null },
): [string, string] {
  const { before, after } = change;
  const words = (value: string | null) => (value === null ? '' : valueWords(change, value));
  return words(before) === words(after) ? [before ?? '', after ?? ''] : [words(before), words(after)];
}

function inWords(wording: Wording, json: string): string {
  try {
    return wording(JSON.parse(json) as never);
  } catch {
    return json;
  }
}
