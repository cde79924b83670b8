import type { Static, TSchema } from 'typebox';

/**
 * A language model of any vendor: text in, text out. It has no tools, so no prompt injection can make it dial, fetch
 * or write.
 */
export interface LanguageModel {
  /** Vendor and model, for the journal. */
  readonly name: string;
  /** Absent: not configured. */
  readonly price?: ModelPrice;
  /** One reply that matches the schema; rejects with a ModelFailure when there is none in time. */
  reply<Schema extends TSchema>(
    prompt: Prompt,
    schema: Schema,
    limits: ModelLimits,
  ): Promise<ModelReply<Static<Schema>>>;
  /**
   * Streams the words. What came before a failure has been yielded; then the failure is thrown. With a schema the
   * words are JSON that should match it: the vendor gets the schema, but the reader has to check.
   */
  stream(prompt: Prompt, limits: ModelLimits, schema?: TSchema): ModelStream;
}

/** The part that never changes during a call comes first, so that vendors can cache it. */
export interface Prompt {
  /** Instructions of Parley and of the agent's author. Never contains what a contact said or sent. */
  readonly system: string;
  /** What was said so far and what is wanted now. Untrusted words are quoted as data. */
  readonly turn: string;
}

export interface ModelLimits {
  /** For the whole reply; for a stream, the longest gap. */
  readonly deadlineMs: number;
  readonly maxOutputTokens: number;
  readonly signal?: AbortSignal;
}

export interface ModelReply<Value> {
  readonly value: Value;
  readonly usage: ModelUsage;
  /** The first reply did not match the schema; the model was asked once more. */
  readonly isRepaired?: true;
}

export interface ModelStream extends AsyncIterable<string> {
  /** Known once the stream has ended. */
  usage(): ModelUsage;
}

export interface ModelUsage {
  readonly inputTokens: number;
  /** Of those, tokens that the vendor had cached. */
  readonly cachedTokens: number;
  readonly outputTokens: number;
}

/** Per million tokens, in the operator's currency. */
export interface ModelPrice {
  readonly input: number;
  readonly cached: number;
  readonly output: number;
}

export type ModelFailureKind =
  /** No reply in time. */
  | 'deadline'
  /** Unreachable, or a server error. */
  | 'unavailable'
  | 'rate_limited'
  /** The key or the model's name is wrong: a retry does not help. */
  | 'refused'
  /** The reply does not match what was asked for. */
  | 'unusable'
  /** Not asked: it had failed too often, or asked to wait. */
  | 'resting';

export class ModelFailure extends Error {
  readonly kind: ModelFailureKind;
  /** When the vendor said how long to wait. */
  readonly retryAfterMs: number | undefined;

  constructor(kind: ModelFailureKind, message: string, retryAfterMs?: number) {
    super(message);
    this.kind = kind;
    this.retryAfterMs = retryAfterMs;
  }
}

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
