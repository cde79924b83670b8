import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import type { ContactField } from '../../../api/catalog.ts';
import { classNames } from '../../../components/class-names.ts';
import { Field } from '../../../components/field.tsx';
import { useEditorTools } from './editor-context.ts';

interface TokenAreaProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly hint?: string;
  readonly error?: string | undefined;
  readonly rows?: number;
  readonly placeholder?: string;
  readonly hideLabel?: boolean;
}

/** A text area that suggests contact fields after `{{`. */
export function TokenArea({ label, value, onChange, hint, error, rows = 2, ...rest }: TokenAreaProps) {
  const { fields, isReadOnly } = useEditorTools();
  const area = useRef<HTMLTextAreaElement>(null);
  const list = useId();
  const [span, setSpan] = useState<TokenSpan>();
  const [marked, setMarked] = useState(0);
  const nextCaret = useRef<number>(undefined);
  const choices = span ? offered(fields, span.typed) : [];
  const isOpen = choices.length > 0;
  const unknown = fields.length === 0 ? [] : unknownTokens(value, fields);

  useLayoutEffect(() => {
    // React moves the caret to the end when it sets a text.
    if (nextCaret.current === undefined) return;
    area.current?.setSelectionRange(nextCaret.current, nextCaret.current);
    nextCaret.current = undefined;
  });

  const look = () => {
    const { selectionStart = 0, value: text = '' } = area.current ?? {};
    const found = tokenAt(text, selectionStart);
    if (found?.start !== span?.start || found?.typed !== span?.typed) setMarked(0);
    setSpan(found);
  };
  const choose = (field: ContactField) => {
    if (!span) return;
    const done = complete(value, span, field.key);
    nextCaret.current = done.caret;
    setSpan(undefined);
    onChange(done.text);
    area.current?.focus();
  };
  const onKey = (event: KeyboardEvent) => {
    if (!isOpen) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const field = choices[marked];
    if (step !== undefined) setMarked((marked + step + choices.length) % choices.length);
    else if (event.key === 'Escape') setSpan(undefined);
    else if ((event.key === 'Enter' || event.key === 'Tab') && field) choose(field);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const warning = unknown.length > 0 ? `Unknown field, left empty: {{${unknown.join('}}, {{')}}}` : undefined;
  const note = hint ?? warning;
  return (
    <Field
      label={label}
      error={error}
      {...(note !== undefined && { hint: warning ? <span className="text-warn">{warning}</span> : note })}
      {...(rest.hideLabel && { hideLabel: true })}
    >
      {(wiring) => (
        <div className="relative">
          <textarea
            ref={area}
            dir="auto"
            rows={rows}
            placeholder={rest.placeholder}
            readOnly={isReadOnly}
            {...wiring}
            aria-autocomplete="list"
            aria-controls={isOpen ? list : undefined}
            aria-activedescendant={isOpen ? `${list}-${marked}` : undefined}
            value={value}
            onChange={(event) => {
              onChange(event.target.value);
              look();
            }}
            onSelect={look}
            onKeyDown={onKey}
            onBlur={() => setSpan(undefined)}
            className="field-sizing-content w-full rounded-md border border-line bg-surface px-2.5 py-1.5 text-ink placeholder:text-soft/70 aria-invalid:border-bad"
          />
          {isOpen && (
            <Offers id={list} choices={choices} marked={marked} onMark={setMarked} onChoose={choose} />
          )}
        </div>
      )}
    </Field>
  );
}

function Offers({
  id,
  choices,
  marked,
  onMark,
  onChoose,
}: {
  readonly id: string;
  readonly choices: readonly ContactField[];
  readonly marked: number;
  readonly onMark: (index: number) => void;
  readonly onChoose: (field: ContactField) => void;
}) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label="Contact fields"
      className="absolute inset-x-0 top-full z-30 mt-1 max-h-64 overflow-auto rounded-lg border border-line bg-raised p-1 shadow-xl"
    >
      {choices.map((field, index) => (
        <div
          key={field.key}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === marked}
          tabIndex={-1}
          onPointerMove={() => onMark(index)}
          // On mouse down, before the text area loses the focus.
          onPointerDown={(event) => {
            event.preventDefault();
            onChoose(field);
          }}
          className={classNames(
            'flex cursor-pointer items-baseline gap-2 rounded-md px-2 py-1',
            index === marked && 'bg-hover',
          )}
        >
          <code className="font-mono text-xs">{field.key}</code>
          <span dir="auto" className="truncate text-xs text-soft">
            {field.label}
          </span>
        </div>
      ))}
    </div>
  );
}

/** A token `{{contact.<key>}}` that is being typed. */

interface TokenSpan {
  /** Index of the opening braces. */
  readonly start: number;
  /** Index after its last character. */
  readonly end: number;
  /** The typed part of its name. */
  readonly typed: string;
}

/** The unfinished token at the caret. */
export function tokenAt(text: string, caret: number): TokenSpan | undefined {
  const start = text.lastIndexOf('{{', caret - 1);
  if (start < 0 || start + 2 > caret) return undefined;
  const typed = text.slice(start + 2, caret);
  if (!/^\s*[\w.]*$/.test(typed)) return undefined;
  // The rest of the name and the closing braces, if the token was complete.
  const rest = /^[\w.]*\s*\}\}/.exec(text.slice(caret))?.[0] ?? '';
  return { start, end: caret + rest.length, typed: typed.trim() };
}

interface KnownField {
  readonly key: string;
  readonly label: string;
}

const MAX_OFFERED = 8;

/** Matching fields: first those that start with the text, then those that contain it. */
export function offered<Field extends KnownField>(fields: readonly Field[], typed: string): Field[] {
  const wanted = typed.replace(/^contact\.?/, '').toLowerCase();
  // "con" may be the start of "contact.".
  if ('contact.'.startsWith(typed)) return fields.slice(0, MAX_OFFERED);
  const rank = ({ key, label }: Field): number => {
    if (key.startsWith(wanted)) return 0;
    if (label.toLowerCase().startsWith(wanted)) return 1;
    return key.includes(wanted) || label.toLowerCase().includes(wanted) ? 2 : 3;
  };
  return fields
    .map((field) => ({ field, at: rank(field) }))
    .filter(({ at }) => at < 3)
    .sort((one, other) => one.at - other.at)
    .slice(0, MAX_OFFERED)
    .map(({ field }) => field);
}

/** The text with the token completed, and the caret after it. */
export function complete(text: string, { start, end }: TokenSpan, key: string) {
  const token = `{{contact.${key}}}`;
  return { text: text.slice(0, start) + token + text.slice(end), caret: start + token.length };
}

/** Tokens without a field of their name. */
export function unknownTokens(text: string, fields: readonly KnownField[]): string[] {
  const known = new Set(fields.map(({ key }) => `contact.${key}`));
  const names = [...text.matchAll(/\{\{([^{}]*)\}\}/g)].map(([, name = '']) => name.trim());
  return [...new Set(names.filter((name) => !known.has(name)))];
}
