import { TextArea } from '../../../kit/field.tsx';

/** A list of texts, one on each line. Blank lines stay while somebody types and are left out when it is saved. */
export function LinesField({
  label,
  hint,
  lines,
  error,
  onChange,
}: {
  readonly label: string;
  readonly hint?: string;
  readonly lines: readonly string[];
  readonly error?: string | undefined;
  readonly onChange: (lines: string[]) => void;
}) {
  return (
    <TextArea
      label={label}
      {...(hint === undefined ? {} : { hint })}
      rows={3}
      value={lines.join('\n')}
      error={error}
      onChange={(event) => onChange(event.target.value === '' ? [] : event.target.value.split('\n'))}
    />
  );
}
