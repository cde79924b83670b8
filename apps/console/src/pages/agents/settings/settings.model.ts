import type { Language } from '@parley/language/language.ts';
import type { Agent, AgentChanges, Focus } from '../agent.ts';

/** The settings as a form holds them: numbers are what was typed, lists are lines. */
export interface Settings {
  readonly name: string;
  readonly type: Agent['type'];
  readonly language: Language;
  readonly duration: string;
  /** Empty: the service's own. */
  readonly companyPhoneNumberId: string;
  /** Empty: the agent has a flow. */
  readonly focus: Focus | '';
  readonly instructions: string;
  readonly guardrails: Agent['guardrails'];
  readonly contextConfig: Agent['contextConfig'];
  readonly analyticsConfig: Agent['analyticsConfig'];
  readonly callingWindow: Agent['callingWindow'];
  readonly retryPolicy: { readonly maxAttempts: string; readonly delayMinutes: string };
  readonly voice: { readonly provider: string; readonly voiceId: string; readonly speed: string };
  readonly voicemail: { readonly action: Agent['voicemail']['action']; readonly message: string };
  readonly resumeMinutes: string;
}

export const settingsOf = (agent: Agent): Settings => ({
  name: agent.name,
  type: agent.type,
  language: agent.language,
  duration: String(agent.duration),
  companyPhoneNumberId: agent.companyPhoneNumberId ?? '',
  focus: agent.focus ?? '',
  instructions: agent.instructions ?? '',
  guardrails: agent.guardrails,
  contextConfig: agent.contextConfig,
  analyticsConfig: agent.analyticsConfig,
  callingWindow: agent.callingWindow,
  retryPolicy: {
    maxAttempts: String(agent.retryPolicy.maxAttempts),
    delayMinutes: [agent.retryPolicy.delaySeconds]
      .flat()
      .map((seconds) => seconds / 60)
      .join(', '),
  },
  voice: {
    provider: agent.voice.provider ?? '',
    voiceId: agent.voice.voiceId ?? '',
    speed: String(agent.voice.speed),
  },
  voicemail: { action: agent.voicemail.action, message: agent.voicemail.message ?? '' },
  resumeMinutes: String(agent.resumeMinutes),
});

/** What is different, in the words of the service. */
export function changesOf(before: Settings, now: Settings): AgentChanges {
  const names = Object.keys(now) as (keyof Settings)[];
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(now[name]));
  const sent = inWordsOfTheService(now);
  return Object.fromEntries(changed.map((name) => [name, sent[name]])) as AgentChanges;
}

const inWordsOfTheService = (now: Settings): Readonly<Record<keyof Settings, unknown>> => ({
  ...now,
  name: now.name.trim(),
  duration: Number(now.duration),
  companyPhoneNumberId: now.companyPhoneNumberId || null,
  instructions: now.instructions.trim() === '' ? null : now.instructions,
  guardrails: {
    rules: withoutBlanks(now.guardrails.rules),
    forbiddenTopics: withoutBlanks(now.guardrails.forbiddenTopics),
  },
  analyticsConfig: {
    extractionTargets: now.analyticsConfig.extractionTargets.map(
      ({ key, label, type, description, options }) => ({
        key,
        label,
        type,
        ...(description ? { description } : {}),
        ...(type === 'enum' ? { options: withoutBlanks(options ?? []) } : {}),
      }),
    ),
    outcomes: now.analyticsConfig.outcomes.map(judgement),
    tags: now.analyticsConfig.tags.map(judgement),
  },
  retryPolicy: {
    maxAttempts: Number(now.retryPolicy.maxAttempts),
    delaySeconds: withoutBlanks(now.retryPolicy.delayMinutes.split(',')).map((minutes) =>
      Math.round(Number(minutes) * 60),
    ),
  },
  voice: {
    provider: now.voice.provider.trim() || null,
    voiceId: now.voice.voiceId.trim() || null,
    speed: Number(now.voice.speed),
  },
  voicemail: {
    action: now.voicemail.action,
    message: now.voicemail.message.trim() === '' ? null : now.voicemail.message,
  },
  resumeMinutes: Number(now.resumeMinutes),
});

/** Without a key of its own it gets one from its label. */
const judgement = ({ key, label, description }: { key: string; label: string; description: string }) => ({
  ...(key === '' ? {} : { key }),
  label,
  description,
});

const withoutBlanks = (lines: readonly string[]): string[] =>
  lines.map((line) => line.trim()).filter((line) => line !== '');
