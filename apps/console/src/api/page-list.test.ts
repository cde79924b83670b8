import { expect, test } from 'vitest';
import { pagingAfter } from './page-list.ts';

const page = { data: [], total: 120, page: 1, totalPages: 3 };

test('the next page of a list is requested with the cursor that the previous page returned', () => {
  expect(pagingAfter({ limit: 50 }, { ...page, nextCursor: 'a' })).toEqual({ limit: 50, cursor: 'a' });
  expect(pagingAfter({ limit: 50, cursor: 'a' }, { ...page, nextCursor: 'b' })).toEqual({
    limit: 50,
    cursor: 'b',
  });
  expect(pagingAfter({ limit: 50, cursor: 'b' }, page)).toBeUndefined();
});

test('the next page of a list whose pages return no cursor is requested by page number', () => {
  expect(pagingAfter({ limit: 50 }, page)).toEqual({ limit: 50, page: 2 });
  expect(pagingAfter({ limit: 50, page: 3 }, { ...page, page: 3 })).toBeUndefined();
});
