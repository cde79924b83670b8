import { Worker } from 'node:worker_threads';
import { SpeechFailure } from '../speech-failure.ts';
import { END, type ThreadReply } from './thread-orders.ts';

export interface ThreadPoolOptions {
  readonly thread: URL;
  /** What each thread is told at its start. */
  readonly workerData?: unknown;
  readonly threads: number;
  readonly mostWaiting: number;
  /** From when a thread has taken an order, its own start included. */
  readonly timeoutMs: number;
  /**
   * Whether a thread may be ended in the middle of its work. One with onnxruntime must not: it takes the whole process
   * and all its calls down (Napi::Error, seen with 1.30). Then one that is late is left to finish.
   */
  readonly mayTerminate: boolean;
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
 * they are needed and stay warm. One that dies or takes too long costs its own order and no other.
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
    await Promise.all([...this.#idle.splice(0), ...this.#busy].map((worker) => this.#end(worker)));
  }

  async #end(worker: Worker): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    worker.ref();
    worker.once('exit', resolve);
    worker.postMessage(END);
    const timer = setTimeout(() => resolve(this.#options.mayTerminate && worker.terminate()), STOP_MS);
    await promise;
    clearTimeout(timer);
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
    while (!this.#isStopped) {
      const next = this.#next();
      if (next === undefined) return;
      const worker =
        this.#idle.pop() ?? (this.#busy.size < this.#options.threads ? this.#start() : undefined);
      if (worker === undefined) return;
      this.#waiting = this.#waiting.filter((job) => job !== next);
      this.#give(worker, next);
    }
  }

  /** Where there are several threads, the last free one is kept for what is urgent. */
  #next(): Job<Order, Answer> | undefined {
    const urgent = this.#waiting.find(({ isUrgent }) => isUrgent);
    const { threads } = this.#options;
    const mayTakeOther = threads === 1 || this.#busy.size < threads - 1;
    return urgent ?? (mayTakeOther ? this.#waiting[0] : undefined);
  }

  #give(worker: Worker, { order, outcome }: Job<Order, Answer>): void {
    const { timeoutMs } = this.#options;
    const late = new SpeechFailure('deadline', `The offline speech did not answer within ${timeoutMs} ms`);
    const timer = setTimeout(() => {
      outcome.reject(late);
      if (this.#options.mayTerminate) void worker.terminate();
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
      outcome.reject(new SpeechFailure('unavailable', 'The thread of the offline speech ended'));
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

/** For what is under way when the service stops. */
const STOP_MS = 10_000;

const dropped = (why: string): SpeechFailure => new SpeechFailure('unavailable', why);
