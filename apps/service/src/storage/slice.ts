import { type Sql, sql } from './sql.ts';

/** Which rows of a list: so many, after a place in its order, or after so many others. */
export interface Slice {
  readonly limit: number;
  readonly offset: number;
  /** What the list is ordered by, of the row before; its kinds were checked. */
  readonly after?: Place | undefined;
}

export type Place = readonly (string | number | null)[];

/** In lists that show the newest first: ids rise with time, so an index on them finds the place at any depth. */
export const olderThan = (id: Sql, { after }: Slice): Sql =>
  after === undefined ? sql`true` : sql`${id} < ${after[0]}::uuid`;
