import { useState } from 'react';
import { useAction } from '../../api/action.ts';
import { patch } from '../../api/client.ts';
import { useHasRole } from '../../api/me.ts';
import { CheckField, SelectField, TextField } from '../../components/field.tsx';
import { ChangesForm } from '../../components/form.tsx';
import { everyDay, WindowFields } from '../agents/settings/calling-settings.tsx';
import type { Run } from './run.ts';
import { draftOf, type SettingsDraft, settingsOf } from './run-settings-draft.ts';

const shown = [
  'callingWindow.days',
  'callingWindow.start',
  'callingWindow.end',
  'retryPolicy.maxAttempts',
  'retryPolicy.delaySeconds',
  'pace.callsPerMinute',
  'pace.rampUpMinutes',
  'limits.perContactPerDay',
  'limits.perNumberPerDay',
  'alarm.answerRateBelow',
  'alarm.failureRateAbove',
  'alarm.minutesAbove',
].map((path) => `settings.${path}`);

/** How the run calls, where it differs from the agent. */
export function RunSettings({ run }: { readonly run: Run }) {
  const [draft, setDraft] = useState<SettingsDraft>(() => draftOf(run.settings));
  const set = (change: Partial<SettingsDraft>) => setDraft((before) => ({ ...before, ...change }));
  const isReadOnly = !useHasRole('member');
  const save = useAction(
    (sent: SettingsDraft) =>
      patch('/runs/{id}', { settings: settingsOf(sent) as never }, { path: { id: run.id } }),
    {
      isQuiet: true,
      invalidates: [['run', run.id], ['runs']],
      done: 'Saved. Waiting calls follow these settings',
    },
  );
  const errorAt = (path: string) => save.errorAt(`settings.${path}`);
  const field = (name: keyof SettingsDraft, path: string, label: string, hint: string) => (
    <TextField
      label={label}
      hint={hint}
      inputMode="decimal"
      value={draft[name] as string}
      error={errorAt(path)}
      onChange={({ target }) => set({ [name]: target.value })}
    />
  );
  const isChanged =
    !isReadOnly && JSON.stringify(settingsOf(draft)) !== JSON.stringify(settingsOf(draftOf(run.settings)));
  return (
    <fieldset disabled={isReadOnly} className="contents">
      <ChangesForm title="How this run calls" draft={draft} isChanged={isChanged} save={save} shown={shown}>
        <p className="text-soft">An empty field leaves it to the agent.</p>
        <SelectField
          label="Calling hours"
          choices={[
            { value: 'agent', words: 'The hours of the agent' },
            { value: 'own', words: 'Hours of this run' },
            { value: 'any', words: 'Any time' },
          ]}
          value={draft.callingWindow === undefined ? 'agent' : draft.callingWindow === null ? 'any' : 'own'}
          onChange={({ target: { value } }) =>
            set({ callingWindow: value === 'agent' ? undefined : value === 'any' ? null : everyDay })
          }
        />
        {draft.callingWindow && (
          <WindowFields
            window={draft.callingWindow}
            errorAt={errorAt}
            onChange={(callingWindow) => set({ callingWindow })}
          />
        )}
        <div className="grid gap-4 sm:grid-cols-2">
          {field('callsPerMinute', 'pace.callsPerMinute', 'Calls per minute', 'The maximum, spread evenly.')}
          {field(
            'rampUpMinutes',
            'pace.rampUpMinutes',
            'Ramp-up in minutes',
            'How long the pace rises after the launch.',
          )}
          {field(
            'perContactPerDay',
            'limits.perContactPerDay',
            'Calls per contact a day',
            'Counts the calls of all runs.',
          )}
          {field(
            'perNumberPerDay',
            'limits.perNumberPerDay',
            'Calls per phone number a day',
            'Also when several contacts share it.',
          )}
          {field('maxAttempts', 'retryPolicy.maxAttempts', 'Maximum attempts', 'Including the first call.')}
          {field(
            'delayMinutes',
            'retryPolicy.delaySeconds',
            'Minutes between attempts',
            'One per retry, separated by commas: 30, 240.',
          )}
          <SelectField
            label="Priority"
            hint="Decides which run goes first when there are not enough lines for all."
            choices={[
              { value: 'HIGH', words: 'High' },
              { value: 'NORMAL', words: 'Normal' },
              { value: 'LOW', words: 'Low' },
            ]}
            value={draft.priority}
            onChange={({ target }) => set({ priority: target.value as SettingsDraft['priority'] })}
          />
        </div>
        <h3 className="font-medium">Alarm</h3>
        <p className="text-soft">
          Owners get a mail and webhooks an event when the run goes badly. Shares count from 20 calls on.
        </p>
        <div className="grid gap-4 sm:grid-cols-3">
          {field(
            'answerRateBelow',
            'alarm.answerRateBelow',
            'Answered calls below, %',
            'Of the calls that ended.',
          )}
          {field(
            'failureRateAbove',
            'alarm.failureRateAbove',
            'Failed calls above, %',
            'For technical reasons.',
          )}
          {field('minutesAbove', 'alarm.minutesAbove', 'Minutes above', 'Of calls that were answered.')}
        </div>
        <CheckField
          label="Pause the run on an alarm"
          checked={draft.pause}
          onChange={({ target }) => set({ pause: target.checked })}
        />
      </ChangesForm>
    </fieldset>
  );
}
