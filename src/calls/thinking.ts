import type { JournalEntry } from './journal.ts';

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

/** What a call took of language models; null when it was held by rules. */
export function thinkingOf(journal: readonly JournalEntry[]): readonly Thinking[] | null {
  const sums = new Map<string, Thinking>();
  for (const entry of journal) {
    if (entry.kind !== 'thought' || entry.unasked !== undefined) continue;
    const { model, usage, cost, failure } = entry;
    const before = sums.get(model) ?? nothing(model);
    sums.set(model, {
      model,
      requests: before.requests + 1,
      failures: before.failures + (failure === undefined ? 0 : 1),
      inputTokens: before.inputTokens + (usage?.inputTokens ?? 0),
      cachedTokens: before.cachedTokens + (usage?.cachedTokens ?? 0),
      outputTokens: before.outputTokens + (usage?.outputTokens ?? 0),
      cost: cost === undefined ? before.cost : (before.cost ?? 0) + cost,
    });
  }
  return sums.size === 0 ? null : [...sums.values()];
}

const nothing = (model: string): Thinking => ({
  model,
  requests: 0,
  failures: 0,
  inputTokens: 0,
  cachedTokens: 0,
  outputTokens: 0,
  cost: null,
});
