import type { Thought } from './dialogue/thought.ts';
import type { JournalEntry } from './journal.ts';
import { addUsage, noUsage } from './llm/usage.ts';

/** What one model was asked in a call, all in all. */
export interface Thinking {
  readonly model: string;
  readonly requests: number;
  /** Of those, what could not be used, or not all of it. */
  readonly failures: number;
  readonly inputTokens: number;
  readonly cachedTokens: number;
  readonly outputTokens: number;
  /** Null: nobody said what it costs. */
  readonly cost: number | null;
}

/** One request, as far as it is summed up. */
export type Spent = Pick<Thought, 'model' | 'usage' | 'cost' | 'failure'>;

/** What a call took of language models; null when it was held by rules. */
export function thinkingOf(journal: readonly JournalEntry[]): readonly Thinking[] | null {
  const requests = journal.flatMap((entry) =>
    entry.kind === 'thought' && entry.unasked === undefined ? [entry] : [],
  );
  const sums = summed(requests);
  return sums.length === 0 ? null : sums;
}

/** Requests by their model, the one that was asked first coming first. */
export const summed = (requests: readonly Spent[]): readonly Thinking[] =>
  together(
    requests.map(({ model, usage = noUsage, cost = null, failure }) => ({
      model,
      requests: 1,
      failures: failure === undefined ? 0 : 1,
      ...usage,
      cost,
    })),
  );

/** Of several calls: one sum for each model. */
export function together(all: readonly Thinking[]): readonly Thinking[] {
  const sums = new Map<string, Thinking>();
  for (const one of all) {
    const before = sums.get(one.model);
    sums.set(one.model, before === undefined ? one : added(before, one));
  }
  return [...sums.values()];
}

const added = (one: Thinking, other: Thinking): Thinking => ({
  model: one.model,
  requests: one.requests + other.requests,
  failures: one.failures + other.failures,
  ...addUsage(one, other),
  cost: one.cost === null && other.cost === null ? null : (one.cost ?? 0) + (other.cost ?? 0),
});
