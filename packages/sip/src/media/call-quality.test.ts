import { expect, test } from 'vitest';
import { qualityOf } from './call-quality.ts';

const counts = {
  sent: 1000,
  received: 1000,
  lost: 0,
  late: 0,
  jitterMs: 2,
  strangers: 0,
  roundTripMs: 40,
  quietMs: 0,
};

test('a call without loss scores above 4.3, and each impairment lowers the score', () => {
  const good = qualityOf(counts).mos ?? 0;
  expect(good).toBeGreaterThan(4.3);
  for (const worse of [{ lost: 50 }, { late: 50 }, { jitterMs: 150 }, { roundTripMs: 600 }])
    expect(qualityOf({ ...counts, ...worse }).mos).toBeLessThan(good - 0.1);
});

test('a fifth of the packets lost scores below 3', () => {
  const { mos, lossShare } = qualityOf({ ...counts, received: 800, lost: 200 });
  expect(lossShare).toBeCloseTo(0.2);
  expect(mos).toBeLessThan(3);
});

test('a call of which nothing was heard has no score', () => {
  expect(qualityOf({ ...counts, received: 0 })).toMatchObject({ mos: null, heardNothing: true });
});
