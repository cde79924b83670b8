import { setTimeout as sleep } from 'node:timers/promises';
import { type Transferable, Worker } from 'node:worker_threads';
import { FairQueue, type FairQueueLimits, QueueFull } from '@parley/kernel/concurrency.ts';
import { Failure } from '@parley/kernel/failure.ts';
import { giveWayToAll, newThreadNumber, processorMsOf, type ThreadNumber } from './thread-priority.ts';

export interface ThreadPoolOptions {
  /** Gets orders as messages, one at a time, and answers each with one message. What goes wrong ends it. */
  readonly thread: URL;
  /** What it does, for messages: "reads documents". */
  readonly purpose: string;
  readonly limits: FairQueueLimits;
  readonly heapMegabytes: number;
  /** Of memory outside the heap, which the limit of the heap does not hold; default unlimited. */
  readonly bufferMegabytes?: number;
  /** A thread gets one order only, because what it reads may leave something behind. */
  readonly isForOne?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  /** How much longer the first order of a thread may take, because the thread loads its code then; default no longer. */
  readonly startMs?: number;
  /** An order that has had the processor for longer gives way to all others; default three seconds. */
  readonly longMs?: number;
  /** So long after the last order its threads are ended, each of which takes tens of megabytes; default five minutes. */
  readonly quietMs?: number;
}

export interface ThreadWork {
  /** Whose turn it takes: the id of a company. */
  readonly owner: string;
  readonly timeoutMs: number;
  /** First it gets a turn of this length; what does not end in it begins again, behind everybody's short work. */
  readonly firstMs?: number;
  /** It only computes: time in which others had the processor does not count, up to a bound. */
  readonly isComputing?: boolean;
  /** It waits behind short work from the beginning. */
  readonly isLong?: boolean;
  /** Nobody waits for the answer any more: the thread is ended. */
  readonly signal?: AbortSignal | undefined;
}

/** What kept a thread from answering. */
export class ThreadFailure extends Error {
  override readonly name = 'ThreadFailure';
  readonly kind: 'timeout' | 'memory' | 'failed';

