import { PageOf, PageQuery } from '@parley/contract/schema.ts';
import { sentenceOf } from '@parley/kernel/failure.ts';
import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { cut, paged } from './pagination.ts';
import { Validator } from './validation.ts';

const validator = new Validator();
const readPage = (sent: Record<string, unknown>) => {
  const violations = validator
    .query(PageQuery({ status: Type.Optional(Type.String()) }))(sent)
    .map(sentenceOf);
  return { violations, page: sent };
};

test('without parameters the first page has twenty rows', () => {
  expect(readPage({})).toEqual({ violations: [], page: { page: 1, limit: 20 } });
});

test.each([
  [{ page: '0' }, 'page must be >= 1'],
  [{ page: '10001' }, 'page must be <= 10000'],
  [{ page: '-1' }, 'page must be >= 1'],
  [{ page: '1.5' }, 'page must be integer'],
  [{ limit: '0' }, 'limit must be >= 1'],
  [{ limit: '101' }, 'limit must be <= 100'],
  [{ limit: 'all' }, 'limit must be integer'],
  [{ offset: '1' }, 'offset is not a known property'],
])('%j is refused', (sent, violation) => {
  expect(readPage({ ...sent }).violations).toEqual([violation]);
});

test('the limits of page and limit are accepted, and filters are allowed beside them', () => {
  const read = readPage({ page: '10000', limit: '100', status: 'OPEN' });
  expect(read).toEqual({ violations: [], page: { page: 10_000, limit: 100, status: 'OPEN' } });
});

test.each([
  [
    { page: 1, limit: 20 },
    { limit: 20, offset: 0 },
  ],
  [
    { page: 3, limit: 7 },
    { limit: 7, offset: 14 },
  ],
  [
    { page: 10_000, limit: 100 },
    { limit: 100, offset: 999_900 },
  ],
])('%j is the slice at %j', (page, expected) => {
  expect(cut(page)).toEqual(expected);
});

test.each([
  [0, 0],
  [1, 1],
  [20, 1],
  [21, 2],
  [1_000_000, 50_000],
])('%i rows on pages of twenty are %i pages', (total, totalPages) => {
  expect(paged({ page: 1, limit: 20 }, total, [])).toEqual({
    data: [],
    total,
    page: 1,
    limit: 20,
    totalPages,
  });
});

test('a page beyond the last is empty and keeps its shape', () => {
  const beyond = paged({ page: 9, limit: 20 }, 3, [] as number[]);
  expect(validator.body(PageOf(Type.Integer()))(beyond)).toEqual([]);
  expect(beyond).toMatchObject({ data: [], total: 3, page: 9, totalPages: 1 });
});
