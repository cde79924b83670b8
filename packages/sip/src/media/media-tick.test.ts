import { expect, test } from 'vitest';
import { type Beat, startTick, type TickTime } from './media-tick.ts';

/** Time that is turned by hand; timers come as late as is said. */
class ManualTime implements TickTime {
  #nowMs = 1000;
  #timer: { readonly atMs: number; readonly then: () => void } | undefined;

  nowMs(): number {
    return this.#nowMs;
  }

  wait(ms: number, then: () => void): { cancel(): void } {
    this.#timer = { atMs: this.#nowMs + ms, then };
    return {
      cancel: () => {
        this.#timer = undefined;
      },
    };
  }

  /** The timer goes off, so much too late. */
  fire(lateMs: number): boolean {
    const timer = this.#timer;
    if (timer === undefined) return false;
    this.#timer = undefined;
    this.#nowMs = timer.atMs + lateMs;
    timer.then();
    return true;
  }
}

test('late ticks of the media timer do not accumulate: after 100 ticks two seconds have passed', () => {
  const time = new ManualTime();
  const beats: Beat[] = [];
  startTick(time, (beat) => beats.push(beat));
  for (let i = 0; i < 100; i += 1) time.fire((i * 7) % 19);
  expect(beats.map(({ dueMs }) => dueMs)).toEqual(
    Array.from({ length: beats.length }, (_, i) => 1020 + i * 20),
  );
  expect(Math.abs(time.nowMs() - 1000 - beats.length * 20)).toBeLessThan(20);
});

test('a short stall of the media timer is caught up completely, a long one only in part', () => {
  const time = new ManualTime();
  const beats: Beat[] = [];
  startTick(time, (beat) => beats.push(beat));
  time.fire(60);
  expect(beats.map(({ skipped }) => skipped)).toEqual([0, 0, 0, 0]);
  time.fire(1000);
  expect(beats.slice(4).map(({ skipped }) => skipped)).toEqual([46, 0, 0, 0, 0]);
  expect(beats.at(-1)?.dueMs).toBe(1000 + 55 * 20);
});

test('a stopped media timer does not tick again, even if one of its ticks stopped it', () => {
  const time = new ManualTime();
  let beats = 0;
  const tick = startTick(time, () => {
    beats += 1;
    if (beats === 2) tick.stop();
  });
  time.fire(0);
  time.fire(80);
  expect(time.fire(0)).toBe(false);
  expect(beats).toBe(2);
});
