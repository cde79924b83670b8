import { useQueries } from '@tanstack/react-query';
import type { SearchOption } from '../components/search-select.tsx';
import { get, type Reply } from './client.ts';

export type Job = Reply<'/jobs/{id}', 'get'>;

const SHOWN = 10;

export const jobQuery = (id: string) => ({
  queryKey: ['job', id] as const,
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => get('/jobs/{id}', { path: { id }, signal }),
});

/** Jobs whose title contains the text, as options. */
export async function searchJobs(text: string, signal: AbortSignal): Promise<readonly SearchOption[]> {
  const { data } = await get('/jobs', {
    query: { limit: SHOWN, ...(text !== '' && { search: text }) },
    signal,
  });
  return data.map(({ id, title, status }) => ({
    id,
    words: title,
    ...(status === 'CLOSED' && { note: 'Closed' }),
  }));
}

/** Titles of jobs by id; those still loading are missing. */
export function useJobTitles(ids: readonly string[]): ReadonlyMap<string, string> {
  const found = useQueries({ queries: ids.map((id) => ({ ...jobQuery(id), staleTime: 60_000 })) });
  return new Map(found.flatMap(({ data }) => (data ? [[data.id, data.title] as const] : [])));
}
