import { PageOf, PageQuery } from '@parley/contract/schema.ts';
import { sentenceOf } from '@parley/kernel/failure.ts';
import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { CURSOR_PROBLEM, type ListOrder, newest, writeCursor } from './cursor.ts';
import { cut, paged, pagedBy } from './pagination.ts';
import { Validator } from './validation.ts';

const validator = new Validator();
const readPage = (sent: Record<string, unknown>) => {
  const violations = validator
    .query(PageQuery({ status: Type.Optional(Type.String()) }))(sent)
    .map(sentenceOf);
  return { violations, page: sent };
};

test('a list requested without parameters returns its first page of twenty rows', () => {
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
  [{ cursor: '' }, `cursor ${CURSOR_PROBLEM}`],
  [{ cursor: 'not a cursor' }, `cursor ${CURSOR_PROBLEM}`],
  [{ cursor: 'bm90IGpzb24' }, `cursor ${CURSOR_PROBLEM}`],
])('the paging parameters %j are refused', (sent, violation) => {
  expect(readPage({ ...sent }).violations).toEqual([violation]);
});

test('the largest page and limit are accepted, together with filters', () => {
  const read = readPage({ page: '10000', limit: '100', status: 'OPEN' });
  expect(read).toEqual({ violations: [], page: { page: 10_000, limit: 100, status: 'OPEN' } });
});

test.each([
  [
    { page: 1, limit: 20 },
    { limit: 21, offset: 0 },
  ],
  [
    { page: 3, limit: 7 },
    { limit: 8, offset: 14 },
  ],
  [
    { page: 10_000, limit: 100 },
    { limit: 101, offset: 999_900 },
  ],
])(
  'the page %j is read with %j, which includes one extra row to know if there is a next page',
  (page, expected) => {
    expect(cut(page)).toEqual(expected);
  },
);

test.each([
  [0, 0],
  [1, 1],
  [20, 1],
  [21, 2],
  [1_000_000, 50_000],
])('a list of %i rows in pages of twenty has %i pages', (total, totalPages) => {
  expect(paged({ page: 1, limit: 20 }, total, [])).toEqual({
    data: [],
    total,
    page: 1,
    limit: 20,
    totalPages,
  });
});

test('a page beyond the last has no rows, and has all other properties of a page', () => {
  const beyond = paged({ page: 9, limit: 20 }, 3, []);
  expect(validator.body(PageOf(Type.Object({})))(beyond)).toEqual([]);
  expect(beyond).toMatchObject({ data: [], total: 3, page: 9, totalPages: 1 });
});

const ids = [9, 8, 7, 6, 5].map((digit) => ({ id: `01957a2e-7c00-7000-8000-00000000000${digit}` }));

test('every page except the last has a cursor to the next page', () => {
  const first = paged({ page: 1, limit: 2 }, 5, ids.slice(0, 3));
  expect(first.data).toEqual(ids.slice(0, 2));
  const { nextCursor } = first;
  expect(cut({ page: 1, limit: 2, cursor: nextCursor })).toEqual({
    limit: 3,
    offset: 0,
    after: ['01957a2e-7c00-7000-8000-000000000008'],
  });
  const second = paged({ page: 1, limit: 2, cursor: nextCursor }, 5, ids.slice(2));
  expect(second).toMatchObject({ data: ids.slice(2, 4), page: 2, total: 5, totalPages: 3 });
  const last = paged({ page: 1, limit: 2, cursor: second.nextCursor }, 5, ids.slice(4));
  expect(last).toEqual({ data: ids.slice(4), page: 3, limit: 2, total: 5, totalPages: 3 });
});

const byName: ListOrder<{ name: string | null; id: string }> = {
  name: 'names',
  kinds: ['text', 'id'],
  placeOf: ({ name, id }) => [name, id],
};
const place = (order: string, ...after: (string | number | null)[]) => writeCursor({ order, page: 2, after });
const id = '01957a2e-7c00-7000-8000-000000000001';

test('a list can continue after a row whose sort value is null', () => {
  const { nextCursor } = pagedBy(
    byName,
    { page: 1, limit: 1 },
    2,
    [
      { name: null, id },
      { name: null, id },
    ],
    (row) => row,
  );
  expect(cut({ page: 1, limit: 1, cursor: nextCursor }, byName).after).toEqual([null, id]);
});

test.each([
  ['another order', place('newest', id)],
  ['too few values', place('names', 'Keller')],
  ['too many values', place('names', 'Keller', id, id)],
  ['a number for a text', place('names', 1, id)],
  ['a text for an id', place('names', 'Keller', 'Keller')],
  ['a NUL character', place('names', 'a\0b', id)],
  ['no list', Buffer.from('{}').toString('base64url')],
])('a paging cursor with %s is refused', (_, cursor) => {
  expect(() => cut({ page: 1, limit: 20, cursor }, byName)).toThrow(
    expect.objectContaining({ details: { errors: [`cursor ${CURSOR_PROBLEM}`] } }),
  );
});

test('a request with both a cursor and a page number is refused', () => {
  expect(() => cut({ page: 2, limit: 20, cursor: place('newest', id) }, newest)).toThrow(
    expect.objectContaining({ details: { errors: ['page must be left out where cursor is sent'] } }),
  );
});

test('the estimated total of a list is marked as an estimate', () => {
  const { data: _data, ...facts } = paged({ page: 1, limit: 2 }, { total: 60_000, isEstimated: true }, []);
  expect(facts).toEqual({ page: 1, limit: 2, total: 60_000, totalPages: 30_000, totalIsEstimated: true });
});
