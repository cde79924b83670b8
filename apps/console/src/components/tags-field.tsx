import { X } from 'lucide-react';
import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useState } from 'react';
import { Field } from './field.tsx';

/** Several short values: each is added with Enter or a comma, and taken away with its cross or Backspace. */
export function TagsField({
  label,
  hint,
  error,
  value,
  placeholder,
  isDisabled = false,
  onChange,
}: {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly value: readonly string[];
  readonly placeholder?: string;
  readonly isDisabled?: boolean;
  readonly onChange: (value: readonly string[]) => void;
}) {
  const [text, setText] = useState('');
  const add = (typed: string) => {
    const known = new Set(value.map((tag) => tag.toLowerCase()));
    const fresh: string[] = [];
    for (const tag of typed.split(',').map((one) => one.trim())) {
      if (tag === '' || known.has(tag.toLowerCase())) continue;
      known.add(tag.toLowerCase());
      fresh.push(tag);
    }
    setText('');
    if (fresh.length > 0) onChange([...value, ...fresh]);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if ((event.key === 'Enter' && text.trim() !== '') || event.key === ',') {
      event.preventDefault();
      add(text);
    } else if (event.key === 'Backspace' && text === '') onChange(value.slice(0, -1));
  };
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = event.clipboardData.getData('text');
    if (!/[,\n]/.test(pasted)) return;
    event.preventDefault();
    add(text + pasted.replaceAll(/\s*\n\s*/g, ','));
  };
  return (
    <Field label={label} error={error} {...(hint !== undefined && { hint })}>
      {(wiring) => (
        <div className="flex min-h-8 w-full flex-wrap items-center gap-1 rounded-md border border-line bg-surface px-1.5 py-1 has-aria-invalid:border-bad">
          {value.map((tag) => (
            <span
              key={tag}
              className="inline-flex max-w-full items-center gap-1 rounded bg-hover py-0.5 ps-2 pe-1"
            >
              <span dir="auto" className="truncate">
                {tag}
              </span>
              {!isDisabled && (
                <button
                  type="button"
                  aria-label={`Remove ${tag}`}
                  className="rounded text-soft hover:text-ink"
                  onClick={() => onChange(value.filter((one) => one !== tag))}
                >
                  <X size={14} aria-hidden />
                </button>
              )}
            </span>
          ))}
          <input
            {...wiring}
            dir="auto"
            value={text}
            disabled={isDisabled}
            placeholder={value.length === 0 ? placeholder : undefined}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
            onBlur={() => add(text)}
            className="h-6 min-w-24 flex-1 bg-transparent px-1 outline-offset-4 placeholder:text-soft/70"
          />
        </div>
      )}
    </Field>
  );
}
