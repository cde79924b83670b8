import { expect, test } from 'vitest';
import type { Filters } from '../../components/filters.tsx';
import { idsOf, isEverybody, isNumberSearch, whereOf } from './contact-query.ts';

test('digits are searched as a phone number, all other words in names and addresses', () => {
  expect(['+41 44 668', '044/668', '(500) 555-0000'].map(isNumberSearch)).toEqual([true, true, true]);
  expect(['44', '000', 'ada 123', 'ada@example.com', ''].map(isNumberSearch)).toEqual(
    Array.from({ length: 5 }, () => false),
  );
  expect(whereOf({ search: ' 044 668 ' })).toEqual({ phoneNumber: '044 668' });
  expect(whereOf({ search: 'Ada' })).toEqual({ search: 'Ada' });
});

test("an invalid filter in the page's URL is ignored", () => {
  expect(whereOf({ filter: '{"conditions":[{"on":"tag","anyOf":["x"]}]}' })).toEqual({
    filter: { conditions: [{ on: 'tag', anyOf: ['x'] }] },
  });
  expect(whereOf({ filter: '{oh' })).toEqual({});
  expect(whereOf({ filter: '7' })).toEqual({});
  expect(whereOf({ filter: '{"conditions":7}' })).toEqual({});
});

test('an action on all contacts found by a search reads all result pages first, each contact once', async () => {
  const pages = [['a', 'b'], ['b', 'c'], ['d']];
  const asked: unknown[] = [];
  const ids = await idsOf({ where: { tag: 'x' }, total: 4 }, async (body) => {
    asked.push([body.tag, body.sort, body.cursor]);
    const place = Number(body.cursor ?? 0);
    const nextCursor = place + 1 < pages.length ? String(place + 1) : undefined;
    return { data: (pages[place] ?? []).map((id) => ({ id })), nextCursor };
  });
  expect(ids).toEqual(['a', 'b', 'c', 'd']);
  expect(asked).toEqual([undefined, '1', '2'].map((cursor) => ['x', 'createdAt', cursor]));
});

test('a selection of the whole list is everybody only where nothing narrows the list', () => {
  const filter = (conditions: object[]) => ({ filter: JSON.stringify({ conditions }) });
  const all = (filters: Filters) => isEverybody({ where: whereOf(filters), total: 3 });
  expect([all({}), all({ search: ' ' }), all(filter([]))]).toEqual([true, true, true]);
  expect([all({ tag: 'vip' }), all(filter([{ on: 'email' }]))]).toEqual([false, false]);
  expect(isEverybody({ ids: ['a'] })).toBe(false);
});
