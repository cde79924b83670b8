import {
  type AgentChanges,
  type AgentSettings,
  type AgentView,
  type agentTypes,
  type Focus,
  MAX_AGENT_BYTES,
  type RetryPolicy,
  type SentCallingWindow,
  type SentRetryPolicy,
  type SentVoice,
  type SentVoicemail,
  type Voice,
  type Voicemail,
} from '@parley/contract/agent.ts';
import {
  type AnalyticsConfig,
  type Judged,
  type Judgement,
  MAX_KEY,
  type SentAnalyticsConfig,
} from '@parley/contract/analysis.ts';
import { MAX_SMS, type MessageTemplate, messageTokens } from '@parley/contract/message.ts';
import { type CallingWindow, weekdays } from '@parley/kernel/calling-window.ts';
import { task } from '@parley/kernel/task.ts';
import { searchable } from '@parley/kernel/text.ts';
import type { Language } from '@parley/language/language.ts';
import type { Static } from 'typebox';
import { type Flow, viewFlow } from './flow.model.ts';
import { tokensOf } from './token.model.ts';

const everyDay: CallingWindow = { days: [...weekdays], start: '08:00', end: '20:00' };

export const completeWindow = (sent: Static<typeof SentCallingWindow>): CallingWindow | null =>
  sent === null ? null : { days: sent.days ?? everyDay.days, start: sent.start, end: sent.end };

export const completeRetryPolicy = (sent: Static<typeof SentRetryPolicy>): RetryPolicy => ({
  maxAttempts: sent.maxAttempts ?? 3,
  delaySeconds: sent.delaySeconds ?? [1800, 14_400],
});

export const completeVoice = (sent: Static<typeof SentVoice>): Voice => ({
  provider: sent.provider ?? null,
  voiceId: sent.voiceId ?? null,
  speed: sent.speed ?? 1,
});

const completeVoicemail = (sent: Static<typeof SentVoicemail>): Voicemail => ({
  action: sent.action ?? 'HANG_UP',
  message: sent.message ?? null,
});

export function dialingViolations(sent: {
  callingWindow: CallingWindow | null | undefined;
  retryPolicy: RetryPolicy | undefined;
}): string[] {
  const { callingWindow, retryPolicy } = sent;
  const isNeverOpen = callingWindow != null && callingWindow.start === callingWindow.end;
  const hasNoDelay =
    Array.isArray(retryPolicy?.delaySeconds) &&
    retryPolicy.delaySeconds.length === 0 &&
    retryPolicy.maxAttempts > 1;
  return [
    ...(isNeverOpen ? ['callingWindow.end must differ from callingWindow.start'] : []),
    ...(hasNoDelay ? ['retryPolicy.delaySeconds must have an entry when there are retries'] : []),
  ];
}

/** The whole configuration: nothing is left out, and every entry has its key. */
const completeAnalytics = (sent: SentAnalyticsConfig): AnalyticsConfig => ({
  extractionTargets: sent.extractionTargets ?? [],
  outcomes: keyed(sent.outcomes),
  tags: keyed(sent.tags),
});

const keyed = (entries: Static<typeof Judgement>[] = []): Static<typeof Judged>[] =>
  entries.map(({ key, ...entry }) => ({ key: key ?? snakeCase(entry.label), ...entry }));

/** "Möchte mehr wissen?" is mochte_mehr_wissen. Letters of every script stay, so that every label has a key. */
function snakeCase(label: string): string {
  const words =
    searchable(label)
      .normalize('NFC')
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...words.join('_')].slice(0, MAX_KEY).join('');
}

/** Keys that two entries of a list share, or that a label could not give. */
const analyticsViolations = (config: AnalyticsConfig): string[] =>
  (['extractionTargets', 'outcomes', 'tags'] as const).flatMap((list) => {
    const keys = config[list].map(({ key }) => key);
    return keys.flatMap((key, index) => {
      const path = `analyticsConfig.${list}[${index}].key`;
      if (key === '') return [`${path} is required: the label has no letter or digit to make it from`];
      return keys.indexOf(key) < index ? [`${path} is the key of another entry of ${list}`] : [];
    });
  });

function templateViolations(
  template: MessageTemplate,
  index: number,
  all: readonly MessageTemplate[],
): string[] {
  const path = `messages.templates[${index}]`;
  const { kind, channel, language } = template;
  const isDouble = all
    .slice(0, index)
    .some((one) => one.kind === kind && one.channel === channel && one.language === language);
  return [
    ...(isDouble ? [`${path} has the kind, channel and language of another template`] : []),
    ...messageViolations(template, `${path}.`),
  ];
}

/** A message without its link reaches nobody, and a token that means nothing would be read by the contact. */
export function messageViolations(
  { channel, subject, text }: Pick<MessageTemplate, 'channel' | 'subject' | 'text'>,
  prefix: string,
): string[] {
  const known: readonly string[] = messageTokens;
  const unknown = (part: string, words: string) =>
    [...new Set(tokensOf(words))]
      .filter((token) => !known.includes(token))
      .map((token) => `${prefix}${part} has the unknown token {{${token}}}: use one of ${known.join(', ')}`);
  return [
    ...unknown('subject', subject ?? ''),
    ...unknown('text', text),
    ...(tokensOf(text).includes('link') ? [] : [`${prefix}text must have the token {{link}}`]),
    ...(channel === 'SMS' && subject !== undefined ? [`${prefix}subject is for mails only`] : []),
    ...(channel === 'SMS' && text.length > MAX_SMS
      ? [`${prefix}text of an SMS must have at most ${MAX_SMS} characters`]
      : []),
  ];
}

