import type { Thought } from './dialogue/thought.ts';
import type { JournalEntry } from './journal.ts';
import { addUsage, noUsage } from './llm/usage.ts';

/** The usage of one model in a call. */
export interface Thinking {
  readonly model: string;
  readonly requests: number;
  /** Of those, requests whose reply could not be used, or not completely. */
  readonly failures: number;
  readonly inputTokens: number;
  readonly cachedTokens: number;
  readonly outputTokens: number;
  /** Null: no price is configured. */
  readonly cost: number | null;
}

/** The part of a request that is summed up. */
export type Spent = Pick<Thought, 'model' | 'usage' | 'cost' | 'failure'>;

/** The language model usage of a call; null when it used rules only. */
export function thinkingOf(journal: readonly JournalEntry[]): readonly Thinking[] | null {
  const requests = journal.flatMap((entry) =>
    entry.kind === 'thought' && entry.unasked === undefined ? [entry] : [],
  );
  const sums = summed(requests);
  return sums.length === 0 ? null : sums;
}

/** Usage by model, in the order of their first requests. */
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

/** Sums the usage of several calls by model. */
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
