import { type Static, type TProperties, type TSchema, Type } from 'typebox';
import { Strict } from './schema.ts';

const paging = {
  page: Type.Integer({
    minimum: 1,
    maximum: 10_000,
    default: 1,
    description: 'Beyond the last page, `data` is empty.',
  }),
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'Rows on a page.' }),
};

/** The query of a list: its filters and the page. */
export const PageQuery = <Filters extends TProperties>(filters: Filters) => Strict({ ...paging, ...filters });

export const PageOf = <Row extends TSchema>(row: Row) =>
  Strict({
    data: Type.Array(row),
    total: Type.Integer({ minimum: 0, example: 1 }),
    page: Type.Integer({ minimum: 1 }),
    limit: Type.Integer({ minimum: 1, example: 20 }),
    totalPages: Type.Integer({ minimum: 0, description: '0 when `total` is 0.' }),
  });

export type Paging = Static<ReturnType<typeof PageQuery<Record<never, never>>>>;
