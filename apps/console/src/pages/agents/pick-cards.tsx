import { useId } from 'react';
import { classNames } from '../../kit/class-names.ts';

/** One of a few, each with a word on what it means. */
export function PickCards<Value extends string>({
  label,
  choices,
  value,
  onPick,
}: {
  readonly label: string;
  readonly choices: readonly { readonly value: Value; readonly words: string; readonly hint: string }[];
  readonly value: Value;
  readonly onPick: (value: Value) => void;
}) {
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-1 text-xs font-medium text-soft">{label}</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {choices.map((choice) => (
          <label
            key={choice.value}
            className={classNames(
              'flex cursor-pointer items-start gap-2.5 rounded-lg border bg-surface p-3 hover:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-accent',
              choice.value === value ? 'border-accent' : 'border-line',
            )}
          >
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onPick(choice.value)}
              className="mt-0.5 size-4 accent-accent"
            />
            <span>
              <span className="font-medium">{choice.words}</span>
              <span className="block text-xs text-soft">{choice.hint}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
