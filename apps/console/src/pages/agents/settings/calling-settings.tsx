import { CheckField, SelectField, TextField } from '../../../components/field.tsx';
import { Section } from '../../../components/page.tsx';
import type { Agent } from '../agent.ts';
import { useSettings } from './settings-form.ts';

type CallingWindow = NonNullable<Agent['callingWindow']>;

const days: readonly [day: CallingWindow['days'][number], words: string][] = [
  ['MON', 'Mon'],
  ['TUE', 'Tue'],
  ['WED', 'Wed'],
  ['THU', 'Thu'],
  ['FRI', 'Fri'],
  ['SAT', 'Sat'],
  ['SUN', 'Sun'],
];
export const everyDay: CallingWindow = { days: days.map(([day]) => day), start: '08:00', end: '20:00' };

const consents = [
  { value: '', words: 'By the country of the number' },
  { value: 'announce', words: 'Announce the recording' },
  { value: 'ask', words: 'Ask before the flow' },
  { value: 'none', words: 'Neither' },
];

/** Calling hours and retries. */
export function CallingSettings() {
  const { values, set, errorAt } = useSettings();
  const { callingWindow, retryPolicy, type, resumeMinutes, recordingConsent } = values;
  return (
    <Section title="Calling hours and retries">
      <div className="flex flex-col gap-4">
        <CheckField
          label="Call only during certain hours"
          hint="In the time zone of the contact. Calls scheduled for an exact time ignore this."
          checked={callingWindow !== null}
          onChange={(event) => set({ callingWindow: event.target.checked ? everyDay : null })}
        />
        {callingWindow && (
          <WindowFields
            window={callingWindow}
            errorAt={errorAt}
            onChange={(changed) => set({ callingWindow: changed })}
          />
        )}
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="Maximum attempts"
            hint="Including the first call."
            type="number"
            min={1}
            max={10}
            value={retryPolicy.maxAttempts}
            error={errorAt('retryPolicy.maxAttempts')}
            onChange={(event) => set({ retryPolicy: { ...retryPolicy, maxAttempts: event.target.value } })}
          />
          <TextField
            label="Minutes between attempts"
            hint="One per retry, separated by commas: 30, 240. The last one applies to all further retries."
            inputMode="decimal"
            value={retryPolicy.delayMinutes}
            error={errorAt('retryPolicy.delaySeconds')}
            onChange={(event) => set({ retryPolicy: { ...retryPolicy, delayMinutes: event.target.value } })}
          />
          <SelectField
            label="Consent to the recording"
            hint="An objection stops the recording in every call."
            choices={consents}
            value={recordingConsent}
            error={errorAt('recordingConsent')}
            onChange={(event) => set({ recordingConsent: event.target.value as typeof recordingConsent })}
          />
          {type === 'ONLINE' && (
            <TextField
              label="Reconnect time in minutes"
              hint="How long a contact can return to the same call after losing the connection or closing the page."
              type="number"
              min={0}
              max={60}
              value={resumeMinutes}
              error={errorAt('resumeMinutes')}
              onChange={(event) => set({ resumeMinutes: event.target.value })}
            />
          )}
        </div>
      </div>
    </Section>
  );
}

export function WindowFields({
  window,
  errorAt,
  onChange,
}: {
  readonly window: CallingWindow;
  readonly errorAt: (path: string) => string | undefined;
  readonly onChange: (window: CallingWindow) => void;
}) {
  const toggle = (day: CallingWindow['days'][number]) => {
    const chosen = new Set(window.days).symmetricDifference(new Set([day]));
    onChange({ ...window, days: days.flatMap(([one]) => (chosen.has(one) ? one : [])) });
  };
  return (
    <div className="flex flex-wrap items-start gap-4 ps-6">
      <fieldset>
        <legend className="mb-1 text-xs font-medium text-soft">Days</legend>
        <div className="flex flex-wrap gap-1">
          {days.map(([day, words]) => (
            <label
              key={day}
              className="cursor-pointer rounded-md border border-line px-2 py-1 text-xs has-checked:border-accent has-checked:bg-accent-soft has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-accent"
            >
              <input
                type="checkbox"
                className="sr-only"
                checked={window.days.includes(day)}
                onChange={() => toggle(day)}
              />
              {words}
            </label>
          ))}
        </div>
        {errorAt('callingWindow.days') && (
          <p className="mt-1 text-xs text-bad">{errorAt('callingWindow.days')}</p>
        )}
      </fieldset>
      <TextField
        label="From"
        type="time"
        value={window.start}
        error={errorAt('callingWindow.start')}
        onChange={(event) => onChange({ ...window, start: event.target.value })}
      />
      <TextField
        label="Until"
        type="time"
        {...(window.end < window.start ? { hint: 'On the next day.' } : {})}
        value={window.end}
        error={errorAt('callingWindow.end')}
        onChange={(event) => onChange({ ...window, end: event.target.value })}
      />
    </div>
  );
}
