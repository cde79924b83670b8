import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { classNames } from './class-names.ts';
import { Field } from './field.tsx';

const PAUSE_MS = 200;

export interface SearchOption {
  readonly id: string;
  readonly words: string;
  readonly note?: string;
}

/** Searches options by name. The caller shows the chosen one. */
export function SearchSelect({
  label,
  hideLabel = false,
  hint,
  error,
  placeholder,
  name,
  search,
  without = [],
  onPick,
}: {
  readonly label: string;
  /** The label is for screen readers only. */
  readonly hideLabel?: boolean;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly placeholder: string;
  /** The first part of the query key. */
  readonly name: string;
  readonly search: (text: string, signal: AbortSignal) => Promise<readonly SearchOption[]>;
  /** Ids already chosen. */
  readonly without?: readonly string[];
  readonly onPick: (option: SearchOption) => void;
}) {
  const listId = useId();
  const [text, setText] = useState('');
  const [asked, setAsked] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [place, setPlace] = useState(0);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const found = useQuery({
    queryKey: [name, 'pick', asked],
    enabled: isOpen,
    queryFn: ({ signal }) => search(asked, signal),
  });
  const options = (found.data ?? []).filter(({ id }) => !without.includes(id));
  const choose = (option: SearchOption | undefined) => {
    if (!option) return;
    onPick(option);
    setText('');
    setOpen(false);
    setPlace(0);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return setOpen(false);
    if (event.key === 'Enter' && isOpen) {
      event.preventDefault();
      return choose(options[place]);
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    setOpen(true);
    setPlace((at) => Math.max(0, Math.min(options.length - 1, at + step)));
  };
  const words = found.error
    ? 'Could not load. Type again to retry.'
    : found.isPending
      ? 'Searching…'
      : options.length === 0
        ? 'Nothing found.'
        : undefined;
  return (
    <Field label={label} hideLabel={hideLabel} error={error} {...(hint !== undefined && { hint })}>
      {(wiring) => (
        <div className="relative">
          <input
            {...wiring}
            role="combobox"
            aria-expanded={isOpen}
            aria-controls={listId}
            aria-activedescendant={isOpen && options[place] ? `${listId}-${place}` : undefined}
            autoComplete="off"
            dir="auto"
            value={text}
            placeholder={placeholder}
            onChange={(event) => {
              setText(event.target.value);
              setPlace(0);
              setOpen(true);
            }}
            onFocus={() => setOpen(true)}
            onBlur={() => setOpen(false)}
            onKeyDown={onKeyDown}
            className="h-8 w-full rounded-md border border-line bg-surface px-2.5 placeholder:text-soft/70"
          />
          <div
            hidden={!isOpen}
            className="absolute inset-x-0 top-9 z-20 max-h-64 overflow-auto rounded-lg border border-line bg-raised p-1 shadow-xl"
          >
            <p role="status" className={words ? 'px-2.5 py-1.5 text-soft' : 'sr-only'}>
              {words}
            </p>
            <div id={listId} role="listbox" aria-label={label} tabIndex={-1} hidden={options.length === 0}>
              {options.map((option, at) => (
                <div
                  key={option.id}
                  id={`${listId}-${at}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={at === place}
                  // On mouse down, because losing the focus closes the list.
                  onMouseDown={(event) => {
                    event.preventDefault();
                    choose(option);
                  }}
                  className={classNames(
                    'flex cursor-pointer items-baseline gap-3 rounded-md px-2.5 py-1.5',
                    at === place ? 'bg-hover' : 'hover:bg-hover',
                  )}
                >
                  <span dir="auto" className="truncate">
                    {option.words}
                  </span>
                  {option.note && <span className="ms-auto shrink-0 text-xs text-soft">{option.note}</span>}
                </div>
              ))}
            </div>
          </div>
        </div>
      )}
    </Field>
  );
}

/** Several short values: Enter or a comma adds one; its cross or Backspace removes it. */
export function TagsField({
  label,
  hideLabel = false,
  hint,
  error,
  value,
  placeholder,
  isWhole = false,
  isDisabled = false,
  onChange,
}: {
  readonly label: string;
  /** The label is for screen readers only. */
  readonly hideLabel?: boolean;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly value: readonly string[];
  readonly placeholder?: string;
  /** A comma is part of a value: only Enter adds one. */
  readonly isWhole?: boolean;
  readonly isDisabled?: boolean;
  readonly onChange: (value: readonly string[]) => void;
}) {
  const [text, setText] = useState('');
  const add = (typed: string) => {
    const known = new Set(value.map((tag) => tag.toLowerCase()));
    const fresh: string[] = [];
    for (const tag of typed.split(isWhole ? '\n' : ',').map((one) => one.trim())) {
      if (tag === '' || known.has(tag.toLowerCase())) continue;
      known.add(tag.toLowerCase());
      fresh.push(tag);
    }
    setText('');
    if (fresh.length > 0) onChange([...value, ...fresh]);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if ((event.key === 'Enter' && text.trim() !== '') || (event.key === ',' && !isWhole)) {
      event.preventDefault();
      add(text);
    } else if (event.key === 'Backspace' && text === '') onChange(value.slice(0, -1));
  };
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = event.clipboardData.getData('text');
    if (!(isWhole ? /\n/ : /[,\n]/).test(pasted)) return;
    event.preventDefault();
    add(text + pasted.replaceAll(/\s*\n\s*/g, isWhole ? '\n' : ','));
  };
  return (
    <Field label={label} hideLabel={hideLabel} error={error} {...(hint !== undefined && { hint })}>
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
