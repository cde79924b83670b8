import type { Paging } from '@parley/contract/schema.ts';

/** What a store needs of the page. */
export const cut = ({ page, limit }: Paging): { limit: number; offset: number } => ({
  limit,
  offset: (page - 1) * limit,
});

/** The contract's shape of a list. */
export const paged = <Row>({ page, limit }: Paging, total: number, data: Row[]) => ({
  data,
  total,
  page,
  limit,
  totalPages: Math.ceil(total / limit),
});
