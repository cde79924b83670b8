import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type Action, useAction } from '../../api/action.ts';
import { get, patch } from '../../api/client.ts';
import type { Flow } from '../../flow/flow.model.ts';
import type { Agent, AgentChanges } from './agent.ts';
import { type FlowEditor, readDraft, useFlowEditor } from './flow/flow-editor.ts';
import { type Settings, type SettingsForm, useSettingsForm } from './settings/settings-form.ts';

interface Saving {
  readonly changes: AgentChanges;
  /** What the sender took the agent to be. */
  readonly basis: string;
  /** The flow that the changes hold. */
  readonly flow?: Flow | undefined;
  /** The settings that they were made of. */
  readonly settings?: Settings;
}

/** An agent on somebody's editor: what they change of it, and what becomes of that when others change it too. */
export interface AgentEditor {
  readonly agent: Agent;
  readonly flowEditor: FlowEditor;
  readonly settings: SettingsForm;
  readonly isDirty: boolean;
  /** Somebody changed the agent since this one was begun. */
  readonly isBehind: boolean;
  readonly save: Action<Saving, Agent>;
  readonly saveFlow: () => Promise<boolean>;
  readonly saveSettings: () => Promise<boolean>;
  /** Takes the flow away: the agent follows a focus from then on. */
  readonly dropFlow: () => Promise<boolean>;
  /** Saves everything that is changed here, over what they have saved. */
  readonly overwrite: (theirs: Agent) => Promise<boolean>;
  readonly takeTheirs: (theirs: Agent) => void;
  readonly readTheirs: () => Promise<Agent>;
}

export function useAgentEditor(agent: Agent): AgentEditor {
  const queries = useQueryClient();
  const [basis, setBasis] = useState(() => readDraft(sessionStorage, agent.id)?.basis ?? agent.updatedAt);
  const flowEditor = useFlowEditor(agent, basis);
  const settings = useSettingsForm(agent);
  const isDirty = flowEditor.isDirty || settings.isDirty;
  const isBehind = agent.updatedAt > basis;

  const save = useAction(
    ({ changes, basis: at }: Saving) =>
      patch('/agents/{id}', changes, {
        path: { id: agent.id },
        headers: { 'x-parley-if-updated-at': at },
      }),
    { done: 'Saved', invalidates: [['agents']], isQuiet: true },
  );

  const { rebase } = flowEditor;
  const { rebase: rebaseSettings } = settings;
  // Who has changed nothing sees what others change as it happens.
  useEffect(() => {
    if (!isBehind || isDirty || save.busy) return;
    setBasis(agent.updatedAt);
    rebase(agent);
    rebaseSettings(agent);
  }, [agent, isBehind, isDirty, save.busy, rebase, rebaseSettings]);

  const send = async (saving: Saving): Promise<boolean> => {
    try {
      const saved = await save.runAsync(saving);
      // What was asked for before the save would show the agent as it was.
      await queries.cancelQueries({ queryKey: ['agent', agent.id], exact: true });
      setBasis(saved.updatedAt);
      if (saving.flow) flowEditor.saved(saved, saving.flow);
      else flowEditor.rebase(saved);
      if (saving.settings) settings.saved(saved, saving.settings);
      else settings.rebase(saved);
      queries.setQueryData(['agent', agent.id], saved);
      return true;
    } catch {
      // The act tells what went wrong.
      return false;
    }
  };

  return {
    agent,
    flowEditor,
    settings,
    isDirty,
    isBehind: isBehind && !save.busy,
    save,
    saveFlow: async () => {
      const { flow, changes } = flowEditor.toSave();
      return flow !== undefined && send({ changes, basis, flow });
    },
    saveSettings: () => send({ changes: settings.changes, basis, settings: settings.values }),
    dropFlow: () => send({ changes: { flow: null, focus: 'GENERIC' }, basis }),
    overwrite: (theirs) => {
      const { flow, changes } = flowEditor.toSave();
      return send({
        changes: { ...(flowEditor.isDirty ? changes : {}), ...settings.changes },
        basis: theirs.updatedAt,
        ...(flowEditor.isDirty ? { flow } : {}),
        ...(settings.isDirty ? { settings: settings.values } : {}),
      });
    },
    takeTheirs: (theirs) => {
      setBasis(theirs.updatedAt);
      save.reset();
      flowEditor.takeTheirs(theirs);
      settings.takeTheirs(theirs);
      queries.setQueryData(['agent', agent.id], theirs);
    },
    readTheirs: () => get('/agents/{id}', { path: { id: agent.id } }),
  };
}
