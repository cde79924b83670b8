import type { Static, TSchema } from 'typebox';

/**
 * A language model behind any vendor: text in, text out. It has no tools, so whatever stands in a prompt, it can
 * neither dial nor fetch nor write.
 */
export interface LanguageModel {
  /** Vendor and model, as an operator reads it in a journal. */
  readonly name: string;
  /** What it costs; absent: nobody said. */
  readonly price?: ModelPrice;
  /** One reply that keeps the schema; rejects with a ModelFailure when there is none in time. */
  reply<Schema extends TSchema>(
    prompt: Prompt,
    schema: Schema,
    limits: ModelLimits,
  ): Promise<ModelReply<Static<Schema>>>;
  /**
   * Words as they are found. What was found before a failure has been yielded; the failure is thrown. With a schema
   * they are JSON that is meant to keep it: the vendor is told, and whoever reads it has to check.
   */
  stream(prompt: Prompt, limits: ModelLimits, schema?: TSchema): ModelStream;
}

/** What never changes during a call comes first, so that vendors need not read it again at every turn. */
export interface Prompt {
  /** Instructions of ours and of the agent's author. Nothing that a contact said or sent stands here. */
  readonly system: string;
  /** What was said so far and what is wanted now. Foreign words stand in it as quoted data. */
  readonly turn: string;
}

export interface ModelLimits {
  /** Of the whole reply; of a stream, the longest silence in it. */
  readonly deadlineMs: number;
  readonly maxOutputTokens: number;
  readonly signal?: AbortSignal;
}

export interface ModelReply<Value> {
  readonly value: Value;
  readonly usage: ModelUsage;
  /** It did not keep the schema at first, and was asked once more. */
  readonly isRepaired?: true;
}

export interface ModelStream extends AsyncIterable<string> {
  /** Known once the stream has ended. */
  usage(): ModelUsage;
}

export interface ModelUsage {
  readonly inputTokens: number;
  /** Of those, what the vendor had read before. */
  readonly cachedTokens: number;
  readonly outputTokens: number;
}

/** Per million tokens, in whatever currency the operator reckons in. */
export interface ModelPrice {
  readonly input: number;
  readonly cached: number;
  readonly output: number;
}

export type ModelFailureKind =
  /** Nothing in time. */
  | 'deadline'
  /** Cannot be reached, or answers with a fault of its own. */
  | 'unavailable'
  | 'rate_limited'
  /** The key or the model's name is wrong: trying again does not help. */
  | 'refused'
  /** It answered, and not with what was asked for. */
  | 'unusable'
  /** It was not asked: it had failed too often, or asked for patience. */
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
