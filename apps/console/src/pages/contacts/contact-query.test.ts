import { expect, test } from 'vitest';
import { idsOf, isNumberSearch, whereOf } from './contact-query.ts';

test('digits are searched for as a phone number, all other words in names and addresses', () => {
  expect(['+41 44 668', '044/668', '(500) 555-0000'].map(isNumberSearch)).toEqual([true, true, true]);
  expect(['44', '000', 'ada 123', 'ada@example.com', ''].map(isNumberSearch)).toEqual(
    Array.from({ length: 5 }, () => false),
  );
  expect(whereOf({ search: ' 044 668 ' })).toEqual({ phoneNumber: '044 668' });
  expect(whereOf({ search: 'Ada' })).toEqual({ search: 'Ada' });
});

test('a filter in the address that cannot be read is ignored', () => {
  expect(whereOf({ filter: '{"conditions":[{"on":"tag","anyOf":["x"]}]}' })).toEqual({
    filter: { conditions: [{ on: 'tag', anyOf: ['x'] }] },
  });
  expect(whereOf({ filter: '{oh' })).toEqual({});
  expect(whereOf({ filter: '7' })).toEqual({});
  expect(whereOf({ filter: '{"conditions":7}' })).toEqual({});
});

test('everybody whom a search finds is known before anything is done with them', async () => {
  const pages = [['a', 'b'], ['b', 'c'], ['d']];
  const asked: unknown[] = [];
  const ids = await idsOf({ where: { tag: 'x' }, total: 4 }, async (body) => {
    asked.push([body.tag, body.sort, body.page]);
    return { data: (pages[(body.page ?? 1) - 1] ?? []).map((id) => ({ id })), totalPages: pages.length };
  });
  expect(ids).toEqual(['a', 'b', 'c', 'd']);
  expect(asked).toEqual([1, 2, 3].map((page) => ['x', 'createdAt', page]));
});
