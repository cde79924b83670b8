import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { SpeechFailure } from '../speech-failure.ts';
import type { WorkerReply } from './worker-orders.ts';

export interface WorkerPoolOptions {
  readonly start: StartWorker;
  readonly program: URL;
  /** Passed to each worker at its start. */
  readonly data?: unknown;
  readonly workers: number;
  readonly mostWaiting: number;
  /** From when a worker has taken an order, its own start included. */
  readonly timeoutMs: number;
}

export interface Asking {
  /** What is not urgent waits behind all that is, and is the first to be dropped. */
  readonly isUrgent: boolean;
  readonly signal?: AbortSignal;
}

interface Job<Order, Answer> {
  readonly order: Order;
  readonly isUrgent: boolean;
  readonly outcome: PromiseWithResolvers<Answer>;
}

interface Seat<Answer> {
  readonly worker: PoolWorker;
  /** What is done with the reply to the order that it works at. */
  take: ((reply: WorkerReply<Answer> | 'exit') => void) | undefined;
}

/**
 * Workers that all calls of a process share, for work that would hold up every call on the main thread. They start when
 * they are needed and stay warm. One that dies or takes too long costs its own order, and the next order a new start.
 */
export class WorkerPool<Order, Answer> {
  readonly #options: WorkerPoolOptions;
  readonly #seats = new Set<Seat<Answer>>();
  #waiting: Job<Order, Answer>[] = [];
  #isStopped = false;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
  }

  /** Rejects with a SpeechFailure: no room, no answer in time, or what the worker said. */
  ask(order: Order, { isUrgent, signal }: Asking): Promise<Answer> {
    const outcome = Promise.withResolvers<Answer>();
    const job: Job<Order, Answer> = { order, isUrgent, outcome };
    if (this.#isStopped) outcome.reject(unavailable('The service is stopping'));
    else if (signal?.aborted) outcome.reject(unavailable('The request was cancelled'));
    else if (this.#hasRoomFor(job)) {
      this.#waiting.push(job);
      signal?.addEventListener('abort', () => this.#drop(job, 'The request was cancelled'), { once: true });
      this.#serve();
    } else outcome.reject(unavailable('Offline speech is overloaded'));
    return outcome.promise;
  }

  /** Starts a worker where there is none, so that the first order need not wait for it. */
  warm(): void {
    if (!this.#isStopped && this.#seats.size === 0) this.#start();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const job of this.#waiting) this.#drop(job, 'The service is stopping');
    await Promise.all([...this.#seats].map(({ worker }) => worker.end()));
  }

  #hasRoomFor(job: Job<Order, Answer>): boolean {
    if (this.#waiting.length < this.#options.mostWaiting) return true;
    const least = job.isUrgent ? this.#waiting.find(({ isUrgent }) => !isUrgent) : undefined;
    if (least === undefined) return false;
    this.#drop(least, 'Offline speech is overloaded');
    return true;
  }

  /** Without effect on what a worker has taken: it is answered, and nobody listens. */
  #drop(job: Job<Order, Answer>, why: string): void {
    if (!this.#waiting.includes(job)) return;
    this.#waiting = this.#waiting.filter((other) => other !== job);
    job.outcome.reject(unavailable(why));
  }

  #serve(): void {
    while (!this.#isStopped) {
      const next = this.#next();
      const seat = next === undefined ? undefined : this.#freeSeat();
      if (next === undefined || seat === undefined) return;
      this.#waiting = this.#waiting.filter((job) => job !== next);
      this.#give(seat, next);
    }
  }

  /** Where there are several workers, the last free one is kept for what is urgent. */
  #next(): Job<Order, Answer> | undefined {
    const urgent = this.#waiting.find(({ isUrgent }) => isUrgent);
    const busy = [...this.#seats].filter(({ take }) => take !== undefined).length;
    const mayTakeOther = this.#options.workers === 1 || busy < this.#options.workers - 1;
    return urgent ?? (mayTakeOther ? this.#waiting[0] : undefined);
  }

  #freeSeat(): Seat<Answer> | undefined {
    for (const seat of this.#seats) if (seat.take === undefined) return seat;
    return this.#seats.size < this.#options.workers ? this.#start() : undefined;
  }

  #give(seat: Seat<Answer>, { order, outcome }: Job<Order, Answer>): void {
    const { timeoutMs } = this.#options;
    const { worker } = seat;
    const timer = setTimeout(() => {
      outcome.reject(new SpeechFailure('deadline', `Offline speech did not answer within ${timeoutMs} ms`));
      void worker.end();
    }, timeoutMs);
    seat.take = (reply) => {
      clearTimeout(timer);
      seat.take = undefined;
      worker.release();
      if (reply === 'exit') outcome.reject(unavailable('The worker for offline speech exited'));
      else if ('failure' in reply) outcome.reject(new SpeechFailure('unusable', reply.failure));
      else outcome.resolve(reply.answer);
      this.#serve();
    };
    worker.hold();
    worker.give(order);
  }

  #start(): Seat<Answer> {
    const { start, program, data } = this.#options;
    const seat: Seat<Answer> = { worker: start(program, data), take: undefined };
    this.#seats.add(seat);
    seat.worker.onReply((reply) => seat.take?.(reply as WorkerReply<Answer>));
    seat.worker.onExit(() => {
      this.#seats.delete(seat);
      seat.take?.('exit');
    });
    return seat;
  }
}

const unavailable = (why: string): SpeechFailure => new SpeechFailure('unavailable', why);

/** One of a pool's workers, whatever it runs in. */
interface PoolWorker {
  give(order: unknown): void;
  onReply(listener: (reply: unknown) => void): void;
  /** However it came to its end. */
  onExit(listener: () => void): void;
  /** While it works it keeps this process alive, while it waits it does not. */
  hold(): void;
  release(): void;
  /** At once, in the middle of whatever it does. */
  end(): Promise<void>;
}

/** Starts a worker with a program and its start data. */
type StartWorker = (program: URL, data: unknown) => PoolWorker;

/** A thread: cheap, and good for whatever cannot take the process down. */
export const startThread: StartWorker = (program, workerData) => {
  const worker = new Worker(program, { workerData, stdout: true, stderr: true, env: {} });
  // What was said in a call must not reach the log through a library's complaint.
  worker.stdout.resume();
  worker.stderr.resume();
  // The exit event follows and informs the callers.
  worker.on('error', () => {});
  worker.unref();
  return {
    give: (order) => worker.postMessage(order),
    onReply: (listener) => worker.on('message', listener),
    onExit: (listener) => worker.once('exit', listener),
    hold: () => worker.ref(),
    release: () => worker.unref(),
    end: async () => {
      await worker.terminate();
    },
  };
};

/**
 * A process, for native code: a thread with onnxruntime that is ended in the middle of its work ends the whole process,
 * and every call in it (an uncaught Napi::Error, seen with 1.30).
 */
export const startProcess: StartWorker = (program, data) => {
  const child = fork(fileURLToPath(program), [JSON.stringify(data)], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: [],
    env: {},
  });
  const exit = Promise.withResolvers<void>();
  child.once('exit', () => exit.resolve());
  // It could not be started or reached: treated as an exit.
  child.on('error', () => exit.resolve());
  const release = () => {
    child.unref();
    child.channel?.unref();
  };
  release();
  return {
    give: (order) => child.send(order as object, () => {}),
    onReply: (listener) => child.on('message', listener),
    onExit: (listener) => void exit.promise.then(listener),
    hold() {
      child.ref();
      child.channel?.ref();
    },
    release,
    async end() {
      child.kill('SIGKILL');
      child.ref();
      await exit.promise;
    },
  };
};
