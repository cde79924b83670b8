import { runningCompany } from '@parley/testing/running-company.ts';
import { startTestService, type TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Scope } from '../../storage/scope.ts';
import { RunWatch } from './run.actions.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ roles: ['api'] });
});
afterAll(() => service.stop());

const WATCHERS = 20;

/** Time that passes when the test says so. */
class TurnedTime {
  #nowMs = 0;
  readonly #pauses: { readonly atMs: number; readonly end: () => void }[] = [];

  readonly nowMs = () => this.#nowMs;
  readonly pause = (ms: number) =>
    new Promise<void>((end) => {
      this.#pauses.push({ atMs: this.#nowMs + ms, end });
    });

  get waiting(): number {
    return this.#pauses.length;
  }

  turn(ms: number): void {
    this.#nowMs += ms;
    const over = this.#pauses.filter(({ atMs }) => atMs <= this.#nowMs);
    this.#pauses.splice(0, this.#pauses.length, ...this.#pauses.filter((one) => !over.includes(one)));
    for (const { end } of over) end();
  }
}

/** A scope that counts what it asks the database. */
function counting(scope: Scope): { scope: Scope; queries: () => number } {
  let queries = 0;
  const counted = new Proxy(scope, {
    get(target, name) {
      const value = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]) => {
        queries += 1;
        return Reflect.apply(value, target, given);
      };
    },
  });
  return { scope: counted, queries: () => queries };
}

test('everybody who watches a run shares one query for each look at it, also who came a little later', async () => {
  const company = await runningCompany(service);
  const id = await company.newRun(1);
  const time = new TurnedTime();
  const watch = new RunWatch(time);
  const closing = new AbortController();
  const { scope, queries } = counting(company.scope);
  const shown: unknown[] = [];
  const follow = async (stream: AsyncIterator<unknown>): Promise<void> => {
    for (let next = await stream.next(); next.done !== true; next = await stream.next())
      shown.push(next.value);
  };
  const following: Promise<void>[] = [];
  for (let at = 0; at < WATCHERS; at += 1) {
    const stream = (await watch.watch(scope, id, closing.signal))[Symbol.asyncIterator]();
    following.push(follow(stream));
    await expect.poll(() => time.waiting, { interval: 1 }).toBe(at + 1);
    time.turn(10);
  }
  // Whether there is such a run is asked for each of them, and how it stands once.
  expect(queries()).toBe(WATCHERS + 1);
  expect(shown).toHaveLength(WATCHERS);

  for (let look = 1; look <= 5; look += 1) {
    // The first of them looks; the others follow within its look.
    for (let passedMs = 0; passedMs < 500; passedMs += 100) {
      time.turn(100);
      await expect.poll(() => time.waiting, { interval: 1 }).toBe(WATCHERS);
    }
    expect(queries()).toBe(WATCHERS + 1 + look);
  }

  closing.abort();
  time.turn(1000);
  await Promise.all(following);
});