  constructor(kind: ThreadFailure['kind'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

// Often enough that buffers, which grow by doubling, do so once between two looks.
const LOOK_MS = 50;
const RETRY_AFTER_SECONDS = 5;
const LONG_MS = 3000;
const QUIET_MS = 5 * 60_000;
/** However busy the machine is, work that computes ends after so many times its time. */
const MOST_TURNS = 10;

/**
 * Work that would hold up every call and request, in threads of its own. Companies take turns, short work comes first.
 * A thread that fails, takes too long or uses too much memory is ended, and the next order gets a new one.
 */
export class ThreadPool {
  readonly #options: ThreadPoolOptions;
  readonly #queue: FairQueue;
  readonly #idle: Worker[] = [];
  readonly #busy = new Set<Worker>();
  #quiet: NodeJS.Timeout | undefined;
  readonly #closing = new AbortController();
  readonly #untils = new WeakMap<AbortSignal, AbortSignal>();
  readonly #numbers = new WeakMap<Worker, ThreadNumber>();

  constructor(options: ThreadPoolOptions) {
    this.#options = options;
    this.#queue = new FairQueue(options.limits);
  }

  /** Threads that work at the moment. */
  get busy(): number {
    return this.#busy.size;
  }

  /**
   * Rejects with a ThreadFailure, the reason of the signal, or a Failure that says when to ask again. `makeOrder` is called
   * for every turn that the order gets.
   */
  async run<Answer>(
    makeOrder: () => { readonly order: unknown; readonly transfer?: readonly Transferable[] },
    { owner, timeoutMs, firstMs, isLong = false, isComputing = false, signal }: ThreadWork,
  ): Promise<Answer> {
    const until = signal ? this.#orClosing(signal) : this.#closing.signal;
    const turn = (ms: number, isLongTurn: boolean) =>
      this.#queue.run(owner, () => this.#work<Answer>(makeOrder(), { timeoutMs: ms, isComputing }, until), {
        isLong: isLongTurn,
        signal: until,
      });
    try {
      if (this.#closing.signal.aborted) throw this.#closing.signal.reason;
      if (firstMs === undefined || firstMs >= timeoutMs || isLong) return await turn(timeoutMs, isLong);
      return await turn(firstMs, false).catch((error: unknown) => {
        if (error instanceof ThreadFailure && error.kind === 'timeout') return turn(timeoutMs, true);
        throw error;
      });
    } catch (error) {
      if (error instanceof QueueFull)
        throw unavailable(`Too many requests wait for a thread that ${this.#options.purpose}`);
      throw error;
    }
  }

  /** Made once for orders that are given up together. */
  #orClosing(signal: AbortSignal): AbortSignal {
    const known = this.#untils.get(signal) ?? AbortSignal.any([signal, this.#closing.signal]);
    this.#untils.set(signal, known);
    return known;
  }

  async close(): Promise<void> {
    clearTimeout(this.#quiet);
    this.#closing.abort(unavailable('The service is stopping'));
    await Promise.all([...this.#idle.splice(0), ...this.#busy].map((worker) => worker.terminate()));
  }

  async #work<Answer>(
    { order, transfer = [] }: { readonly order: unknown; readonly transfer?: readonly Transferable[] },
    { timeoutMs, isComputing }: Bound,
    until: AbortSignal,
  ): Promise<Answer> {
    const { isForOne = false, startMs = 0, longMs = LONG_MS } = this.#options;
    const kept = this.#idle.pop();
    const worker = kept ?? this.#start();
    this.#busy.add(worker);
    let isFit = false;
    let gaveWay = false;
    const number = this.#numbers.get(worker) ?? newThreadNumber();
    const untilLongMs = processorMsOf(number) + longMs;
    const long = setInterval(() => {
      if (gaveWay || processorMsOf(number) < untilLongMs) return;
      gaveWay = true;
      giveWayToAll(number);
    }, longMs);
    try {
      const answer = await this.#answerOf<Answer>(
        worker,
        () => worker.postMessage(order, transfer),
        { timeoutMs: kept === undefined ? timeoutMs + startMs : timeoutMs, isComputing },
        until,
      );
      isFit = !isForOne && !gaveWay && !until.aborted;
      return answer;
    } finally {
      clearInterval(long);
      this.#busy.delete(worker);
      if (isFit) this.#keep(worker);
      else await worker.terminate();
    }
  }

  #keep(worker: Worker): void {
    this.#idle.push(worker);
    clearTimeout(this.#quiet);
    const end = () => this.#idle.splice(0).map((idle) => idle.terminate());
    this.#quiet = setTimeout(end, this.#options.quietMs ?? QUIET_MS).unref();
  }

  #start(): Worker {
    const { thread, heapMegabytes, env = {} } = this.#options;
    const threadNumber = newThreadNumber();
    const worker = new Worker(thread, {
      workerData: { threadNumber },
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
      // What people said or sent must not reach the log through a library's complaint.
      stdout: true,
      stderr: true,
      env: { ...env, ...compileCache() },
    });
    this.#numbers.set(worker, threadNumber);
    worker.stdout.resume();
    worker.stderr.resume();
    // Waiting for work keeps no process alive; one that ends meanwhile is not given any.
    worker.unref();
    worker.on('error', () => {});
    worker.once('exit', () => {
      const at = this.#idle.indexOf(worker);
      if (at >= 0) this.#idle.splice(at, 1);
    });
    return worker;
  }

  async #answerOf<Answer>(
    worker: Worker,
    send: () => void,
    { timeoutMs, isComputing }: Bound,
    until: AbortSignal,
  ): Promise<Answer> {
    const { purpose, bufferMegabytes } = this.#options;
    const offs: (() => void)[] = [];
    let isSettled = false;
    let timer: NodeJS.Timeout | undefined;
    let watch: NodeJS.Timeout | undefined;
    worker.ref();
    try {
      return await new Promise<Answer>((resolve, reject) => {
        const fail = (kind: ThreadFailure['kind'], message: string, cause?: unknown) =>
          reject(new ThreadFailure(kind, message, { cause }));
        let before: Promise<number> | undefined;
        const late = async (turns: number): Promise<void> => {
          const usedMs = before === undefined ? timeoutMs : (await processorMs(worker)) - (await before);
          if (isSettled) return;
          const leftMs = Math.max(timeoutMs - usedMs, LOOK_MS);
          if (usedMs < timeoutMs && turns < MOST_TURNS)
            timer = setTimeout(late, leftMs, turns + leftMs / timeoutMs);
          else fail('timeout', `A thread that ${purpose} took longer than ${timeoutMs} ms`);
        };
        // Asking a thread for its processor time costs as much as an order to it: one that is answered soon is not asked.
        const lookMs = isComputing ? Math.min(LOOK_MS, timeoutMs / 2) : 0;
        const look = () => {
          before = processorMs(worker);
          timer = setTimeout(late, timeoutMs - lookMs, 1);
        };
        timer = isComputing ? setTimeout(look, lookMs) : setTimeout(late, timeoutMs, 1);
        const listen = <Value>(event: string, then: (value: Value) => void) => {
          worker.on(event, then);
          offs.push(() => worker.off(event, then));
        };
        const giveUp = () => reject(until.reason);
        until.addEventListener('abort', giveUp);
        offs.push(() => until.removeEventListener('abort', giveUp));
        listen('message', resolve);
        listen('error', (error: NodeJS.ErrnoException) =>
          fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'failed', error.message, error),
        );
        listen('exit', (code: number) => fail('failed', `A thread that ${purpose} exited with code ${code}`));
        if (bufferMegabytes !== undefined)
          watch = watchBuffers(worker, bufferMegabytes, () =>
            fail('memory', `A thread that ${purpose} used too much memory`),
          );
        send();
      });
    } finally {
      clearTimeout(timer);
      clearInterval(watch);
      isSettled = true;
      for (const off of offs) off();
      worker.unref();
    }
  }
}

/** A thread that finds its code compiled starts in less than half the time. */
const compileCache = (): Readonly<Record<string, string>> => {
  const { NODE_COMPILE_CACHE } = process.env;
  return NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {};
};

interface Bound {
  readonly timeoutMs: number;
  readonly isComputing: boolean;
}

/** A thread that does not even answer this is not waiting for the processor. */
const ANSWER_MS = 5000;

/** Nothing of a thread that has not begun; of one that has ended it does not matter. */
const processorMs = (worker: Worker): Promise<number> =>
  Promise.race([
    worker.cpuUsage().then(
      ({ user, system }) => (user + system) / 1000,
      () => 0,
    ),
    sleep(ANSWER_MS, Number.POSITIVE_INFINITY, { ref: false }),
  ]);

const unavailable = (why: string): Failure =>
  new Failure('unavailable', `${why}: ask again in a moment.`, { retryAfterSeconds: RETRY_AFTER_SECONDS });

/** A PDF of 3 MB, made for it, unpacked to 7 GB before its time was over: calls end with a process that has no memory. */
const watchBuffers = (worker: Worker, megabytes: number, onExceeded: () => void): NodeJS.Timeout =>
  setInterval(() => {
    worker.getHeapStatistics().then(
      ({ external_memory }) => {
        if (external_memory > megabytes * 1024 ** 2) onExceeded();
      },
      // The thread has ended, and says so itself.
      () => {},
    );
  }, LOOK_MS);
