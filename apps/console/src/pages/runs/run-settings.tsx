import { useState } from 'react';
import { useAction } from '../../api/action.ts';
import { patch } from '../../api/client.ts';
import { useHasRole } from '../../api/me.ts';
import { CheckField, SelectField, TextField } from '../../components/field.tsx';
import { ChangesForm } from '../../components/form.tsx';
import { everyDay, WindowFields } from '../agents/settings/calling-settings.tsx';
import { decimals, unitWords, usePrice } from '../usage/price.ts';
import type { Run } from './run.ts';
import { draftOf, lacksLimit, type SettingsDraft, settingsOf } from './run-settings-draft.ts';

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
  'alarm.spendAbove.amount',
  'alarm.spendAbove.unit',
  'alarm.spendAbove',
  'alarm.minCalls',
  'alarm',
].map((path) => `settings.${path}`);

/** What the calls may cost, in the unit of the plan; a limit that was set in another unit keeps it until it is changed. */
function SpendField({
  draft: { spendAbove, spendUnit },
  onChange,
  errorAt,
}: {
  readonly draft: SettingsDraft;
  readonly onChange: (change: Partial<SettingsDraft>) => void;
  readonly errorAt: (path: string) => string | undefined;
}) {
  const price = usePrice();
  const unit = spendAbove === '' ? price?.unit : (spendUnit ?? price?.unit);
  return (
    <TextField
      label={unit === 'CREDITS' ? 'Credits above' : unit === undefined ? 'Cost above' : `Cost above, ${unit}`}
      hint={
        price === undefined
          ? ''
          : price === null
            ? 'The plan has no price for a minute.'
            : `Of answered calls, at ${price.perMinute.toLocaleString(undefined, decimals)} ${unitWords(price.unit)} a minute.`
      }
      inputMode="decimal"
      disabled={price == null && spendAbove === ''}
      value={spendAbove}
      error={
        errorAt('alarm.spendAbove.amount') ?? errorAt('alarm.spendAbove.unit') ?? errorAt('alarm.spendAbove')
      }
      onChange={({ target }) => onChange({ spendAbove: target.value, spendUnit: price?.unit ?? spendUnit })}
    />
  );
}

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
            hint="Decides which run goes first when there are not enough call slots for all."
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
          Owners get a mail and webhooks an event when the run crosses one of these limits.
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
          <SpendField draft={draft} onChange={set} errorAt={errorAt} />
          {field(
            'minCalls',
            'alarm.minCalls',
            'Calls before shares count',
            'Fewer calls say nothing; empty: 20.',
          )}
        </div>
        <CheckField
          label="Pause the run on an alarm"
          checked={draft.pause}
          onChange={({ target }) => set({ pause: target.checked })}
        />
        {lacksLimit(draft) && (
          <p role="status" className="text-bad">
            Enter a limit first, such as “Answered calls below”: without one there is never an alarm.
          </p>
        )}
      </ChangesForm>
    </fieldset>
  );
}
