import type { Paging } from '@parley/contract/schema.ts';

/** What a store needs of the page. */
export const cut = ({ page, limit }: Paging): { limit: number; offset: number } => ({
  limit,
  offset: (page - 1) * limit,
});

/**
 * The contract's shape of a list. Rows that may be large are read while they are sent: to whoever handles them they look
 * like an array, and only the server, which sends them, knows better.
 */
export const paged = <Row>({ page, limit }: Paging, total: number, data: Row[] | AsyncIterable<Row>) => ({
  data: data as Row[],
  total,
  page,
  limit,
  totalPages: Math.ceil(total / limit),
});
