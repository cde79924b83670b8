import { AsyncLocalStorage } from 'node:async_hooks';
import { syncBuiltinESMExports } from 'node:module';
import timersPromises from 'node:timers/promises';
import type { SeededRandom } from './seeded-random.ts';
import { installVirtualDisk } from './virtual-disk.ts';

/** A machine as far as time knows it. Whatever runs in its name has its clock and its timers. */
export interface Machine {
  readonly name: string;
  /** How far its clock is ahead. */
  skewMs: number;
  /** Its timers wait until then. */
  frozenUntilMs: number;
  /** Nothing of it happens any more. */
  isDead: boolean;
}

interface Happening {
  atMs: number;
  readonly tie: number;
  readonly machine: Machine | undefined;
  readonly happen: () => void;
}

const machines = new AsyncLocalStorage<{ readonly time: VirtualTime; readonly machine: Machine }>();

/** The time of a simulation: it stands still until the next thing happens, and then is the time of that. */
export class VirtualTime {
  nowMs: number;
  /** What machines want to do in the next turns of the event loop. */
  immediates = 0;
  readonly #startMs: number;
  readonly #ties: SeededRandom;
  readonly #happenings = new Set<Happening>();

  constructor(startMs: number, ties: SeededRandom) {
    this.nowMs = startMs;
    this.#startMs = startMs;
    this.#ties = ties;
  }

  /** Does the work in the name of the machine: with its clock, and so does all that follows from it. */
  as<Result>(machine: Machine, work: () => Result): Result {
    return machines.run({ time: this, machine }, work);
  }

  at(atMs: number, happen: () => void, machine?: Machine): Happening {
    const happening = {
      atMs: Math.max(atMs, this.nowMs),
      tie: this.#ties.next(),
      machine,
      happen,
    };
    this.#happenings.add(happening);
    return happening;
  }

  cancel(happening: Happening): void {
    this.#happenings.delete(happening);
  }

  after(afterMs: number, happen: () => void, machine?: Machine): Happening {
    return this.at(this.nowMs + afterMs, happen, machine);
  }

  /** Advances to the next happening and has it happen. False: there is none. */
  step(): boolean {
    for (;;) {
      const next = this.#takeNext();
      if (next === undefined) return false;
      if (next.machine?.isDead) continue;
      const { machine } = next;
      if (machine !== undefined && machine.frozenUntilMs > next.atMs) {
        next.atMs = machine.frozenUntilMs;
        this.#happenings.add(next);
        continue;
      }
      this.nowMs = Math.max(this.nowMs, next.atMs);
      if (machine === undefined) next.happen();
      else this.as(machine, next.happen);
      return true;
    }
  }

