import { type AnalysisPdf, withAttachment } from '../domains/webhooks/attachment.actions.ts';
import { type Attempt, isSuccess } from '../domains/webhooks/delivery.model.ts';
import { claim, record } from '../domains/webhooks/delivery-queue.actions.ts';
import type { Claimed, Sent } from '../domains/webhooks/delivery-queue.model.ts';
import { exchange, type Post } from '../domains/webhooks/exchange.actions.ts';
import type { Everywhere } from '../storage/scope.ts';
import { TargetPace } from './target-pace.ts';

export interface DelivererOptions {
  readonly everywhere: Everywhere;
  readonly post: Post;
  readonly analysisPdf: AnalysisPdf;
  /** From 0 to 1. */
  readonly random: () => number;
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

/**
 * Sends what is due to webhooks. It takes deliveries from their own table, as many as there are places; each request
 * goes its own way, so that a slow receiver waits only for itself; results are written down together, as many as
 * ended while the last ones were being written. A process that dies leaves its deliveries to be taken again.
 */
export class WebhookDeliverer {
  readonly #options: DelivererOptions;
  readonly #pace = new TargetPace();
  readonly #underWay = new Set<Promise<void>>();
  #sent: Sent[] = [];
  #taking: Promise<void> | undefined;
  #takeAgain = false;
  #writing: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;
  /** Nothing is written down any more; a request that is cut off says nothing about its receiver. */
  #abandoned = false;

  constructor(options: DelivererOptions) {
    this.#options = options;
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

  /** Sends everything that is due, and what becomes due by that; for whoever turns the clock by hand. */
  async deliverDue(): Promise<void> {
    this.wake();
    while (this.#taking || this.#writing || this.#underWay.size > 0)
      await Promise.all([this.#taking, this.#writing, ...this.#underWay]);
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
    return this.#takeAgain && !this.#stopped && this.#underWay.size < PLACES;
  }

  async #take(): Promise<void> {
    try {
      while (this.#mayTake) {
        this.#takeAgain = false;
        const most = PLACES - this.#underWay.size;
        const room = { most, perWebhook: this.#pace.first, exceptions: this.#pace.exceptions() };
        for (const delivery of await claim(this.#options.everywhere, room)) this.#send(delivery);
      }
    } catch (error) {
      this.#options.onError(error as Error);
    } finally {
      this.#taking = undefined;
    }
  }

  #send(delivery: Claimed): void {
    const { onSent } = this.#options;
    this.#pace.begin(delivery.webhookId);
    const sending = this.#exchange(delivery).then((attempt) => {
      this.#pace.end(delivery.webhookId, isSuccess(attempt));
      this.#underWay.delete(sending);
      if (this.#abandoned) return;
      this.#sent.push({ delivery, attempt });
      onSent?.({ delivery, attempt });
      this.#writing ??= this.#write();
    });
    this.#underWay.add(sending);
  }

  async #exchange(delivery: Claimed): Promise<Attempt> {
    const { everywhere, post, analysisPdf } = this.#options;
    const scope = everywhere.within(delivery.companyId, { kind: 'system', id: 'delivery' });
    const message = await withAttachment(scope, delivery, analysisPdf);
    return exchange(post, { ...delivery, id: delivery.webhookId }, message, everywhere.now());
  }

  async #write(): Promise<void> {
    // What ends in the same turn is written with it.
    await new Promise((resolve) => setImmediate(resolve));
    try {
      while (this.#sent.length > 0 && !this.#abandoned) await this.#writeBatch();
    } finally {
      this.#writing = undefined;
    }
  }

  async #writeBatch(): Promise<void> {
    const batch = this.#sent.splice(0, BATCH);
    try {
      await record(this.#options.everywhere, batch, this.#options.random);
    } catch (error) {
      this.#options.onError(error as Error);
      this.#sent.unshift(...batch);
      // At the end of a stop there is no later: leases run out, and the next process sends these again.
      if (this.#stopped) this.#abandoned = true;
      else await new Promise((resolve) => setTimeout(resolve, PAUSE_AFTER_ERROR_MS));
    }
    this.wake();
  }
}
