import { limitConcurrency, withTimeout } from '@parley/kernel/concurrency.ts';
import { Failure } from '@parley/kernel/failure.ts';
import { Unprintable } from '../domains/analysis/report.model.ts';
import type { AnalysisPdfs } from '../domains/webhooks/delivery.actions.ts';
import type { Claimed } from '../domains/webhooks/delivery.model.ts';
import type { Everywhere } from '../storage/scope.ts';

/** As many as the printer has threads, so that a report requested through the API finds no queue before it. */
const CONCURRENCY = 2;
/** After this many failures a delivery goes out without its PDF. */
const MOST_FAILURES = 3;
/** Looking up a stored report takes milliseconds. */
const LOOKUP_MS = 5000;
/** Delay before asking a busy printer or an unreachable storage again. */
const RETRY_MS = 5000;
/** How long a delivery waits while reports cannot be printed at all. */
const PATIENCE_MS = 3_600_000;
/** A printed report is fetched immediately, unless the webhook was disabled; later it may be out of date. */
const KEPT_MS = 60_000;

export interface PendingPdfsOptions {
  readonly everywhere: Everywhere;
  readonly pdfs: AnalysisPdfs;
  /** The delivery is due again in this many milliseconds. */
  readonly onEnd: (deliveryId: string, dueInMs: number) => void;
}

/**
 * Deliveries that wait for the PDF they carry. Only their ids are kept, so that a thousand of them block nobody. When the
 * process dies they are forgotten, and their deliveries fall due by themselves.
 */
export class PendingPdfs {
  readonly #options: PendingPdfsOptions;
  readonly #limit = limitConcurrency(CONCURRENCY);
  readonly #waiting = new Map<string, Promise<void>>();
  readonly #printed = new Map<string, Buffer | null>();

  constructor(options: PendingPdfsOptions) {
    this.#options = options;
  }

  /** The delivery's PDF; null when it cannot be printed, undefined when it is not ready yet. */
  async fetch(delivery: Claimed): Promise<Buffer | null | undefined> {
    if (this.#waiting.has(delivery.id)) return undefined;
    const printed = this.#printed.get(delivery.id);
    this.#printed.delete(delivery.id);
    if (printed !== undefined) return printed;
    const kept = this.#options.pdfs.kept(this.#scope(delivery), attemptOf(delivery));
    return withTimeout(LOOKUP_MS, kept).catch(() => undefined);
  }

  /** Prints the delivery's PDF in the background. */
  wait(delivery: Claimed): void {
    if (this.#waiting.has(delivery.id)) return;
    const waiting = this.#limit(() => this.#print(delivery)).then((pdf) => {
      this.#waiting.delete(delivery.id);
      if (pdf !== undefined) this.#hold(delivery.id, pdf);
      this.#options.onEnd(delivery.id, pdf === undefined ? RETRY_MS : 0);
    });
    this.#waiting.set(delivery.id, waiting);
  }

  get isIdle(): boolean {
    return this.#waiting.size === 0;
  }

  /** Resolves once everything that waits now is done. */
  async idle(): Promise<void> {
    await Promise.all(this.#waiting.values());
  }

  /** Undefined when it is worth trying later. */
  async #print(delivery: Claimed): Promise<Buffer | null | undefined> {
    for (let failures = 0; failures < MOST_FAILURES; failures++) {
      try {
        return await this.#options.pdfs.make(this.#scope(delivery), attemptOf(delivery));
      } catch (error) {
        if (!(error instanceof Unprintable)) return this.#isWorthWaiting(delivery, error) ? undefined : null;
      }
    }
    return null;
  }

  #isWorthWaiting({ queuedAt }: Claimed, error: unknown): boolean {
    const isBusy = error instanceof Failure && error.kind === 'unavailable';
    return isBusy || this.#options.everywhere.now().getTime() - queuedAt.getTime() < PATIENCE_MS;
  }

  /** Kept here although it was stored too: where storing fails, it would be printed for ever. */
  #hold(deliveryId: string, pdf: Buffer | null): void {
    this.#printed.set(deliveryId, pdf);
    setTimeout(() => this.#printed.delete(deliveryId), KEPT_MS).unref();
  }

  #scope({ companyId }: Claimed) {
    return this.#options.everywhere.within(companyId, { kind: 'system', id: 'delivery' });
  }
}

const attemptOf = ({ data }: Claimed): string => String(data.callAttemptId);
