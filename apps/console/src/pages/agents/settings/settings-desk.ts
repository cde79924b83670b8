import { createContext, useContext } from 'react';
import type { Agent } from '../agent.ts';
import type { SettingsForm } from './settings-form.ts';

export interface SettingsDesk extends Pick<SettingsForm, 'values' | 'set'> {
  readonly agent: Agent;
  readonly isReadOnly: boolean;
  /** What the service said about a property, or about an entry of it. */
  readonly errorAt: (path: string) => string | undefined;
}

const Context = createContext<SettingsDesk | undefined>(undefined);
export const SettingsDeskProvider = Context.Provider;

export function useSettingsDesk(): SettingsDesk {
  const desk = useContext(Context);
  if (!desk) throw new Error('There are no settings here');
  return desk;
}
