import type { JournalEntry } from '@parley/call-engine/journal.ts';
import type { Party } from '@parley/call-engine/party.ts';
import type { CallClock } from '@parley/speech/call-clock.ts';
import { MOST_TRANSFER_MS } from './call-time-limits.ts';

/**
 * How long a call has waited for somebody who is not its agent: the contact put it on hold or lost the connection, or another
 * telephone rings for a transfer. By so much it may take longer.
 */
export class CallPauses {
  /** Who is on the line, once somebody is. */
  party: Party | undefined;
  readonly #clock: CallClock;
  readonly #mostMs: number;
  #transferSinceMs: number | undefined;
  #transfersMs = 0;

  /** `mostMs`: on hold or away, in all. */
  constructor(clock: CallClock, mostMs: number) {
    this.#clock = clock;
    this.#mostMs = mostMs;
  }

  /** Only the journal says when a transfer begins and ends. */
  follow({ kind }: Pick<JournalEntry, 'kind'>): void {
    if (kind === 'transfer') this.#transferSinceMs = this.#clock.nowMs();
    if (kind !== 'transferred' && kind !== 'failed') return;
    this.#transfersMs += this.#transferMs();
    this.#transferSinceMs = undefined;
  }

  readonly totalMs = (): number =>
    Math.min(this.party?.pausedMs?.() ?? 0, this.#mostMs) +
    Math.min(this.#transfersMs + this.#transferMs(), MOST_TRANSFER_MS);

  #transferMs(): number {
    return this.#transferSinceMs === undefined ? 0 : this.#clock.nowMs() - this.#transferSinceMs;
  }
}
