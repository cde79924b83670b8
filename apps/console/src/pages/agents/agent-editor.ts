import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type Action, useAction } from '../../api/action.ts';
import { get, patch } from '../../api/client.ts';
import type { Flow } from '../../flow/flow.model.ts';
import type { Agent, AgentChanges } from './agent.ts';
import { draftQuery } from './draft-notice.tsx';
import { type FlowEditor, readDraft, useFlowEditor } from './flow/flow-editor.ts';
import { type Settings, type SettingsForm, useSettingsForm } from './settings/settings-form.ts';
import type { OpenVersion } from './test-run.ts';

interface Saving {
  readonly changes: AgentChanges;
  /** The version of the agent that the changes are based on. */
  readonly basis: string;
  /** The flow in the changes. */
  readonly flow?: Flow | undefined;
  /** The settings in the changes. */
  readonly settings?: Settings;
}

/** The draft of an agent, and what happens to it when others change the agent. */
export interface AgentEditor {
  readonly agent: Agent;
  /** What is saved is the draft: calls are made with the published version. */
  readonly isDraft: boolean;
  /** The draft was saved: otherwise it is still the published version. */
  readonly hasDraft: boolean;
  readonly flowEditor: FlowEditor;
  readonly settings: SettingsForm;
  readonly isDirty: boolean;
  /** Somebody changed the agent since this draft was started. */
  readonly isBehind: boolean;
  readonly save: Action<Saving, Agent>;
  readonly saveFlow: () => Promise<boolean>;
  readonly saveSettings: () => Promise<boolean>;
  /** Removes the flow: the agent has a focus from then on. */
  readonly dropFlow: () => Promise<boolean>;
  /** Saves the draft over the changes of others. */
  readonly overwrite: (theirs: Agent) => Promise<boolean>;
  readonly takeTheirs: (theirs: Agent) => void;
  readonly readTheirs: () => Promise<Agent>;
}

export function useAgentEditor(
  agent: Agent,
  { isDraft, hasDraft }: OpenVersion,
  onSaved: (saved: Agent) => void,
): AgentEditor {
  const queries = useQueryClient();
  const keptAs = isDraft ? `${agent.id}.draft` : agent.id;
  const [basis, setBasis] = useState(() => readDraft(sessionStorage, keptAs)?.basis ?? agent.updatedAt);
  const flowEditor = useFlowEditor(agent, basis, keptAs);
  const settings = useSettingsForm(agent);
  const isDirty = flowEditor.isDirty || settings.isDirty;
  const isBehind = agent.updatedAt > basis;

  const save = useAction(
    async ({ changes, basis: at }: Saving) => {
      const path = { id: agent.id };
      if (!isDraft)
        return patch('/agents/{id}', changes, { path, headers: { 'x-parley-if-updated-at': at } });
      const draft = await patch('/agents/{id}/draft', changes, { path });
      queries.setQueryData(draftQuery(agent.id).queryKey, draft);
      return draft.agent;
    },
    { done: isDraft ? 'Draft saved' : 'Saved', invalidates: [['agents']], isQuiet: true },
  );

  const { rebase } = flowEditor;
  const { rebase: rebaseSettings } = settings;
  // Without unsaved changes, the editor follows changes by others.
  useEffect(() => {
    if (!isBehind || isDirty || save.busy) return;
    setBasis(agent.updatedAt);
    rebase(agent);
    rebaseSettings(agent);
  }, [agent, isBehind, isDirty, save.busy, rebase, rebaseSettings]);

  const send = async (saving: Saving): Promise<boolean> => {
    try {
      const saved = await save.runAsync(saving);
      // A request from before the save would return the old agent.
      await queries.cancelQueries({ queryKey: ['agent', agent.id], exact: true });
      setBasis(saved.updatedAt);
      if (saving.flow) flowEditor.saved(saved, saving.flow);
      else flowEditor.rebase(saved);
      if (saving.settings) settings.saved(saved, saving.settings);
      else settings.rebase(saved);
      if (!isDraft) queries.setQueryData(['agent', agent.id], saved);
      onSaved(saved);
      return true;
    } catch {
      // The action shows the error.
      return false;
    }
  };

  return {
    agent,
    isDraft,
    hasDraft,
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
      if (!isDraft) queries.setQueryData(['agent', agent.id], theirs);
    },
    readTheirs: async () =>
      isDraft
        ? (await get('/agents/{id}/draft', { path: { id: agent.id } })).agent
        : get('/agents/{id}', { path: { id: agent.id } }),
  };
}
