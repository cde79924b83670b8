import { useQuery } from '@tanstack/react-query';
import { get, type Reply } from './client.ts';

export type ContactField = Reply<'/contact-fields', 'get'>['data'][number];

const MAX_PER_PAGE = 100;

async function readCatalog(signal: AbortSignal): Promise<readonly ContactField[]> {
  const fields: ContactField[] = [];
  for (let page = 1; ; page++) {
    const { data, totalPages } = await get('/contact-fields', {
      query: { page, limit: MAX_PER_PAGE },
      signal,
    });
    fields.push(...data);
    if (page >= totalPages) return fields;
  }
}

const catalogQuery = {
  queryKey: ['contact-fields'],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => readCatalog(signal),
  staleTime: 30_000,
} as const;

/** All fields that a contact may have, the platform's and the company's own, in the order of the catalog. */
export const useCatalog = () => useQuery(catalogQuery);
