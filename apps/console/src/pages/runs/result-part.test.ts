import { expect, test } from 'vitest';
import { bothOf, partOf } from './result-part.ts';

const willRenew = { resultKind: 'outcome', resultKey: 'will_renew', resultValue: 'Yes' } as const;

test('a number in a part of the results opens those who are in the part and behind the number', () => {
  const second = { andResultKind: 'outcome', andResultKey: 'will_renew', andResultValue: 'Yes' };
  const price = { resultKind: 'tag', resultKey: 'price', resultValue: 'Yes' } as const;
  expect(bothOf({ status: 'COMPLETED' }, price)).toEqual({ status: 'COMPLETED', ...price });
  expect(bothOf({ ...willRenew, versionId: 'a' }, price)).toEqual({ versionId: 'a', ...second, ...price });
  expect(bothOf(willRenew, { step: 'CALLED' })).toEqual({ ...willRenew, step: 'CALLED' });
});

test('the page of results follows only the filters that it shows', () => {
  expect(partOf({ ...willRenew, calledFrom: '2026-03-12T10:00:00Z', step: 'CALLED' })).toEqual(willRenew);
});
