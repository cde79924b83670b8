import { expect, test } from 'vitest';
import { ServerClock } from './server-clock.ts';

const date = (ms: number) => new Date(ms).toUTCString();
const NOON_MS = Date.parse('2026-03-01T12:00:00Z');

/** A browser whose clock is wrong by so much, and the service's own time. */
function browserWrongBy(wrongMs: number) {
  let trueMs = NOON_MS;
  const browserMs = () => trueMs + wrongMs;
  const clock = new ServerClock(browserMs);
  return {
    reply(tookMs = 80) {
      const sentAtMs = browserMs();
      trueMs += tookMs;
      clock.learn(date(trueMs), sentAtMs);
    },
    pass: (ms: number) => (trueMs += ms),
    errorMs: () => clock.nowMs() - trueMs,
  };
}

test('a correct browser clock is not adjusted', () => {
  const browser = browserWrongBy(0);
  for (const ms of [0, 400, 333, 999, 5_000]) {
    browser.pass(ms);
    browser.reply();
    expect(browser.errorMs()).toBe(0);
  }
});

test.each([-5 * 60_000, 5 * 60_000, -3_600_000])(
  'a browser whose clock is off by %i ms shows the time of the service, to about a second',
  (wrongMs) => {
    const browser = browserWrongBy(wrongMs);
    browser.pass(400);
    browser.reply();
    expect(Math.abs(browser.errorMs())).toBeLessThanOrEqual(1_080);
    browser.pass(60_000);
    browser.reply();
    expect(Math.abs(browser.errorMs())).toBeLessThanOrEqual(1_080);
  },
);

test('a reply without a Date header does not change the clock of the console', () => {
  const clock = new ServerClock(() => 5);
  clock.learn(null, 0);
  expect(clock.nowMs()).toBe(5);
});