  /** When the next thing happens that belongs to no machine. */
  nextOfWorld(): number {
    let leastMs = Number.POSITIVE_INFINITY;
    for (const { atMs, machine } of this.#happenings)
      if (machine === undefined) leastMs = Math.min(leastMs, atMs);
    return leastMs;
  }

  /** Time passes in which the timers of machines stand still: nothing would have come of them. */
  skip(byMs: number): void {
    this.nowMs += byMs;
    for (const happening of this.#happenings) if (happening.machine) happening.atMs += byMs;
  }

  monotonicMs(): number {
    return this.nowMs - this.#startMs + 1_000_000;
  }

  #takeNext(): Happening | undefined {
    let first: Happening | undefined;
    for (const one of this.#happenings)
      if (first === undefined || one.atMs < first.atMs || (one.atMs === first.atMs && one.tie < first.tie))
        first = one;
    if (first !== undefined) this.#happenings.delete(first);
    return first;
  }
}

/** What setTimeout answers. */
class VirtualTimer {
  readonly #time: VirtualTime;
  happening: Happening | undefined;

  constructor(time: VirtualTime) {
    this.#time = time;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  hasRef(): boolean {
    return true;
  }

  cancel(): void {
    if (this.happening) this.#time.cancel(this.happening);
    this.happening = undefined;
  }

  [Symbol.dispose](): void {
    this.cancel();
  }
}

/**
 * Looking again and again, where nobody said that there is something, would be nearly all of the work: here it comes less often,
 * as on a busy machine. By what each waits for: runs (there are none), due calls, deliveries and analyses, lost calls.
 */
const polls: Readonly<Record<number, number>> = { 500: 60_000, 1000: 6000, 2000: 4000, 5000: 6000 };
const paced = (ms: number | undefined): number => Math.max(1, polls[ms ?? 1] ?? ms ?? 1);

type Callback = (...args: unknown[]) => void;

/**
 * Gives clocks, timers and a disk to whatever runs in the name of a machine; everything else keeps the real ones. Answers what puts
 * the real ones back for all.
 */
export function installVirtualTime(): () => void {
  const real = {
    Date: globalThis.Date,
    setTimeout: globalThis.setTimeout,
    setInterval: globalThis.setInterval,
    clearTimeout: globalThis.clearTimeout,
    clearInterval: globalThis.clearInterval,
    now: performance.now,
    sleep: timersPromises.setTimeout,
    abortAfter: AbortSignal.timeout,
    setImmediate: globalThis.setImmediate,
    turn: timersPromises.setImmediate,
  };
  const current = () => machines.getStore();
  const wallMs = (): number => {
    const here = current();
    return here === undefined ? real.Date.now() : Math.floor(here.time.nowMs + here.machine.skewMs);
  };
  const timer = (afterMs: number | undefined, callback: () => void): VirtualTimer => {
    const { time, machine } = current() as NonNullable<ReturnType<typeof current>>;
    const made = new VirtualTimer(time);
    made.happening = time.after(afterMs ?? 1, callback, machine);
    return made;
  };
  const clear =
    (realClear: (timer?: never) => void) =>
    (given: unknown): void =>
      given instanceof VirtualTimer ? given.cancel() : realClear(given as never);
  globalThis.Date = new Proxy(real.Date, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [wallMs()] : args, newTarget),
    get: (target, name) => (name === 'now' ? wallMs : Reflect.get(target, name)),
  });
  globalThis.setTimeout = ((callback: Callback, afterMs?: number, ...args: unknown[]) =>
    current() === undefined
      ? real.setTimeout(callback, afterMs, ...args)
      : timer(paced(afterMs), () => callback(...args))) as typeof globalThis.setTimeout;
  globalThis.setInterval = ((callback: Callback, everyMs?: number, ...args: unknown[]) => {
    if (current() === undefined) return real.setInterval(callback, everyMs, ...args);
    const again = (made: VirtualTimer): VirtualTimer => {
      made.happening = timer(paced(everyMs), () => {
        again(made);
        callback(...args);
      }).happening;
      return made;
    };
    return again(new VirtualTimer((current() as { readonly time: VirtualTime }).time));
  }) as typeof globalThis.setInterval;
  globalThis.clearTimeout = clear(real.clearTimeout) as typeof globalThis.clearTimeout;
  globalThis.clearInterval = clear(real.clearInterval) as typeof globalThis.clearInterval;
  performance.now = () => {
    const here = current();
    return here === undefined ? real.now.call(performance) : here.time.monotonicMs();
  };
  timersPromises.setTimeout = ((afterMs?: number, value?: unknown, options?: { signal?: AbortSignal }) => {
    if (current() === undefined) return real.sleep(afterMs, value, options);
    return new Promise((resolve, reject) => {
      const signal = options?.signal;
      if (signal?.aborted) return reject(signal.reason);
      const onAbort = () => {
        waiting.cancel();
        reject(signal?.reason);
      };
      const waiting = timer(afterMs, () => {
        signal?.removeEventListener('abort', onAbort);
        resolve(value as never);
      });
      signal?.addEventListener('abort', onAbort, { once: true });
    });
  }) as typeof timersPromises.setTimeout;
  AbortSignal.timeout = (afterMs: number) => {
    if (current() === undefined) return real.abortAfter.call(AbortSignal, afterMs);
    const controller = new AbortController();
    timer(afterMs, () => controller.abort(new DOMException('The operation timed out', 'TimeoutError')));
    return controller.signal;
  };
  globalThis.setImmediate = ((callback: Callback, ...args: unknown[]) => {
    const here = current();
    if (here === undefined) return real.setImmediate(callback, ...args);
    here.time.immediates += 1;
    return real.setImmediate(() => {
      here.time.immediates -= 1;
      if (!here.machine.isDead) callback(...args);
    });
  }) as typeof globalThis.setImmediate;
  timersPromises.setImmediate = ((value?: unknown) =>
    current() === undefined
      ? real.turn(value)
      : new Promise((resolve) =>
          globalThis.setImmediate(() => resolve(value as never)),
        )) as typeof timersPromises.setImmediate;
  syncBuiltinESMExports();
  const restoreDisk = installVirtualDisk(() => current() !== undefined);
  return () => {
    restoreDisk();
    globalThis.setImmediate = real.setImmediate;
    timersPromises.setImmediate = real.turn;
    globalThis.Date = real.Date;
    globalThis.setTimeout = real.setTimeout;
    globalThis.setInterval = real.setInterval;
    globalThis.clearTimeout = real.clearTimeout;
    globalThis.clearInterval = real.clearInterval;
    performance.now = real.now;
    timersPromises.setTimeout = real.sleep;
    AbortSignal.timeout = real.abortAfter;
    syncBuiltinESMExports();
  };
}
