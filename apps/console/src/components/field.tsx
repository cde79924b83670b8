import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react';
import { classNames } from './class-names.ts';

const box =
  'w-full rounded-md border border-line bg-surface px-2.5 text-ink placeholder:text-soft/70 aria-invalid:border-bad disabled:opacity-60';

interface Framed {
  readonly label: string;
  readonly hint?: ReactNode;
  /** The error from the service. */
  readonly error?: string | undefined;
  /** The label is for screen readers only. */
  readonly hideLabel?: boolean;
}

interface FrameProps extends Framed {
  readonly children: (wiring: {
    id: string;
    'aria-invalid': boolean | undefined;
    'aria-describedby': string | undefined;
  }) => ReactNode;
}

/** A label, a control, a hint and an error, connected for screen readers. */
export function Field({ label, hint, error, hideLabel = false, children }: FrameProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = error ?? hint;
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'text-xs font-medium text-soft'}>
        {label}
      </label>
      {children({
        id,
        'aria-invalid': error === undefined ? undefined : true,
        'aria-describedby': note ? noteId : undefined,
      })}
      {note && (
        <p id={noteId} className={classNames('text-xs', error ? 'text-bad' : 'text-soft')}>
          {note}
        </p>
      )}
    </div>
  );
}

/** Splits props into those of the frame and those of the control. */
function divided<Props extends Framed & { readonly className?: string | undefined }>({
  label,
  hint,
  error,
  hideLabel,
  className,
  ...rest
}: Props) {
  const frame = { label, error, ...(hint !== undefined && { hint }), ...(hideLabel && { hideLabel }) };
  return { frame, className, rest };
}

export function TextField(props: Framed & InputHTMLAttributes<HTMLInputElement>) {
  const { frame, className, rest } = divided(props);
  return (
    <Field {...frame}>
      {(wiring) => <input dir="auto" {...rest} {...wiring} className={classNames(box, 'h-8', className)} />}
    </Field>
  );
}

export function TextArea(props: Framed & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const { frame, className, rest } = divided(props);
  return (
    <Field {...frame}>
      {(wiring) => (
        <textarea
          dir="auto"
          rows={3}
          {...rest}
          {...wiring}
          className={classNames(box, 'py-1.5', className)}
        />
      )}
    </Field>
  );
}

export interface Choice {
  readonly value: string;
  readonly words: string;
  /** Choices of one group stand together under its name. */
  readonly group?: string;
}

export function SelectField({
  choices,
  ...props
}: Framed & { readonly choices: readonly Choice[] } & SelectHTMLAttributes<HTMLSelectElement>) {
  const { frame, className, rest } = divided(props);
  return (
    <Field {...frame}>
      {(wiring) => (
        <select {...rest} {...wiring} className={classNames(box, 'h-8', className)}>
          {[...Map.groupBy(choices, ({ group }) => group)].map(([group, members]) =>
            group === undefined ? (
              <Options key="" choices={members} />
            ) : (
              <optgroup key={group} label={group}>
                <Options choices={members} />
              </optgroup>
            ),
          )}
        </select>
      )}
    </Field>
  );
}

const Options = ({ choices }: { readonly choices: readonly Choice[] }) =>
  choices.map(({ value, words }) => (
    <option key={value} value={value}>
      {words}
    </option>
  ));

export function CheckField({
  label,
  hint,
  ...rest
}: { readonly label: string; readonly hint?: string } & InputHTMLAttributes<HTMLInputElement>) {
  return (
    <label className="flex items-start gap-2">
      <input type="checkbox" {...rest} className="mt-0.5 size-4 accent-accent" />
      <span>
        {label}
        {hint && <span className="block text-xs text-soft">{hint}</span>}
      </span>
    </label>
  );
}

/** A list of texts, one per line. Blank lines stay while the user types and are dropped on saving. */
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
