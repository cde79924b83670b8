import { createContext, useCallback, useContext, useState } from 'react';
import type { Agent, AgentChanges } from '../agent.ts';
import { changesOf, type Settings, settingsOf } from './settings.model.ts';

export interface SettingsForm {
  readonly values: Settings;
  readonly set: (change: Partial<Settings>) => void;
  /** What is to be sent: only what is different. */
  readonly changes: AgentChanges;
  readonly isDirty: boolean;
  /** The agent is another now: what was not touched follows. */
  readonly rebase: (agent: Agent) => void;
  /** The settings were saved as they were sent. What was typed meanwhile stays. */
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

/** Each setting that is as it was follows what it is now; the others stay as they were typed. */
function follow({ base, values }: State, next: Settings): State {
  const touched = Object.entries(values).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(base[name as keyof Settings]),
  );
  return { base: next, values: { ...next, ...Object.fromEntries(touched) } };
}

interface SettingsContext extends Pick<SettingsForm, 'values' | 'set'> {
  readonly agent: Agent;
  readonly isReadOnly: boolean;
  /** What the service said about a property, or about an entry of it. */
  readonly errorAt: (path: string) => string | undefined;
}

const Context = createContext<SettingsContext | undefined>(undefined);
export const SettingsProvider = Context.Provider;

export function useSettings(): SettingsContext {
  const desk = useContext(Context);
  if (!desk) throw new Error('There are no settings here');
  return desk;
}
