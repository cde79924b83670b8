import { type Attachments, carriesPdf, withAttachments } from '../domains/webhooks/delivery.actions.ts';
import {
  type Claimed,
  type Exchanged,
  isSuccess,
  type Move,
  type Sent,
} from '../domains/webhooks/delivery.model.ts';
import { claim, move, record } from '../domains/webhooks/delivery-queue.actions.ts';

import { exchange, type Post } from '../domains/webhooks/webhook-request.actions.ts';
import type { Everywhere } from '../storage/scope.ts';
import { PendingPdfs } from './pending-pdfs.ts';

/** A new receiver gets a few concurrent requests; one that answers well gets more, up to this. */
const FIRST = 2;
const MOST = 32;

interface Target {
  limit: number;
  underWay: number;
  /** Whether anything happened since the last look. */
  isFresh: boolean;
}

/**
 * How many requests each receiver gets at a time. One that fails or hangs is down to one, so that it holds next to
 * none of the places that all of them share.
 */
export class TargetPace {
  readonly #targets = new Map<string, Target>();

  /** For those not listed by `exceptions`. */
  readonly first = FIRST;

  exceptions(): ReadonlyMap<string, number> {
    return new Map(
      [...this.#targets].map(([id, { limit, underWay }]) => [id, Math.max(0, limit - underWay)]),
    );
  }

  begin(id: string): void {
    const target = this.#targets.get(id) ?? { limit: FIRST, underWay: 0, isFresh: true };
    target.underWay++;
    target.isFresh = true;
    this.#targets.set(id, target);
  }

  end(id: string, isSuccess: boolean): void {
    const target = this.#targets.get(id);
    if (!target) return;
    target.underWay--;
    target.isFresh = true;
    target.limit = isSuccess ? Math.min(MOST, target.limit * 2) : 1;
  }

  /** It ended without a request: nothing is known by it. */
  withdraw(id: string): void {
    const target = this.#targets.get(id);
    if (target) target.underWay--;
  }

  /** Forgets receivers that had nothing to do since the last time. */
  forgetIdle(): void {
    for (const [id, target] of this.#targets) {
      if (!target.isFresh && target.underWay === 0) this.#targets.delete(id);
      target.isFresh = false;
    }
  }
}

export interface DelivererOptions {
  readonly everywhere: Everywhere;
  readonly post: Post;
  readonly attachments: Attachments;
  /** From 0 to 1. */
  readonly random: () => number;
  /** While it answers true nothing is taken; absent: always false. */
  readonly isHeld?: () => boolean;
  readonly onError: (error: Error) => void;
  readonly onSent?: (sent: Sent) => void;
}

/** Places for requests under way, shared by all receivers. */
const PLACES = 512;
/** Retries fall due without anybody saying so. */
const LOOK_EVERY_MS = 1000;
/** As many results as one statement writes. */
const BATCH = 500;
const PAUSE_AFTER_ERROR_MS = 500;
/** A delivery that waits for its PDF is sent when the PDF is ready; if the process dies, it is due again after this time. */
const POSTPONED_MS = 60_000;

/** One whose event cannot be read now, because the KMS does not answer, is tried again after this time. */
const READABLE_AFTER_MS = 10_000;

/**
 * Sends what is due to webhooks. It takes deliveries from their own table, as many as there are places; each request
 * goes its own way, so that a slow receiver waits only for itself; results are written down together, as many as
 * ended while the last ones were being written. What waits for its PDF is given back meanwhile. A process that dies leaves its deliveries to be taken again.
 */
export class WebhookDeliverer {
  readonly #options: DelivererOptions;
  readonly #pace = new TargetPace();
  readonly #underWay = new Set<Promise<void>>();
  readonly #pendingPdfs: PendingPdfs;
  #sent: Sent[] = [];
  #moves = new Map<string, Move>();
  #taking: Promise<void> | undefined;
  #takeAgain = false;
  #writing: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;
  /** Nothing is written down any more; a request that is cut off says nothing about its receiver. */
  #abandoned = false;

  constructor(options: DelivererOptions) {
    this.#options = options;
    const { everywhere, attachments } = options;
    const onEnd = (id: string, dueInMs: number) => this.#move(id, dueInMs);
    this.#pendingPdfs = new PendingPdfs({ everywhere, pdfs: attachments.pdfs, onEnd });
  }

