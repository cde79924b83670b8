import { expect, test } from 'vitest';
import { type Estimate, endWords } from './estimate-words.ts';

const now = new Date(2026, 10, 16, 12, 0).getTime();
const at = (hour: number, day = 16) => new Date(2026, 10, day, hour, 20).toISOString();
const estimate = (more: Partial<Estimate> = {}): Estimate => ({
  ...{ waiting: 200, parallelCalls: 10, callSeconds: 92, endsAt: at(14), latestEndsAt: at(16) },
  ...{ unknownBecause: null, ...more },
});

test('the estimate of a run says when it ends, and by what', () => {
  expect(endWords(estimate(), now)).toMatch(
    /^Ends at about .*(2|14)[:.]20.*: 200 contacts wait, 10 calls at a time, 1 min 32 s a call on average\./,
  );
  expect(endWords(estimate({ endsAt: at(9, 17) }), now)).toMatch(/17/);
  expect(endWords(estimate({ waiting: 1, parallelCalls: 1, callSeconds: 60 }), now)).toContain(
    '1 contact waits, one call at a time, 1 min a call',
  );
});

test('the estimate of a run says when most calls end, and names those who are called days later', () => {
  const later = {
    contacts: 3,
    callbacks: 3,
    lastAt: at(9, 20),
    othersEndAt: at(14),
    othersLatestEndAt: null,
  };
  const words = (more: Partial<typeof later> = {}) =>
    endWords(estimate({ endsAt: at(9, 20), later: { ...later, ...more } }), now);
  expect(words()).toMatch(
    /^Most calls end at about .*(2|14)[:.]20.*; 3 call-backs come later, the last at .*20.*: 200 contacts wait/,
  );
  expect(words({ contacts: 1, callbacks: 1 })).toContain('; 1 call-back comes later, at ');
  expect(words({ callbacks: 0 })).toContain('; 3 retries come later');
  expect(words({ callbacks: 1 })).toContain('; 3 retries and call-backs come later');
  const unknown = { endsAt: null, callSeconds: null, unknownBecause: 'NO_CALLS_YET' as const };
  expect(
    endWords(
      estimate({ ...unknown, latestEndsAt: at(9, 20), later: { ...later, othersLatestEndAt: at(16) } }),
      now,
    ),
  ).toMatch(/the first calls would end at .*(4|16)[:.]20/);
});

test('the estimate of a run says why the end is not known', () => {
  const unknown = (unknownBecause: Estimate['unknownBecause'], more: Partial<Estimate> = {}) =>
    endWords(estimate({ endsAt: null, unknownBecause, ...more }), now);
  expect(unknown('NO_CALLS_YET', { callSeconds: null })).toMatch(
    /^When it ends is not known yet: .*maximum time, the first calls would end at .*20/,
  );
  expect(unknown('PAUSED')).toContain('while the run is paused');
  expect(unknown('TOO_FAR')).toContain('more than two months');
  expect(unknown('OVER')).toBeUndefined();
});
