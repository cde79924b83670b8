import { Worker } from 'node:worker_threads';
import { SpeechFailure } from '../speech-failure.ts';
import type { ThreadReply } from './thread-orders.ts';

export interface ThreadPoolOptions {
  readonly thread: URL;
  /** What each thread is told at its start. */
  readonly workerData?: unknown;
  readonly threads: number;
  readonly mostWaiting: number;
  /** From when a thread has taken an order, its own start included. */
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

/**
 * Threads that all calls of a process share, for work that would hold up every call on the main one. They start when
 * they are needed and stay warm. One that dies or takes too long costs its order, and the next order a new start.
 */
export class ThreadPool<Order, Answer> {
  readonly #options: ThreadPoolOptions;
  readonly #idle: Worker[] = [];
  readonly #busy = new Set<Worker>();
  #waiting: Job<Order, Answer>[] = [];
  #isStopped = false;

  constructor(options: ThreadPoolOptions) {
    this.#options = options;
  }

  /** Rejects with a SpeechFailure: no room, no answer in time, or what the thread said. */
  ask(order: Order, { isUrgent, signal }: Asking): Promise<Answer> {
    const outcome = Promise.withResolvers<Answer>();
    const job: Job<Order, Answer> = { order, isUrgent, outcome };
    if (this.#isStopped) outcome.reject(new SpeechFailure('unavailable', 'The service is stopping'));
    else if (signal?.aborted) outcome.reject(dropped('Nobody wants it any more'));
    else if (this.#hasRoomFor(job)) {
      this.#waiting.push(job);
      signal?.addEventListener('abort', () => this.#drop(job, 'Nobody wants it any more'), { once: true });
      this.#serve();
    } else outcome.reject(dropped('All threads of the offline speech are busy'));
    return outcome.promise;
  }

  /** Starts a thread where there is none, so that the first order need not wait for it. */
  warm(): void {
    if (!this.#isStopped && this.#idle.length + this.#busy.size === 0) this.#idle.push(this.#start());
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const job of this.#waiting) this.#drop(job, 'The service is stopping');
    await Promise.all([...this.#idle.splice(0), ...this.#busy].map((worker) => worker.terminate()));
  }

  #hasRoomFor(job: Job<Order, Answer>): boolean {
    if (this.#waiting.length < this.#options.mostWaiting) return true;
    const least = job.isUrgent ? this.#waiting.find(({ isUrgent }) => !isUrgent) : undefined;
    if (least === undefined) return false;
    this.#drop(least, 'All threads of the offline speech are busy');
    return true;
  }

  /** Without effect on what a thread has taken: it is answered, and nobody listens. */
  #drop(job: Job<Order, Answer>, why: string): void {
    if (!this.#waiting.includes(job)) return;
    this.#waiting = this.#waiting.filter((other) => other !== job);
    job.outcome.reject(dropped(why));
  }

  #serve(): void {
    while (this.#waiting.length > 0 && !this.#isStopped) {
      const worker =
        this.#idle.pop() ?? (this.#busy.size < this.#options.threads ? this.#start() : undefined);
      if (worker === undefined) return;
      const next = this.#waiting.find(({ isUrgent }) => isUrgent) ?? (this.#waiting[0] as Job<Order, Answer>);
      this.#waiting = this.#waiting.filter((job) => job !== next);
      this.#give(worker, next);
    }
  }

  #give(worker: Worker, { order, outcome }: Job<Order, Answer>): void {
    const { timeoutMs } = this.#options;
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      void worker.terminate();
    }, timeoutMs);
    const onReply = (reply: ThreadReply<Answer>) => {
      end();
      this.#idle.push(worker);
      if ('failure' in reply) outcome.reject(new SpeechFailure('unusable', reply.failure));
      else outcome.resolve(reply.answer);
      this.#serve();
    };
    const onExit = () => {
      end();
      outcome.reject(
        isLate
          ? new SpeechFailure('deadline', `The offline speech did not answer within ${timeoutMs} ms`)
          : new SpeechFailure('unavailable', 'The thread of the offline speech ended'),
      );
      this.#serve();
    };
    const end = () => {
      clearTimeout(timer);
      worker.off('message', onReply);
      worker.off('exit', onExit);
      worker.unref();
      this.#busy.delete(worker);
    };
    worker.on('message', onReply);
    worker.on('exit', onExit);
    worker.ref();
    this.#busy.add(worker);
    worker.postMessage(order);
  }

  #start(): Worker {
    const { thread, workerData } = this.#options;
    const worker = new Worker(thread, { workerData, stdout: true, stderr: true, env: {} });
    // What was said in a call must not reach the log through a library's complaint.
    worker.stdout.resume();
    worker.stderr.resume();
    // Waiting for work keeps no process alive.
    worker.unref();
    // Its exit, which follows, tells whoever waits.
    worker.on('error', () => {});
    worker.once('exit', () => {
      const at = this.#idle.indexOf(worker);
      if (at >= 0) this.#idle.splice(at, 1);
    });
    return worker;
  }
}

const dropped = (why: string): SpeechFailure => new SpeechFailure('unavailable', why);
