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
  silentMs: 0,
};

test('the MOS of a call without loss is above 4.3, and each impairment lowers it', () => {
  const good = qualityOf(counts).mos ?? 0;
  expect(good).toBeGreaterThan(4.3);
  for (const worse of [{ lost: 50 }, { late: 50 }, { jitterMs: 150 }, { roundTripMs: 600 }])
    expect(qualityOf({ ...counts, ...worse }).mos).toBeLessThan(good - 0.1);
});

test('the MOS of a call with a fifth of its packets lost is below 3', () => {
  const { mos, lossShare } = qualityOf({ ...counts, received: 800, lost: 200 });
  expect(lossShare).toBeCloseTo(0.2);
  expect(mos).toBeLessThan(3);
});

test('the MOS of our audio at the other side is that of its reports', () => {
  const there = (lossShare: number) =>
    qualityOf({ ...counts, outbound: { lossShare, jitterMs: 2, highestSequence: 900 } });
  expect(there(0).outbound?.mos).toBeGreaterThan(4.3);
  expect(there(0.2).outbound?.mos).toBeLessThan(3);
  expect(there(0.2).mos).toBeGreaterThan(4.3);
  expect(qualityOf(counts)).toMatchObject({ outbound: null, unheardMs: 0, unheardAtEndMs: 0 });
});

test('a call without received audio has no MOS', () => {
  expect(qualityOf({ ...counts, received: 0 })).toMatchObject({ mos: null, heardNothing: true });
});
