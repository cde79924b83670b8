import type {
  AgentChanges,
  AgentSettings,
  AgentView,
  agentTypes,
  Focus,
  RetryPolicy,
  SentCallingWindow,
  SentRetryPolicy,
  SentVoice,
  SentVoicemail,
  Voice,
  Voicemail,
} from '@parley/contract/agent.ts';
import {
  type AnalyticsConfig,
  type Judged,
  type Judgement,
  MAX_KEY,
  type SentAnalyticsConfig,
} from '@parley/contract/analysis.ts';
import { type CallingWindow, weekdays } from '@parley/kernel/calling-window.ts';
import { task } from '@parley/kernel/task.ts';
import { searchable } from '@parley/kernel/text.ts';
import type { Language } from '@parley/language/language.ts';
import type { Static } from 'typebox';
import { type Flow, viewFlow } from './flow.model.ts';

const everyDay: CallingWindow = { days: [...weekdays], start: '08:00', end: '20:00' };

const completeWindow = (sent: Static<typeof SentCallingWindow>): CallingWindow | null =>
  sent === null ? null : { days: sent.days ?? everyDay.days, start: sent.start, end: sent.end };

const completeRetryPolicy = (sent: Static<typeof SentRetryPolicy>): RetryPolicy => ({
  maxAttempts: sent.maxAttempts ?? 3,
  delaySeconds: sent.delaySeconds ?? [1800, 14_400],
});

const completeVoice = (sent: Static<typeof SentVoice>): Voice => ({
  provider: sent.provider ?? null,
  voiceId: sent.voiceId ?? null,
  speed: sent.speed ?? 1,
});

const completeVoicemail = (sent: Static<typeof SentVoicemail>): Voicemail => ({
  action: sent.action ?? 'HANG_UP',
  message: sent.message ?? null,
});

function dialingViolations(sent: {
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
    settings: { ...agent.settings, ...sentSettings(sent) },
  };
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
  ...(sent.resumeMinutes !== undefined && { resumeMinutes: sent.resumeMinutes }),
});

/** What the schema cannot say about a request; each entry begins with its property. */
export function agentViolations(sent: AgentChanges): string[] {
  const { analyticsConfig, callingWindow, retryPolicy } = sentSettings(sent);
  return [
    ...(analyticsConfig ? analyticsViolations(analyticsConfig) : []),
    ...dialingViolations({ callingWindow, retryPolicy }),
  ];
}
