import type { TSchema } from 'typebox';
import type { ModelLimits, ModelUsage, Prompt } from '../language-model.ts';

// biome-ignore lint/suspicious/noExplicitAny: JSON of a vendor, read with care
export type Json = any;

/** The request and reply format of one vendor: a stream of events, each a JSON object. */
export interface Protocol {
  /** Behind the endpoint's address. */
  readonly path: string;
  headers(key: string | undefined): Readonly<Record<string, string>>;
  body(model: string, prompt: Prompt, limits: ModelLimits, schema: TSchema | undefined): Json;
  read(event: Json): Piece;
  /** Features that an endpoint may reject: how it says so, and what it is sent from then on. */
  readonly concessions: readonly Concession[];
}

export interface Concession {
  readonly isRefused: RegExp;
  readonly concede: (body: Json) => Json;
}

/** What one event brings. */
export interface Piece {
  readonly text?: string;
  readonly usage?: Partial<ModelUsage>;
  /** The reply is complete: a stream that ends without it was cut. */
  readonly isEnd?: boolean;
  /** What went wrong after the reply had begun. */
  readonly error?: string;
}

/** Low enough to keep to the form, high enough not to say the same words to everybody. */
export const TEMPERATURE = 0.3;
