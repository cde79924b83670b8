import { within } from '@parley/kernel/deadline.ts';
import { Failure } from '@parley/kernel/failure.ts';
import { makeGate } from '@parley/kernel/gate.ts';
import { Unprintable } from '../domains/analysis/report.model.ts';
import type { AnalysisPdfs } from '../domains/webhooks/attachment.actions.ts';
import type { Claimed } from '../domains/webhooks/delivery-queue.model.ts';
import type { Everywhere } from '../storage/scope.ts';

/** As many as the printer has threads: who asks for a report by itself finds no queue before it. */
const AT_ONCE = 2;
/** A report that fails so often will not come. */
const MOST_FAILURES = 3;
/** Looking whether a report is kept takes milliseconds. */
const LOOK_MS = 5000;
/** A printer that is busy, or a storage that is away, is asked again so much later. */
const LATER_MS = 5000;
/** So long a delivery waits for what is needed to print at all. */
const PATIENCE_MS = 3_600_000;
/** What was made is fetched at once, unless the webhook has been switched off; then it may no longer be right. */
const HELD_MS = 60_000;

export interface DeskOptions {
  readonly everywhere: Everywhere;
  readonly pdfs: AnalysisPdfs;
  /** Its delivery need not wait any longer than this. */
  readonly onEnd: (deliveryId: string, dueInMs: number) => void;
}

/**
 * Where deliveries wait for the PDFs they carry: by their names only, so that a thousand of them hold up nobody. What
 * a process that dies had here is forgotten; its deliveries fall due by themselves.
 */
export class PdfDesk {
  readonly #options: DeskOptions;
  readonly #gate = makeGate(AT_ONCE);
  readonly #waiting = new Map<string, Promise<void>>();
  readonly #made = new Map<string, Buffer | null>();

  constructor(options: DeskOptions) {
    this.#options = options;
  }

  /** The delivery's PDF; null when there is none to be had, undefined when it is still to be waited for. */
  async fetch(delivery: Claimed): Promise<Buffer | null | undefined> {
    if (this.#waiting.has(delivery.id)) return undefined;
    const made = this.#made.get(delivery.id);
    this.#made.delete(delivery.id);
    if (made !== undefined) return made;
    const kept = this.#options.pdfs.kept(this.#scope(delivery), attemptOf(delivery));
    return within(LOOK_MS, kept).catch(() => undefined);
  }

  /** Has the delivery's PDF made. */
  wait(delivery: Claimed): void {
    if (this.#waiting.has(delivery.id)) return;
    const waiting = this.#gate(() => this.#make(delivery)).then((pdf) => {
      this.#waiting.delete(delivery.id);
      if (pdf !== undefined) this.#hold(delivery.id, pdf);
      this.#options.onEnd(delivery.id, pdf === undefined ? LATER_MS : 0);
    });
    this.#waiting.set(delivery.id, waiting);
  }

  get isIdle(): boolean {
    return this.#waiting.size === 0;
  }

  /** Once all that wait now have what they wait for. */
  async idle(): Promise<void> {
    await Promise.all(this.#waiting.values());
  }

  /** Undefined when it is worth trying later. */
  async #make(delivery: Claimed): Promise<Buffer | null | undefined> {
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

  /** Also what was kept: where it cannot be, it would be printed for ever. */
  #hold(deliveryId: string, pdf: Buffer | null): void {
    this.#made.set(deliveryId, pdf);
    setTimeout(() => this.#made.delete(deliveryId), HELD_MS).unref();
  }

  #scope({ companyId }: Claimed) {
    return this.#options.everywhere.within(companyId, { kind: 'system', id: 'delivery' });
  }
}

const attemptOf = ({ data }: Claimed): string => String(data.callAttemptId);
