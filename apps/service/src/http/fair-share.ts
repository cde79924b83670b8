import { setTimeout as sleep } from 'node:timers/promises';
import { FairQueue, limitConcurrency, QueueFull } from '@parley/kernel/concurrency.ts';
import { Failure } from '@parley/kernel/failure.ts';
import { LoopTurns } from '@parley/kernel/loop-turns.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { onceOver } from './reply-over.ts';

/** Reading, checking and storing a body of this size takes the event loop a millisecond; of a megabyte, thirty. */
const LARGE_BYTES = 16 * 1024;

/** Of one company: a page may take tens of megabytes until it is sent, and whoever asks for many gets them in turn. */
const listLimits = {
  atOnce: Number.POSITIVE_INFINITY,
  atOnceEach: 8,
  mostWaiting: 10_000,
  mostWaitingEach: 200,
};

/** Downloads of one company that are being written, part by part: those that wait for their client to read take no place. */
const downloadLimits = {
  atOnce: Number.POSITIVE_INFINITY,
  atOnceEach: 2,
  mostWaiting: Number.POSITIVE_INFINITY,
  mostWaitingEach: Number.POSITIVE_INFINITY,
};
const downloadsOfManyLimits = { ...downloadLimits, atOnceEach: 8 };
/** A part that takes longer hangs, such as in an object store that does not answer, and lets the next ones go on. */
const LONGEST_PART_MS = 5000;

/** Large bodies: one of each company at a time, from its reading until it is answered and the company has rested. */
const largeLimits = {
  atOnce: Number.POSITIVE_INFINITY,
  atOnceEach: 1,
  mostWaiting: 1000,
  mostWaitingEach: 100,
};
/** Of all companies, from their reading until they are answered. */
const LARGE_AT_ONCE = 8;

/** Requests of one company while others ask for something too: each step of another request waits for no more than these. */
const requestLimits = {
  atOnce: Number.POSITIVE_INFINITY,
  atOnceEach: 4,
  mostWaiting: Number.POSITIVE_INFINITY,
  mostWaitingEach: 1000,
};
/** Of an ATS key or an administrator, who act for many companies. */
const manyCompaniesLimits = { ...requestLimits, atOnceEach: 16 };
/**
 * The event loop works for a request for some milliseconds. One that takes longer waits for something else, such as the
 * database or a thread, and makes room for the next meanwhile: a company whose requests all wait still begins twenty a second.
 */
const LONGEST_MS = 100;
/**
 * While others ask for something too, a company may have requests under way for two fifths of the time, counted together. Who asks
 * now and then never notices; who sends without pause rests after each request until the time is made up for.
 */
const SHARE = 0.4;
/** Of an ATS key or an administrator. */
const SHARE_OF_MANY = 2;
/** Of the downloads of a company, beside its other requests: whoever exports a run of thousands may go on working meanwhile. */
const SHARE_OF_DOWNLOADS = 0.25;
const SHARE_OF_DOWNLOADS_OF_MANY = 1;
/** A small request counts for no longer: whatever takes longer waits for something that others may have made slow. */
const LONGEST_COUNTED_MS = 20;
/** So much at once costs no rest. */
const BURST_MS = 200;
const LONGEST_REST_MS = 500;
/** However long a company has sent without pause, a second later it may ask for a few things at once again. */
const MOST_USED_MS = 500;
/** Whatever was under way before is made up for by then. */
const FORGOTTEN_MS = 2000;
/** Clients give up after some time, and should hear before that they send too much. */
const LONGEST_WAIT_MS = 10_000;

const tooMany = (message: string): Failure =>
  new Failure('too_many_requests', message, { retryAfterSeconds: 1 });

const TOO_MANY_AT_ONCE = 'Too many requests are sent at once: send fewer';
const TOO_MANY_DOWNLOADS = 'Too many downloads are asked for at once: ask for fewer';

/**
 * What each company gets of this process where a request costs much: lists, downloads and large bodies wait for those of the
 * same company, and long steps on the event loop alternate between companies.
 */
export class FairShare {
  readonly #lists = new FairQueue(listLimits);
  readonly #large = new FairQueue(largeLimits);
  readonly #largeOfAll = limitConcurrency(LARGE_AT_ONCE);
  readonly #requests = new FairQueue(requestLimits);
  readonly #ofMany = new FairQueue(manyCompaniesLimits);
  readonly #downloads = new FairQueue(downloadLimits);
  readonly #downloadsOfMany = new FairQueue(downloadsOfManyLimits);
  readonly #turns: LoopTurns;
  readonly #isLarge = new WeakSet<FastifyRequest>();
  /** What gives back the places of a request. */
  readonly #holding = new WeakMap<FastifyRequest, (() => void)[]>();
  readonly #pause: (ms: number) => Promise<void>;
  readonly #nowMs: () => number;
  /** For how long each had requests or downloads under way, less its share of the time since; who asked last is last. */
  readonly #used = new Map<string, { readonly usedMs: number; readonly atMs: number }>();

