import { useNavigate, useSearch } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type Choice, SelectField } from './field.tsx';

export type Filters = Readonly<Record<string, string | undefined>>;

/**
 * The filters of a page, kept in its address so that a link shows the same. A change replaces the history entry:
 * Back leaves the page instead of undoing letter by letter. Empty values are removed from the address.
 */
export function useFilters(): readonly [filters: Filters, set: (change: Filters) => void] {
  const filters: Filters = useSearch({ strict: false });
  const navigate = useNavigate();
  const set = useCallback(
    (change: Filters) =>
      void navigate({
        to: '.',
        replace: true,
        search: ((before: Filters) =>
          Object.fromEntries(
            Object.entries({ ...before, ...change }).filter(
              ([, value]) => value !== undefined && value !== '',
            ),
          )) as never,
      }),
    [navigate],
  );
  return [filters, set];
}

/** Selects the value of a filter; without a value everything is shown. */
export function FilterSelect({
  name,
  label,
  any,
  choices,
  className,
}: {
  /** The filter's name in the address. */
  readonly name: string;
  readonly label: string;
  /** "Any status" */
  readonly any: string;
  readonly choices: readonly Choice[];
  readonly className?: string;
}) {
  const [filters, setFilters] = useFilters();
  return (
    <SelectField
      label={label}
      hideLabel
      className={className}
      value={filters[name] ?? ''}
      choices={[{ value: '', words: any }, ...choices]}
      onChange={({ target }) => setFilters({ [name]: target.value })}
    />
  );
}

/** The filter `search` of a page. */
export function SearchFilter({ label }: { readonly label: string }) {
  const [{ search = '' }, setFilters] = useFilters();
  return <SearchBox label={label} value={search} onSearch={(text) => setFilters({ search: text })} />;
}

const PAUSE_MS = 250;

/** A search field that waits until the user stops typing. */
export function SearchBox({
  label,
  value,
  onSearch,
}: {
  readonly label: string;
  readonly value: string;
  readonly onSearch: (text: string) => void;
}) {
  const [text, setText] = useState(value);
  const sent = useRef<readonly string[]>([]);
  useEffect(() => {
    // The user's own search must not overwrite letters typed since; a search from elsewhere is shown.
    const place = sent.current.indexOf(value);
    sent.current = sent.current.slice(place + 1);
    if (place === -1) setText(value);
  }, [value]);
  useEffect(() => {
    if (text === value) return;
    const timer = setTimeout(() => {
      sent.current = [...sent.current, text];
      onSearch(text);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, value, onSearch]);
  return (
    <div className="relative w-full sm:w-80">
      <Search size={14} aria-hidden className="absolute start-2.5 top-2.5 text-soft" />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="h-8 w-full rounded-md border border-line bg-surface ps-8 pe-2 placeholder:text-soft"
      />
    </div>
  );
}
