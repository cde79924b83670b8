import { get, type Reply } from './client.ts';

export type Segment = Reply<'/contact-segments', 'get'>['data'][number];

const MAX_PER_PAGE = 100;

async function readSegments(signal: AbortSignal): Promise<readonly Segment[]> {
  const segments: Segment[] = [];
  for (let page = 1; ; page++) {
    const query = { page, limit: MAX_PER_PAGE };
    const { data, totalPages } = await get('/contact-segments', { query, signal });
    segments.push(...data);
    if (page >= totalPages) return segments;
  }
}

/** All segments of the company. */
export const segmentsQuery = {
  queryKey: ['contact-segments'],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => readSegments(signal),
} as const;