  constructor(
    pause: (ms: number) => Promise<void> = (ms) => sleep(ms, undefined, { ref: false }),
    nowMs = () => performance.now(),
  ) {
    this.#pause = pause;
    this.#nowMs = nowMs;
    this.#turns = new LoopTurns({ nowMs });
  }

  /** Somebody asks for something. */
  see(owner: string): void {
    this.#turns.see(owner);
  }

  /** Waited for before a request is carried out; undefined: nothing to wait for. Rejects when the client leaves, or waits too long. */
  begin(owner: string, reply: FastifyReply, forMany = false): Promise<void> | undefined {
    this.see(owner);
    if (this.#isLarge.has(reply.request) || isLarge(reply.request) || !this.#turns.isShared(owner))
      return undefined;
    const patience = waitFor(reply, TOO_MANY_AT_ONCE);
    return new Promise((resolve, reject) => {
      const work = async () => {
        patience.begin();
        resolve();
        const beganMs = this.#nowMs();
        await Promise.race([closedOrLate(reply), this.#released(reply.request)]);
        const tookMs = Math.min(this.#nowMs() - beganMs, LONGEST_COUNTED_MS);
        await this.#rest(owner, tookMs, forMany ? SHARE_OF_MANY : SHARE);
      };
      const queue = forMany ? this.#ofMany : this.#requests;
      queue.run(owner, work, patience).catch((error: unknown) => {
        patience.end();
        reject(error instanceof QueueFull ? tooMany(TOO_MANY_AT_ONCE) : error);
      });
    });
  }

  /** After a request that took so long. */
  async #rest(owner: string, tookMs: number, share: number, account = owner): Promise<void> {
    const restMs = this.#restAfter(account, tookMs, share);
    if (restMs > 0 && this.#turns.isShared(owner)) await this.#pause(restMs);
  }

  #restAfter(account: string, tookMs: number, share: number): number {
    const nowMs = this.#nowMs();
    const { usedMs: before, atMs } = this.#used.get(account) ?? { usedMs: 0, atMs: nowMs };
    const usedMs = Math.min(Math.max(0, before - share * (nowMs - atMs)) + tookMs, MOST_USED_MS);
    this.#used.delete(account);
    this.#used.set(account, { usedMs, atMs: nowMs });
    for (const [one, { atMs: lastMs }] of this.#used) {
      if (nowMs - lastMs < FORGOTTEN_MS) break;
      this.#used.delete(one);
    }
    return Math.min(Math.max(0, usedMs - BURST_MS) / share, LONGEST_REST_MS);
  }

  /** Gives back what a request holds: its refusal is sent late. */
  release(request: FastifyRequest): void {
    for (const give of this.#holding.get(request) ?? []) give();
  }

  #released(request: FastifyRequest): Promise<void> {
    return new Promise((resolve) => {
      this.#holding.set(request, [...(this.#holding.get(request) ?? []), resolve]);
    });
  }

  turn(owner: string): Promise<void> {
    return this.#turns.take(owner);
  }

  /**
   * Waited for before a body is read; undefined: nothing to wait for. `answered` settles when the reply was sent, or the client
   * has gone. Rejects when the client leaves, or waits too long.
   */
  beginBody(
    request: FastifyRequest,
    bytes: number,
    owner: string,
    answered: Promise<unknown> | undefined,
    forMany = false,
  ): Promise<void> | undefined {
    if (bytes < LARGE_BYTES || answered === undefined) return undefined;
    this.#isLarge.add(request);
    const waiting = new AbortController();
    const leave = () => waiting.abort(new Failure('timeout', 'The client has gone'));
    const tooManyLarge = tooMany('Too many large requests are sent at once: send fewer');
    const timer = setTimeout(() => waiting.abort(tooManyLarge), LONGEST_WAIT_MS);
    answered.then(leave, leave);
    return new Promise((resolve, reject) => {
      const work = async () => {
        waiting.signal.throwIfAborted();
        clearTimeout(timer);
        resolve(this.turn(owner));
        const beganMs = this.#nowMs();
        await Promise.race([answered, this.#released(request)]);
        return Math.min(this.#nowMs() - beganMs, LONGEST_MS);
      };
      const workAndRest = async () =>
        this.#rest(owner, await this.#largeOfAll(work), forMany ? SHARE_OF_MANY : SHARE);
      this.#large.run(owner, workAndRest, { signal: waiting.signal }).catch((error: unknown) => {
        clearTimeout(timer);
        reject(error instanceof QueueFull ? tooManyLarge : error);
      });
    });
  }

  /** Waited for before what was sent is checked: another long step, where the body was large. */
  beginAnswer(request: FastifyRequest, owner: string): Promise<void> | undefined {
    return this.#isLarge.has(request) ? this.turn(owner) : undefined;
  }

  /**
   * Begins a download, which holds its place until its first part is there. Each further one waits for a place of its own. Rejects
   * when the client leaves, or waits too long.
   */
  async download<Result>(
    owner: string,
    reply: FastifyReply,
    answer: () => Promise<Result>,
    forMany = false,
  ): Promise<Result> {
    const patience = waitFor(reply, TOO_MANY_DOWNLOADS);
    try {
      return await this.#part(owner, answer, forMany, patience);
    } finally {
      patience.end();
    }
  }

  /** Makes a part of a download. All the time that it takes counts, what the database works for it too. */
  part<Result>(owner: string, make: () => Promise<Result>, forMany = false): Promise<Result> {
    return this.#part(owner, make, forMany);
  }

  #part<Result>(
    owner: string,
    make: () => Promise<Result>,
    forMany: boolean,
    patience?: Patience,
  ): Promise<Result> {
    return new Promise((resolve, reject) => {
      const work = async () => {
        patience?.begin();
        await this.turn(owner);
        const beganMs = this.#nowMs();
        const made = make();
        made.then(resolve, reject);
        await settledOrLate(made);
        const share = forMany ? SHARE_OF_DOWNLOADS_OF_MANY : SHARE_OF_DOWNLOADS;
        await this.#rest(owner, this.#nowMs() - beganMs, share, `downloads of ${owner}`);
      };
      const queue = forMany ? this.#downloadsOfMany : this.#downloads;
      queue.run(owner, work, patience).catch(reject);
    });
  }

  /** A list holds its place until the reply is sent, or the client has gone. */
  list(owner: string, reply: FastifyReply, answer: () => Promise<FastifyReply>): Promise<FastifyReply> {
    return new Promise((resolve, reject) => {
      let isOver = false;
      const over = new Promise<void>((done) => {
        onceOver(reply, () => {
          isOver = true;
          done();
        });
      });
      const work = async () => {
        // Nobody waits for the answer any more.
        if (isOver) return resolve(reply);
        resolve(await answer());
        await over;
      };
      this.#lists.run(owner, work).catch((error: unknown) => {
        reject(
          error instanceof QueueFull ? tooMany('Too many lists are asked for at once: ask for fewer') : error,
        );
      });
    });
  }
}

interface Patience {
  /** Aborted when the client leaves, or has waited too long. */
  readonly signal: AbortSignal;
  /** It is their turn. Throws when they have gone. */
  readonly begin: () => void;
  readonly end: () => void;
}

/** How long a client waits for their turn. */
function waitFor(reply: FastifyReply, message: string): Patience {
  const waiting = new AbortController();
  const leave = () => waiting.abort(new Failure('timeout', 'The client has gone'));
  reply.raw.once('close', leave);
  const timer = setTimeout(() => waiting.abort(tooMany(message)), LONGEST_WAIT_MS);
  const end = () => {
    clearTimeout(timer);
    reply.raw.off('close', leave);
  };
  const begin = () => {
    // The reply to a request that was sent behind another does not notice that their connection closes.
    if (reply.raw.destroyed || reply.request.raw.socket.destroyed) leave();
    waiting.signal.throwIfAborted();
    end();
  };
  return { signal: waiting.signal, begin, end };
}

const settledOrLate = (made: Promise<unknown>): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, LONGEST_PART_MS);
    const settled = () => {
      clearTimeout(timer);
      resolve();
    };
    made.then(settled, settled);
  });

/** Large bodies wait for each other, and do not hold up what is small meanwhile. A GET has none, whatever it says. */
const isLarge = ({ method, headers }: FastifyRequest): boolean =>
  method !== 'GET' && Number(headers['content-length'] ?? 0) >= LARGE_BYTES;

const closedOrLate = (reply: FastifyReply): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, LONGEST_MS);
    reply.raw.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
  });
