import { expect, test } from 'vitest';
import { AnalysisShare } from './analysis-share.ts';

/** Each company in turn takes as much as it may, until none may take any more. */
function shared(places: number, companies: readonly string[]): number[] {
  const share = new AnalysisShare(places);
  const taken = new Map(companies.map((id) => [id, 0]));
  for (let changed = true; changed; ) {
    changed = false;
    for (const id of companies) {
      const { most, perCompany, exceptions } = share.capacity(places);
      const room = Math.min(most, exceptions.get(id) ?? perCompany);
      for (let i = 0; i < room; i++) share.begin(id);
      taken.set(id, (taken.get(id) ?? 0) + room);
      changed ||= room > 0;
    }
  }
  return [...taken.values()];
}

test('one company alone has half of the places for analyses, and those that come later find some free', () => {
  expect(shared(200, ['one'])).toEqual([100]);
  expect(shared(200, ['one', 'two', 'three', 'four'])).toEqual([100, 50, 25, 13]);
});

test('a single place is used', () => {
  expect(shared(1, ['one', 'two'])).toEqual([1, 0]);
});

test('a company that had most places gets no more until others have as many', () => {
  const share = new AnalysisShare(12);
  for (let i = 0; i < 6; i++) share.begin('one');
  for (let i = 0; i < 3; i++) share.begin('two');
  share.end('one', 1);
  expect(share.capacity(50)).toEqual({
    most: 4,
    perCompany: 2,
    exceptions: new Map([
      ['one', 0],
      ['two', 1],
    ]),
  });
  share.end('one', 5);
  share.end('two', 3);
  expect(share.isIdle).toBe(true);
  expect(share.capacity(50)).toEqual({ most: 12, perCompany: 6, exceptions: new Map() });
});
