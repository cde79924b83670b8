import { countryName } from '../../components/country.tsx';
import { textControls } from '../../components/draft.ts';
import { LinesField, TextField } from '../../components/field.tsx';

/** Limits of calls over trunks: those of a company, or the ceiling that staff have set for it. */
export interface CallLimits {
  readonly allowedCountries?: readonly string[] | null;
  readonly maxMinutesPerHour?: number | null;
  readonly maxMinutesPerDay?: number | null;
}

/** Numbers are text while they are typed; an empty one is none. */
export interface LimitsDraft {
  readonly countries: readonly string[];
  readonly maxMinutesPerHour: string;
  readonly maxMinutesPerDay: string;
}

export const limitPaths = ['allowedCountries', 'maxMinutesPerHour', 'maxMinutesPerDay'];

export const limitsDraftOf = (limits: CallLimits): LimitsDraft => ({
  countries: limits.allowedCountries ?? [],
  maxMinutesPerHour: String(limits.maxMinutesPerHour ?? ''),
  maxMinutesPerDay: String(limits.maxMinutesPerDay ?? ''),
});

const numberIn = (text: string): number | null => (text === '' ? null : Number(text));

export const limitsOf = (draft: LimitsDraft) => {
  const countries = draft.countries.map((line) => line.trim().toUpperCase()).filter((line) => line !== '');
  return {
    allowedCountries: countries.length === 0 ? null : countries,
    maxMinutesPerHour: numberIn(draft.maxMinutesPerHour),
    maxMinutesPerDay: numberIn(draft.maxMinutesPerDay),
  };
};

export const countriesNamed = (codes: readonly string[] | null | undefined): string =>
  codes?.map(countryName).join(', ') ?? 'All';

export function LimitFields({
  draft,
  errorAt,
  onChange,
}: {
  readonly draft: LimitsDraft;
  readonly errorAt: (path: string) => string | undefined;
  readonly onChange: (draft: LimitsDraft) => void;
}) {
  const text = textControls(draft, onChange, errorAt);
  const limit = { type: 'number', min: 1, placeholder: 'No limit' } as const;
  return (
    <>
      <LinesField
        label="Allowed countries"
        hint="One country code a line, such as CH. Empty: all countries. Calls to other countries end FAILED."
        lines={draft.countries}
        error={errorAt('allowedCountries')}
        onChange={(countries) => onChange({ ...draft, countries })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Maximum of minutes per hour"
          hint="Then calls wait for the next hour, and owners get a mail"
          {...limit}
          {...text('maxMinutesPerHour')}
        />
        <TextField
          label="Maximum of minutes in 24 hours"
          hint="A live call counts with its maximum duration"
          {...limit}
          {...text('maxMinutesPerDay')}
        />
      </div>
    </>
  );
}
