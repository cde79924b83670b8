import type { Runner } from './scope.ts';
import type { Slice } from './slice.ts';
import { type Sql, sql } from './sql.ts';

/** How many rows match. */
export interface Total {
  readonly total: number;
  readonly isEstimated: boolean;
}

/** With a cursor, rows are counted up to here. */
const COUNTED = 50_000;
const upToBound = sql`limit 50001`;

/**
 * Counts the rows of `from …`. Numbered pages get the exact total, from which clients reckon how many pages to ask for.
 * Whoever follows cursors does not need it: there rows are counted up to a bound, so that a list of millions costs what a
 * list of fifty thousand costs, and beyond it the total is what the planner expects by its statistics.
 */
export async function countUpToBound<Bound extends boolean>(
  runner: Pick<Runner<Bound>, 'first'>,
  from: Sql<Bound>,
  { after }: Slice,
): Promise<Total> {
  const bound = after === undefined ? sql`` : upToBound;
  const counting = sql`select count(*)::int as total from (select 1 ${from} ${bound}) counted`;
  const total = (await runner.first<{ total: number }>(counting as Sql<Bound>))?.total ?? 0;
  if (after === undefined || total <= COUNTED) return { total, isEstimated: false };
  const explaining = sql`explain (format json) select 1 ${from}`;
  const plan = await runner.first<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
    explaining as Sql<Bound>,
  );
  return { total: Math.max(total, plan?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0), isEstimated: true };
}
