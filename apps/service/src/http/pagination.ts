import type { Paging } from '@parley/contract/schema.ts';
import { invalid } from '@parley/kernel/failure.ts';
import type { Total } from '../storage/bounded-count.ts';
import type { Slice } from '../storage/slice.ts';
import { CURSOR_PROBLEM, isPlaceIn, type ListOrder, newest, readCursor, writeCursor } from './cursor.ts';

type Order = Pick<ListOrder<never>, 'name' | 'kinds'>;

/** What a store needs of the page. One row more than it shows says whether there is a next page. */
export function cut(query: Paging, order: Order = newest): Slice {
  const { page, limit } = query;
  const cursor = cursorOf(query, order);
  return cursor === undefined
    ? { limit: limit + 1, offset: (page - 1) * limit }
    : { limit: limit + 1, offset: 0, after: cursor.after };
}

function cursorOf({ page, cursor: text }: Paging, order: Order) {
  if (text === undefined) return undefined;
  const cursor = readCursor(text);
  const violations = [
    ...(cursor !== undefined && isPlaceIn(order, cursor) ? [] : [`cursor ${CURSOR_PROBLEM}`]),
    ...(page === 1 ? [] : ['page must be left out where cursor is sent']),
  ];
  if (violations.length > 0) throw invalid(violations);
  return cursor;
}

/** The contract's shape of a list: of the rows that the cut of the same page found, newest first. */
export const paged = <Row extends { readonly id: string }>(
  query: Paging,
  total: number | Total,
  rows: readonly Row[],
) => pagedBy(newest, query, total, rows, (row) => row);

/** The same in another order, whose places are read from the rows as they are stored. */
export function pagedBy<Stored, Row>(
  order: ListOrder<Stored>,
  query: Paging,
  total: number | Total,
  rows: readonly Stored[],
  view: (row: Stored) => Row,
) {
  return { data: rows.slice(0, query.limit).map(view), ...pageFacts(order, query, total, rows) };
}

/**
 * Rows that may be large are read while they are sent: to whoever handles them they look like an array, and only the
 * server, which sends them, knows better.
 */
export const pagedStream = <Row>(
  query: Paging,
  total: number | Total,
  found: readonly { readonly id: string }[],
  data: AsyncIterable<Row>,
) => ({ data: data as unknown as Row[], ...pageFacts(newest, query, total, found) });

function pageFacts<Stored>(
  order: ListOrder<Stored>,
  query: Paging,
  counted: number | Total,
  rows: readonly Stored[],
) {
  const { limit } = query;
  const page = cursorOf(query, order)?.page ?? query.page;
  const { total, isEstimated } =
    typeof counted === 'number' ? { total: counted, isEstimated: false } : counted;
  const last = rows[limit - 1];
  const hasNext = rows.length > limit && last !== undefined && order.kinds.length > 0;
  return {
    total,
    page,
    limit,
    totalPages: Math.ceil(total / limit),
    ...(hasNext
      ? { nextCursor: writeCursor({ order: order.name, page: page + 1, after: order.placeOf(last) }) }
      : {}),
    ...(isEstimated ? { totalIsEstimated: true as const } : {}),
  };
}
