import { useQuery } from '@tanstack/react-query';
import { get, type Reply } from '../../../api/client.ts';

export type CatalogField = Reply<'/contact-fields', 'get'>['data'][number];

const PAGE = 100;
const MAX_PAGES = 10;

/** Every field that a token may name. There are a few hundred at most. */
async function readCatalog(signal: AbortSignal): Promise<CatalogField[]> {
  const fields: CatalogField[] = [];
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const { data, totalPages } = await get('/contact-fields', { query: { page, limit: PAGE }, signal });
    fields.push(...data);
    if (page >= totalPages) break;
  }
  return fields;
}

export const useCatalog = (): readonly CatalogField[] =>
  useQuery({
    queryKey: ['contact-fields', 'all'],
    queryFn: ({ signal }) => readCatalog(signal),
    staleTime: 60_000,
  }).data ?? none;

const none: readonly CatalogField[] = [];
