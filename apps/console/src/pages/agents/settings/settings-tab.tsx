import type { FormEvent } from 'react';
import { formErrors } from '../../../api/form-errors.ts';
import { Button } from '../../../components/button.tsx';
import type { AgentEditor } from '../agent-editor.ts';
import { AnalyticsSettings } from './analytics-settings.tsx';
import { BasicSettings, VoiceSettings } from './basic-settings.tsx';
import { CallingSettings } from './calling-settings.tsx';
import { AgentDocuments, KnowledgeSettings } from './knowledge-settings.tsx';
import { SettingsProvider } from './settings-form.ts';

/** Everything that an agent has beside its flow. Nothing is sent before it is saved. */
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
  // Who was too late is told so in a dialog.
  const failure = save.failure?.status === 409 ? undefined : save.failure;
  const violations = failure?.violations ?? [];
  const errors = formErrors(failure, () => true);
  // An entry of a list of lines is told at the list.
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
            <VoiceSettings />
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
