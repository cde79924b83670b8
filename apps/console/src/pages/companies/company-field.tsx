import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { get } from '../../api/client.ts';
import { SelectField } from '../../components/field.tsx';
import { SearchBox } from '../../components/search-box.tsx';

const SHOWN = 50;

/** One of all companies: found by its name, then chosen. */
export function CompanyField({
  label,
  value,
  error,
  none,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly error?: string | undefined;
  /** What choosing none is called. */
  readonly none: string;
  readonly onChange: (companyId: string) => void;
}) {
  const [search, setSearch] = useState('');
  const { data } = useQuery({
    queryKey: ['companies', 'choice', search],
    queryFn: ({ signal }) =>
      get('/console/api/companies', { query: { limit: SHOWN, ...(search && { search }) }, signal }),
    placeholderData: keepPreviousData,
  });
  const chosen = useQuery({
    queryKey: ['company', value],
    enabled: value !== '',
    queryFn: ({ signal }) => get('/console/api/companies/{id}', { path: { id: value }, signal }),
  });
  const found = data?.data ?? [];
  // Whom the search does not find stays chosen.
  const all = chosen.data && !found.some(({ id }) => id === chosen.data.id) ? [chosen.data, ...found] : found;
  return (
    <div className="flex flex-col gap-2">
      <SelectField
        label={label}
        value={value}
        error={error}
        choices={[{ value: '', words: none }, ...all.map(({ id, name }) => ({ value: id, words: name }))]}
        onChange={(event) => onChange(event.target.value)}
      />
      {(search !== '' || (data && data.total > SHOWN)) && (
        <SearchBox label="Find a company by name" value={search} onSearch={setSearch} />
      )}
    </div>
  );
}

/** Names change seldom. */
const FRESH_MS = 60_000;

export function CompanyName({ id }: { readonly id: string }) {
  const { data } = useQuery({
    queryKey: ['company', id],
    queryFn: ({ signal }) => get('/console/api/companies/{id}', { path: { id }, signal }),
    staleTime: FRESH_MS,
  });
  return <span dir="auto">{data?.name ?? '…'}</span>;
}
