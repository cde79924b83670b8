import { get, type Reply } from './client.ts';

export type Segment = Reply<'/contact-segments', 'get'>['data'][number];

interface Page<Row> {
  readonly data: readonly Row[];
  readonly totalPages: number;
}

const MAX_PER_PAGE = 100;

async function readAll<Row>(
  read: (query: { page: number; limit: number }) => Promise<Page<Row>>,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let page = 1; ; page++) {
    const { data, totalPages } = await read({ page, limit: MAX_PER_PAGE });
    rows.push(...data);
    if (page >= totalPages) return rows;
  }
}

/** All segments of the company. */
export const segmentsQuery = {
  queryKey: ['contact-segments'],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    readAll((query) => get('/contact-segments', { query, signal })),
} as const;

/** All tags of contacts, each with the number of contacts. */
export const contactTagsQuery = {
  queryKey: ['contact-tags'],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    readAll((query) => get('/contact-tags', { query, signal })),
} as const;
