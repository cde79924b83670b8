import { useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { get } from '../../../api/client.ts';
import { formErrors } from '../../../api/form-errors.ts';
import { useHasRole } from '../../../api/me.ts';
import { Button } from '../../../components/button.tsx';
import { CheckField, LinesField, TextArea } from '../../../components/field.tsx';
import { Section } from '../../../components/page.tsx';
import { DocumentList, DocumentUploader, documentsPauseMs } from '../../../documents/document-list.tsx';
import type { AgentEditor } from '../agent-editor.ts';
import { AnalyticsSettings } from './analytics-settings.tsx';
import { BasicSettings } from './basic-settings.tsx';
import { CallingSettings } from './calling-settings.tsx';
import { KeypadSettings } from './keypad-settings.tsx';
import { MessageSettingsSection } from './message-settings.tsx';
import { SettingsProvider, useSettings } from './settings-form.ts';
import { VoiceSettings } from './voice-settings.tsx';

/** The settings of an agent. Nothing is sent before it is saved. */
export function SettingsTab({
  editor,
  isReadOnly,
}: {
  readonly editor: AgentEditor;
  readonly isReadOnly: boolean;
}) {
  const { settings, save, saveSettings } = editor;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (settings.isDirty) void saveSettings();
  };
  // A conflict has its own dialog.
  const failure = save.failure?.status === 409 ? undefined : save.failure;
  const violations = failure?.violations ?? [];
  const errors = formErrors(failure, () => true);
  // An error of an entry is shown at its list.
  const errorAt = (path: string): string | undefined =>
    errors.at(path) ?? errors.at(violations.find((one) => one.path.startsWith(`${path}[`))?.path ?? path);
  const count = violations.filter(({ path }) => !path.startsWith('flow')).length;
  return (
    <SettingsProvider value={{ ...settings, errorAt, isReadOnly, agent: editor.agent }}>
      <div className="flex max-w-4xl flex-col gap-5">
        <form onSubmit={submit}>
          <fieldset disabled={isReadOnly} className="flex flex-col gap-5">
            <legend className="sr-only">Settings</legend>
            <BasicSettings onDropFlow={editor.dropFlow} canDrop={!editor.isDirty} />
            <KnowledgeSettings />
            <CallingSettings />
            {settings.values.type === 'ONLINE' && <MessageSettingsSection />}
            <VoiceSettings />
            {settings.values.type === 'PHONE' && <KeypadSettings />}
            <AnalyticsSettings />
          </fieldset>
          {!isReadOnly && (
            <div className="sticky bottom-0 mt-4 flex flex-wrap items-center gap-2 border-t border-line bg-ground py-3">
              <span role="status" className="me-auto text-xs text-soft">
                {settings.isDirty ? 'Unsaved changes' : 'Saved'}
              </span>
              {count > 0 && (
                <p role="alert" className="text-xs text-bad">
                  Not saved: {count === 1 ? 'one setting is' : `${count} settings are`} invalid. Fix the
                  fields marked in red.
                </p>
              )}
              {settings.isDirty && (
                <Button look="quiet" onClick={settings.discard}>
                  Discard changes
                </Button>
              )}
              <Button type="submit" look="primary" busy={save.busy} disabled={!settings.isDirty}>
                Save settings
              </Button>
            </div>
          )}
        </form>
        <AgentDocuments agentId={editor.agent.id} />
      </div>
    </SettingsProvider>
  );
}

/** The agent's instructions and rules. */
function KnowledgeSettings() {
  const { values, set, errorAt } = useSettings();
  const { guardrails } = values;
  return (
    <Section title="Knowledge and rules">
      <div className="flex flex-col gap-4">
        <TextArea
          label="Instructions"
          hint="Background that the agent may refer to: opening hours, prices, who you are."
          rows={5}
          value={values.instructions}
          error={errorAt('instructions')}
          onChange={(event) => set({ instructions: event.target.value })}
        />
        <CheckField
          label="Use contact data"
          hint="The agent gets the essential fields of the contact and can look up the others during the call."
          checked={values.contextConfig.useContactContext}
          onChange={(event) => set({ contextConfig: { useContactContext: event.target.checked } })}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <LinesField
            label="Rules"
            hint="One per line, up to 50."
            lines={guardrails.rules}
            error={errorAt('guardrails.rules')}
            onChange={(rules) => set({ guardrails: { ...guardrails, rules } })}
          />
          <LinesField
            label="Forbidden topics"
            hint="One per line, up to 50."
            lines={guardrails.forbiddenTopics}
            error={errorAt('guardrails.forbiddenTopics')}
            onChange={(forbiddenTopics) => set({ guardrails: { ...guardrails, forbiddenTopics } })}
          />
        </div>
      </div>
    </Section>
  );
}

/** Documents that the agent may look up in every call. Files are uploaded at once, independent of the form. */
function AgentDocuments({ agentId }: { readonly agentId: string }) {
  const mayWrite = useHasRole('member');
  const owner = { kind: 'agent', id: agentId } as const;
  const documents = useQuery({
    queryKey: ['agent', agentId, 'documents'],
    queryFn: ({ signal }) =>
      get('/agents/{id}/documents', { path: { id: agentId }, query: { limit: 100 }, signal }),
    refetchInterval: ({ state }) => documentsPauseMs(state.data?.data),
  });
  return (
    <Section title="Documents">
      <div className="flex flex-col gap-4">
        <p className="text-soft">The agent can look things up in them during every call.</p>
        <DocumentList
          owner={owner}
          documents={documents.data?.data}
          error={documents.error}
          onRetry={() => void documents.refetch()}
        />
        {mayWrite && (
          <DocumentUploader
            owner={owner}
            kind="document"
            label="Add document"
            hint="PDF, DOCX, TXT, MD, HTML or CSV, up to 20 MiB"
          />
        )}
      </div>
    </Section>
  );
}