/** The agent's calling window was changed: the calls that wait are moved into it. A million take some minutes. */
export const moveIntoWindowTask = task<{ companyId: string; agentId: string }>('move-into-window', {
  retries: 10,
  expireSeconds: 3600,
});

const DEFAULT_FOCUS: Focus = 'SCREENING';

/** What a version fixes. */
export interface AgentContent {
  readonly name: string;
  readonly type: (typeof agentTypes)[number];
  readonly language: Language;
  readonly duration: number;
  readonly companyPhoneNumberId: string | null;
  /** Either a focus or a flow. */
  readonly focus: Focus | null;
  readonly flow: Flow | null;
  readonly instructions: string | null;
  readonly settings: AgentSettings;
}

/** An agent as it is in one of its versions. */
export interface Agent extends AgentContent {
  readonly id: string;
  readonly versionId: string;
  readonly createdAt: Date;
  /** When the version was made. */
  readonly updatedAt: Date;
}

export const viewAgent = (agent: Agent): AgentView => ({
  id: agent.id,
  schemaVersion: 1,
  custom: agent.flow !== null,
  name: agent.name,
  type: agent.type,
  language: agent.language,
  duration: agent.duration,
  companyPhoneNumberId: agent.companyPhoneNumberId,
  ...(agent.focus === null ? {} : { focus: agent.focus }),
  ...(agent.flow === null ? {} : { flow: viewFlow(agent.flow) }),
  instructions: agent.instructions,
  ...agent.settings,
  createdAt: agent.createdAt.toISOString(),
  updatedAt: agent.updatedAt.toISOString(),
});

/** What an agent is before anything is said about it. */
export const blankAgent: AgentContent = {
  name: '',
  type: 'PHONE',
  language: 'EN',
  duration: 15,
  companyPhoneNumberId: null,
  focus: DEFAULT_FOCUS,
  flow: null,
  instructions: null,
  settings: {
    guardrails: { rules: [], forbiddenTopics: [] },
    contextConfig: { useContactContext: false },
    analyticsConfig: completeAnalytics({}),
    callingWindow: everyDay,
    retryPolicy: completeRetryPolicy({}),
    voice: completeVoice({}),
    voicemail: completeVoicemail({}),
    resumeMinutes: 10,
  },
};

/**
 * The agent with each property that was sent replaced as a whole. `flow` is the one that was sent, once it was
 * read: null takes the flow away, undefined leaves it.
 */
export function withChanges(
  agent: AgentContent,
  sent: AgentChanges,
  flow: Flow | null | undefined,
): AgentContent {
  const { name, type, language, duration, companyPhoneNumberId, instructions } = sent;
  const flowThen = flow === undefined ? agent.flow : flow;
  return {
    name: name ?? agent.name,
    type: type ?? agent.type,
    language: language ?? agent.language,
    duration: duration ?? agent.duration,
    companyPhoneNumberId:
      companyPhoneNumberId === undefined
        ? agent.companyPhoneNumberId
        : (companyPhoneNumberId?.toLowerCase() ?? null),
    focus: flowThen === null ? (sent.focus ?? agent.focus ?? DEFAULT_FOCUS) : null,
    flow: flowThen,
    instructions: instructions === undefined ? agent.instructions : instructions,
    settings: changedSettings(agent.settings, sent),
  };
}

/** A null takes back what was said about the recording. */
function changedSettings(settings: AgentSettings, sent: AgentChanges): AgentSettings {
  const { recordingConsent, ...others } = { ...settings, ...sentSettings(sent) };
  return recordingConsent === undefined || sent.recordingConsent === null
    ? others
    : { ...others, recordingConsent };
}

const sentSettings = (sent: AgentChanges): Partial<AgentSettings> => ({
  ...(sent.guardrails && {
    guardrails: {
      rules: sent.guardrails.rules ?? [],
      forbiddenTopics: sent.guardrails.forbiddenTopics ?? [],
    },
  }),
  ...(sent.contextConfig && {
    contextConfig: { useContactContext: sent.contextConfig.useContactContext ?? false },
  }),
  ...(sent.analyticsConfig && { analyticsConfig: completeAnalytics(sent.analyticsConfig) }),
  ...(sent.callingWindow !== undefined && { callingWindow: completeWindow(sent.callingWindow) }),
  ...(sent.retryPolicy && { retryPolicy: completeRetryPolicy(sent.retryPolicy) }),
  ...(sent.voice && { voice: completeVoice(sent.voice) }),
  ...(sent.voicemail && { voicemail: completeVoicemail(sent.voicemail) }),
  ...(sent.keypad && { keypad: sent.keypad }),
  ...(sent.resumeMinutes !== undefined && { resumeMinutes: sent.resumeMinutes }),
  ...(sent.recordingConsent && { recordingConsent: sent.recordingConsent }),
  ...(sent.messages && { messages: sent.messages }),
});

export const agentBytes = ({ name, flow, instructions, settings }: Agent): number =>
  Buffer.byteLength(JSON.stringify([name, flow, instructions, settings]));

/** Each text has a limit of its own; this one is for all of them together. */
export function sizeViolations(agent: Agent): string[] {
  const bytes = agentBytes(agent);
  return bytes <= MAX_AGENT_BYTES
    ? []
    : [
        `body makes an agent of ${bytes} bytes: flow, instructions and settings together may have at most ${MAX_AGENT_BYTES}`,
      ];
}

/** What the schema cannot say about a request; each entry begins with its property. */
export function agentViolations(sent: AgentChanges): string[] {
  const { analyticsConfig, callingWindow, retryPolicy } = sentSettings(sent);
  return [
    ...(analyticsConfig ? analyticsViolations(analyticsConfig) : []),
    ...dialingViolations({ callingWindow, retryPolicy }),
    ...(sent.messages?.templates ?? []).flatMap(templateViolations),
  ];
}