  start(): void {
    this.#timer = setInterval(() => {
      this.#pace.forgetIdle();
      this.wake();
    }, LOOK_EVERY_MS);
    this.wake();
  }

  /** There may be something to send. */
  wake(): void {
    this.#takeAgain = true;
    if (this.#mayTake) this.#taking ??= this.#take();
  }

  /** Sends everything that is due, and what becomes due meanwhile; for tests with a manual clock. */
  async deliverDue(): Promise<void> {
    this.wake();
    while (this.#taking || this.#writing || this.#underWay.size > 0 || !this.#pendingPdfs.isIdle)
      await Promise.all([this.#taking, this.#writing, ...this.#underWay, this.#pendingPdfs.idle()]);
  }

  /** Takes nothing new; what is under way gets the time to end, and what ended is written down. */
  async stop(graceMs: number): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    let patience: NodeJS.Timeout | undefined;
    const timeUp = new Promise<void>((resolve) => {
      patience = setTimeout(resolve, graceMs);
    });
    await this.#taking;
    await Promise.race([Promise.all(this.#underWay), timeUp]);
    clearTimeout(patience);
    await this.#writing;
    this.#abandoned = true;
  }

  get #mayTake(): boolean {
    return this.#takeAgain && !this.#stopped && !this.#options.isHeld?.() && this.#underWay.size < PLACES;
  }

  async #take(): Promise<void> {
    try {
      while (this.#mayTake) {
        this.#takeAgain = false;
        const most = PLACES - this.#underWay.size;
        const capacity = { most, perWebhook: this.#pace.first, exceptions: this.#pace.exceptions() };
        for (const delivery of await claim(this.#options.everywhere, capacity)) this.#send(delivery);
      }
    } catch (error) {
      this.#options.onError(error as Error);
    } finally {
      this.#taking = undefined;
    }
  }

  #send(delivery: Claimed): void {
    this.#pace.begin(delivery.webhookId);
    const sending = this.#exchange(delivery).then((exchanged) => {
      this.#underWay.delete(sending);
      if (exchanged === 'unreadable') this.#giveBack(delivery);
      else if (exchanged) this.#ended({ delivery, ...exchanged });
      else this.#postpone(delivery);
    });
    this.#underWay.add(sending);
  }

  /** Undefined when its PDF is still to be made. */
  async #exchange(delivery: Claimed): Promise<Exchanged | 'unreadable' | undefined> {
    const { everywhere, post, attachments } = this.#options;
    const pdf = carriesPdf(delivery, delivery) ? await this.#pendingPdfs.fetch(delivery) : null;
    if (pdf === undefined) return undefined;
    const data = await delivery.readData();
    if (data === undefined) return 'unreadable';
    const message = await withAttachments({ ...delivery, data }, pdf, attachments.recordingUrl);
    return exchange(post, { ...delivery, id: delivery.webhookId }, message, everywhere.now());
  }

  #ended(sent: Sent): void {
    this.#pace.end(sent.delivery.webhookId, isSuccess(sent.attempt));
    if (this.#abandoned) return;
    this.#sent.push(sent);
    this.#options.onSent?.(sent);
    this.#writing ??= this.#write();
  }

  #postpone(delivery: Claimed): void {
    this.#pace.withdraw(delivery.webhookId);
    this.#move(delivery.id, POSTPONED_MS, delivery.lease);
    this.#pendingPdfs.wait(delivery);
  }

  /** That is no try, and later events of its subject wait for it. */
  #giveBack(delivery: Claimed): void {
    this.#pace.withdraw(delivery.webhookId);
    this.#move(delivery.id, READABLE_AFTER_MS, delivery.lease);
  }

  /** Written after what ended before, one for each delivery: what is made at once was never postponed. */
  #move(id: string, dueInMs: number, lease = this.#moves.get(id)?.lease ?? null): void {
    if (this.#abandoned) return;
    this.#moves.set(id, { id, lease, dueAt: new Date(this.#options.everywhere.now().getTime() + dueInMs) });
    this.#writing ??= this.#write();
  }

  async #write(): Promise<void> {
    // What ends in the same turn is written with it.
    await new Promise((resolve) => setImmediate(resolve));
    try {
      while (this.#sent.length + this.#moves.size > 0 && !this.#abandoned) await this.#writeBatch();
    } finally {
      this.#writing = undefined;
    }
  }

  async #writeBatch(): Promise<void> {
    const { everywhere, random, onError } = this.#options;
    const batch = this.#sent.splice(0, BATCH);
    const moves = this.#moves;
    this.#moves = new Map();
    try {
      if (moves.size > 0) await move(everywhere, [...moves.values()]);
      moves.clear();
      if (batch.length > 0) await record(everywhere, batch, random);
    } catch (error) {
      onError(error as Error);
      this.#sent.unshift(...batch);
      for (const [id, { dueAt }] of this.#moves)
        moves.set(id, { ...(moves.get(id) ?? { id, lease: null }), dueAt });
      this.#moves = moves;
      // At the end of a stop there is no later: leases run out, and the next process sends these again.
      if (this.#stopped) this.#abandoned = true;
      else await new Promise((resolve) => setTimeout(resolve, PAUSE_AFTER_ERROR_MS));
    }
    this.wake();
  }
}
