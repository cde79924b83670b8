import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { type Choice, SelectField } from './field.tsx';

export type Filters = Readonly<Record<string, string | undefined>>;

/**
 * What a page shows, kept in its address: a link to it shows the same. A change takes the place of the address before, so
 * Back leaves the page rather than undoing letter by letter. An empty value leaves the address.
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

/** A list to choose one value of a filter from; without a choice the filter lets everything through. */
export function FilterSelect({
  name,
  label,
  any,
  choices,
  className,
}: {
  /** Of the filter in the address. */
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
