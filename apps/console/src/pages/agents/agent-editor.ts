import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type Action, useAction } from '../../api/action.ts';
import { patch } from '../../api/client.ts';
import type { Flow } from '../../flow/flow.model.ts';
import { agentQuery } from '../conversations/conversation.tsx';
import type { Agent, AgentChanges } from './agent.ts';
import { type Draft, draftQuery } from './draft-notice.tsx';
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

interface Basis {
  /** `updatedAt` of the state that changes are based on. */
  readonly at: string;
  /** That of the state before the last save, which the page shows until it has read the saved one. */
  readonly replaced?: string;
}

interface Saved {
  readonly agent: Agent;
  /** What the page's query reads. */
  readonly data: Agent | Draft;
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
  readonly save: Action<Saving, Saved>;
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
  const [{ at: basis, replaced }, setBasis] = useState<Basis>(() => ({
    at: readDraft(sessionStorage, keptAs)?.basis ?? agent.updatedAt,
  }));
  const flowEditor = useFlowEditor(agent, basis, keptAs);
  const settings = useSettingsForm(agent);
  const isDirty = flowEditor.isDirty || settings.isDirty;
  // Not only later: without the draft that was discarded, the agent is the published version again.
  const isBehind = agent.updatedAt !== basis && agent.updatedAt !== replaced;
  const own = isDraft ? draftQuery(agent.id) : agentQuery(agent.id);

  const save = useAction(
    async ({ changes, basis: at }: Saving): Promise<Saved> => {
      const sent = { path: { id: agent.id }, headers: { 'x-parley-if-updated-at': at } };
      if (!isDraft) {
        const saved = await patch('/agents/{id}', changes, sent);
        return { agent: saved, data: saved };
      }
      const draft = await patch('/agents/{id}/draft', changes, sent);
      return { agent: draft.agent, data: draft };
    },
    { done: isDraft ? 'Draft saved' : 'Saved', invalidates: [['agents']], isQuiet: true },
  );

  const isShown = agent.updatedAt === basis;
  useEffect(() => {
    if (isShown) setBasis(({ at }) => ({ at }));
  }, [isShown]);

  const { rebase } = flowEditor;
  const { rebase: rebaseSettings } = settings;
  // Without unsaved changes, the editor follows changes by others.
  useEffect(() => {
    if (!isBehind || isDirty || save.busy) return;
    setBasis({ at: agent.updatedAt });
    rebase(agent);
    rebaseSettings(agent);
  }, [agent, isBehind, isDirty, save.busy, rebase, rebaseSettings]);

  const send = async (saving: Saving): Promise<boolean> => {
    try {
      const { agent: saved, data } = await save.runAsync(saving);
      // A request from before the save would return the old agent.
      await queries.cancelQueries({ queryKey: own.queryKey, exact: true });
      setBasis({ at: saved.updatedAt, replaced: agent.updatedAt });
      if (saving.flow) flowEditor.saved(saved, saving.flow);
      else flowEditor.rebase(saved);
      if (saving.settings) settings.saved(saved, saving.settings);
      else settings.rebase(saved);
      queries.setQueryData<unknown>(own.queryKey, data);
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
      setBasis({ at: theirs.updatedAt });
      save.reset();
      flowEditor.takeTheirs(theirs);
      settings.takeTheirs(theirs);
    },
    // Into the page's own queries: they are what the editor follows.
    readTheirs: async () => {
      const draft = isDraft ? await queries.fetchQuery({ ...draftQuery(agent.id), staleTime: 0 }) : null;
      return draft?.agent ?? queries.fetchQuery({ ...agentQuery(agent.id), staleTime: 0 });
    },
  };
}
