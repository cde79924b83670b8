import type { JournalEntry } from './journal.ts';
import { addUsage, noUsage } from './llm/language-model.ts';
import type { ModelRequest } from './llm/model-request.ts';

/** The usage of one model in a call. */
export interface UsageByModel {
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
export type Spent = Pick<ModelRequest, 'model' | 'usage' | 'cost' | 'failure'>;

/** The language model usage of a call; null when it used rules only. */
export function usageByModel(journal: readonly JournalEntry[]): readonly UsageByModel[] | null {
  const requests = journal.flatMap((entry) =>
    entry.kind === 'thought' && entry.unasked === undefined ? [entry] : [],
  );
  const sums = summedUsage(requests);
  return sums.length === 0 ? null : sums;
}

/** Usage by model, in the order of their first requests. */
export const summedUsage = (requests: readonly Spent[]): readonly UsageByModel[] =>
  mergedUsage(
    requests.map(({ model, usage = noUsage, cost = null, failure }) => ({
      model,
      requests: 1,
      failures: failure === undefined ? 0 : 1,
      ...usage,
      cost,
    })),
  );

/** Sums the usage of several calls by model. */
export function mergedUsage(all: readonly UsageByModel[]): readonly UsageByModel[] {
  const sums = new Map<string, UsageByModel>();
  for (const one of all) {
    const before = sums.get(one.model);
    sums.set(one.model, before === undefined ? one : added(before, one));
  }
  return [...sums.values()];
}

const added = (one: UsageByModel, other: UsageByModel): UsageByModel => ({
  model: one.model,
  requests: one.requests + other.requests,
  failures: one.failures + other.failures,
  ...addUsage(one, other),
  cost: one.cost === null && other.cost === null ? null : (one.cost ?? 0) + (other.cost ?? 0),
});
