import { CheckField } from '../../kit/field.tsx';
import { educations } from './job-choices.ts';

/** Which education will do. */
export function EducationField({
  value,
  error,
  onChange,
}: {
  readonly value: readonly string[];
  readonly error: string | undefined;
  readonly onChange: (value: readonly string[]) => void;
}) {
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 text-xs font-medium text-soft">Education that will do</legend>
      <div className="grid grid-cols-2 gap-x-4 gap-y-1">
        {educations.map(({ value: one, words }) => (
          <CheckField
            key={one}
            label={words}
            checked={value.includes(one)}
            onChange={({ target }) =>
              onChange(target.checked ? [...value, one] : value.filter((other) => other !== one))
            }
          />
        ))}
      </div>
      {error && <p className="text-xs text-bad">{error}</p>}
    </fieldset>
  );
}
