import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { get } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { SelectField, TextArea, TextField } from '../../components/field.tsx';
import { SearchBox } from '../../components/filters.tsx';
import { everyScope, type KeyDraft, readingScopes, scopeName, scopeRows, verbs } from './key.tsx';

export const keyPaths = ['name', 'scopes', 'expiresAt', 'allowedIPs', 'companyId'];

/** The form fields of a key. */
export function KeyFields({
  draft,
  errorAt,
  onChange,
}: {
  readonly draft: KeyDraft;
  readonly errorAt: (path: string) => string | undefined;
  readonly onChange: (draft: KeyDraft) => void;
}) {
  const set = (part: Partial<KeyDraft>) => onChange({ ...draft, ...part });
  return (
    <>
      <TextField
        label="Name"
        required
        hint="Who uses it, and for what."
        value={draft.name}
        error={errorAt('name')}
        onChange={(event) => set({ name: event.target.value })}
      />
      <ScopePicker scopes={draft.scopes} error={errorAt('scopes')} onChange={(scopes) => set({ scopes })} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Expires"
          type="datetime-local"
          max="9999-12-31T23:59"
          hint="Your local time. Empty: never expires."
          value={draft.expiresAt}
          error={errorAt('expiresAt')}
          onChange={(event) => set({ expiresAt: event.target.value })}
        />
        <TextArea
          label="Allowed IP addresses"
          dir="ltr"
          rows={2}
          placeholder={'203.0.113.7\n198.51.100.0/24'}
          hint="Addresses or ranges, one per line. Empty: any address."
          value={draft.allowedIPs}
          error={errorAt('allowedIPs')}
          onChange={(event) => set({ allowedIPs: event.target.value })}
        />
      </div>
    </>
  );
}

/** Chooses scopes in a table of resources and actions. */
function ScopePicker({
  scopes,
  error,
  onChange,
}: {
  readonly scopes: readonly string[];
  readonly error: string | undefined;
  readonly onChange: (scopes: readonly string[]) => void;
}) {
  const has = new Set(scopes.map(scopeName));
  const toggle = (scope: string) =>
    onChange(has.has(scope) ? scopes.filter((one) => scopeName(one) !== scope) : [...scopes, scope]);
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-xs font-medium text-soft">Scopes</legend>
      <div className="flex flex-wrap gap-2">
        <Button size="small" onClick={() => onChange(everyScope)}>
          All scopes
        </Button>
        <Button size="small" onClick={() => onChange(readingScopes)}>
          Read scopes only
        </Button>
        <Button size="small" onClick={() => onChange([])}>
          No scopes
        </Button>
      </div>
      <table className="w-full max-w-md">
        <thead className="text-xs text-soft">
          <tr>
            <th className="py-1 text-start font-medium">
              <span className="sr-only">About</span>
            </th>
            {verbs.map((verb) => (
              <th key={verb} className="py-1 text-center font-medium capitalize">
                {verb}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {scopeRows.map(([noun, words, own]) => (
            <tr key={noun} className="border-t border-line/60">
              <th scope="row" className="py-1.5 text-start font-normal">
                {words}
              </th>
              {verbs.map((verb) => (
                <td key={verb} className="py-1.5 text-center">
                  {own.includes(verb) && (
                    <input
                      type="checkbox"
                      aria-label={`${verb}:${noun}`}
                      checked={has.has(`${verb}:${noun}`)}
                      onChange={() => toggle(`${verb}:${noun}`)}
                      className="size-4 accent-accent"
                    />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {error && (
        <p role="alert" className="text-xs text-bad">
          {error}
        </p>
      )}
    </fieldset>
  );
}

const SHOWN = 50;

/** Chooses a company, found by name. */
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
  /** The label of no choice. */
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
  // The chosen company stays, even if the search does not find it.
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

/** Names rarely change. */
const FRESH_MS = 60_000;

export function CompanyName({ id }: { readonly id: string }) {
  const { data } = useQuery({
    queryKey: ['company', id],
    queryFn: ({ signal }) => get('/console/api/companies/{id}', { path: { id }, signal }),
    staleTime: FRESH_MS,
  });
  return <span dir="auto">{data?.name ?? '…'}</span>;
}
