import type { CallAnalysis, FinishedCall } from '@parley/call-engine/analysis/analysis-model.ts';
import { Failure } from '@parley/kernel/failure.ts';

/** Sends calls to be analysed, and resolves to the analyses of as many of them, from the first on, as a turn has time for. */
export type AnalyseTurn = (
  companyId: string,
  calls: readonly FinishedCall[],
  signal: AbortSignal,
) => Promise<readonly CallAnalysis[]>;

interface Waiting {
  readonly call: FinishedCall;
  readonly signal: AbortSignal;
  readonly resolve: (analysis: CallAnalysis) => void;
  readonly reject: (error: unknown) => void;
  /** It shared a turn that failed, perhaps by its fault. */
  isAlone?: true;
}

/** A call of a few questions takes a millisecond, and a message between threads nearly half of that. */
const CALLS_AT_ONCE = 20;
const MOST_WAITING_EACH = 200;
const RETRY_AFTER_SECONDS = 5;

/**
 * Gathers the calls of a company that wait for their analysis: those that end at about the same time share a message to a
 * thread and its answer. A turn that fails is repeated one call at a time, so that a bad call fails alone.
 */
export class AnalysisBatches {
  readonly #analyse: AnalyseTurn;
  /** By company, for those that have a turn under way. */
  readonly #waiting = new Map<string, Waiting[]>();

  constructor(analyse: AnalyseTurn) {
    this.#analyse = analyse;
  }

  add(companyId: string, call: FinishedCall, signal: AbortSignal): Promise<CallAnalysis> {
    return new Promise((resolve, reject) => {
      const waiting = this.#waiting.get(companyId);
      if (waiting !== undefined && waiting.length >= MOST_WAITING_EACH) {
        const retry = { retryAfterSeconds: RETRY_AFTER_SECONDS };
        return reject(
          new Failure('unavailable', 'Too many calls wait for their analysis: ask again in a moment.', retry),
        );
      }
      const own: Waiting = { call, signal, resolve, reject };
      if (waiting !== undefined) return void waiting.push(own);
      const begun = [own];
      this.#waiting.set(companyId, begun);
      return void this.#turns(companyId, begun);
    });
  }

  async #turns(companyId: string, waiting: Waiting[]): Promise<void> {
    while (waiting.length > 0) {
      const batch = takeBatch(waiting);
      if (batch.length > 0) waiting.unshift(...(await this.#turn(companyId, batch)));
    }
    this.#waiting.delete(companyId);
  }

  /** Answers which of them need another turn. */
  async #turn(companyId: string, batch: readonly Waiting[]): Promise<Waiting[]> {
    const [first] = batch as [Waiting];
    try {
      const analyses = await this.#analyse(
        companyId,
        batch.map(({ call }) => call),
        first.signal,
      );
      if (analyses.length === 0) throw new Error('A turn ended without an analysis');
      for (const [at, analysis] of analyses.entries()) batch[at]?.resolve(analysis);
      return batch.slice(analyses.length);
    } catch (error) {
      if (batch.length > 1 && !first.signal.aborted && !(error instanceof Failure))
        return batch.map((each) => Object.assign(each, { isAlone: true as const }));
      for (const { reject } of batch) reject(error);
      return [];
    }
  }
}

/** Calls that are given up together, because a turn is ended as a whole; one that nobody waits for is left out. */
function takeBatch(waiting: Waiting[]): Waiting[] {
  const [first] = waiting;
  if (first?.signal.aborted) {
    waiting.shift();
    first.reject(first.signal.reason);
    return [];
  }
  const differs = waiting.findIndex(({ signal, isAlone }) => signal !== first?.signal || isAlone);
  const end = first?.isAlone ? 1 : differs < 0 ? waiting.length : differs;
  return waiting.splice(0, Math.min(end, CALLS_AT_ONCE));
}
