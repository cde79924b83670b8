import type { ModelPrice, ModelUsage } from './language-model.ts';

export const noUsage: ModelUsage = { inputTokens: 0, cachedTokens: 0, outputTokens: 0 };

export const addUsage = (one: ModelUsage, other: ModelUsage): ModelUsage => ({
  inputTokens: one.inputTokens + other.inputTokens,
  cachedTokens: one.cachedTokens + other.cachedTokens,
  outputTokens: one.outputTokens + other.outputTokens,
});

/** Cached tokens are part of the input tokens, and cost less. */
export const costOf = ({ inputTokens, cachedTokens, outputTokens }: ModelUsage, price: ModelPrice): number =>
  ((inputTokens - cachedTokens) * price.input + cachedTokens * price.cached + outputTokens * price.output) /
  1_000_000;
