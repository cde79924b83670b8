import type { Language } from '@parley/language/language.ts';
import { createContext, useCallback, useContext, useState } from 'react';
import type { Agent, AgentChanges, Focus } from '../agent.ts';

/** The settings in the form: numbers as typed, lists as lines. */
export interface Settings {
  readonly name: string;
  readonly type: Agent['type'];
  readonly language: Language;
  readonly duration: string;
  /** Empty: the service's default. */
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
  /** Empty: no key removes contacts. */
  readonly keypad: { readonly optOut: string; readonly menu: readonly string[] };
  readonly resumeMinutes: string;
  /** Empty: by the country of the number. */
  readonly recordingConsent: NonNullable<Agent['recordingConsent']> | '';
  readonly messages: MessageSettings;
}

type Messages = NonNullable<Agent['messages']>;
export type MessageTemplate = NonNullable<Messages['templates']>[number];

/** How contacts of web calls are invited. */
export interface MessageSettings {
  readonly channel: MessageTemplate['channel'];
  readonly remindAfterHours: string;
  readonly templates: readonly MessageTemplate[];
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
  keypad: { optOut: agent.keypad?.optOut ?? '', menu: agent.keypad?.menu ?? [] },
  resumeMinutes: String(agent.resumeMinutes),
  recordingConsent: agent.recordingConsent ?? '',
  messages: {
    channel: agent.messages?.channel ?? 'EMAIL',
    remindAfterHours: String(agent.messages?.remindAfterHours ?? DEFAULT_REMIND_HOURS),
    templates: agent.messages?.templates ?? [],
  },
});

/** As the service does without a setting. */
const DEFAULT_REMIND_HOURS = 24;

/** The differences, in the API's format. */
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
  keypad: { optOut: now.keypad.optOut || null, menu: withoutBlanks(now.keypad.menu) },
  resumeMinutes: Number(now.resumeMinutes),
  recordingConsent: now.recordingConsent || null,
  messages: {
    channel: now.messages.channel,
    remindAfterHours: Number(now.messages.remindAfterHours),
    templates: now.messages.templates.map(({ subject, ...template }) => ({
      ...template,
      ...(template.channel === 'EMAIL' && subject !== undefined && subject.trim() !== '' && { subject }),
    })),
  },
});

/** Without a key, the service derives one from the label. */
const judgement = ({ key, label, description }: { key: string; label: string; description: string }) => ({
  ...(key === '' ? {} : { key }),
  label,
  description,
});

const withoutBlanks = (lines: readonly string[]): string[] =>
  lines.map((line) => line.trim()).filter((line) => line !== '');

export interface SettingsForm {
  readonly values: Settings;
  readonly set: (change: Partial<Settings>) => void;
  /** The body to send: only changed settings. */
  readonly changes: AgentChanges;
  readonly isDirty: boolean;
  /** The agent was changed elsewhere: settings without unsaved changes follow. */
  readonly rebase: (agent: Agent) => void;
  /** The settings were saved as sent. Changes made since then stay. */
  readonly saved: (agent: Agent, sent: Settings) => void;
  readonly takeTheirs: (agent: Agent) => void;
  readonly discard: () => void;
}

interface State {
  readonly base: Settings;
  readonly values: Settings;
}

export function useSettingsForm(agent: Agent): SettingsForm {
  const [{ base, values }, setState] = useState<State>(() => fresh(agent));
  const changes = changesOf(base, values);
  return {
    values,
    changes,
    isDirty: Object.keys(changes).length > 0,
    set: useCallback(
      (change) => setState((before) => ({ ...before, values: { ...before.values, ...change } })),
      [],
    ),
    rebase: useCallback((other) => setState((before) => follow(before, settingsOf(other))), []),
    saved: useCallback(
      (kept, sent) => setState(({ values: now }) => follow({ base: sent, values: now }, settingsOf(kept))),
      [],
    ),
    takeTheirs: useCallback((theirs) => setState(fresh(theirs)), []),
    discard: () => setState(({ base: saved }) => ({ base: saved, values: saved })),
  };
}

function fresh(agent: Agent): State {
  const base = settingsOf(agent);
  return { base, values: base };
}

/** Unchanged settings take the new values; changed ones stay as typed. */
function follow({ base, values }: State, next: Settings): State {
  const touched = Object.entries(values).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(base[name as keyof Settings]),
  );
  return { base: next, values: { ...next, ...Object.fromEntries(touched) } };
}

interface SettingsContext extends Pick<SettingsForm, 'values' | 'set'> {
  readonly agent: Agent;
  readonly isReadOnly: boolean;
  /** The error of a property, or of an entry of it. */
  readonly errorAt: (path: string) => string | undefined;
}

const Context = createContext<SettingsContext | undefined>(undefined);
export const SettingsProvider = Context.Provider;

export function useSettings(): SettingsContext {
  const desk = useContext(Context);
  if (!desk) throw new Error('There are no settings here');
  return desk;
}
