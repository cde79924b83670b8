import type { ModelPrice } from './language-model.ts';

export const providers = ['openai-compatible', 'anthropic'] as const;

/** The endpoint of a model and its name there. */
export interface ModelEndpoint {
  readonly provider: (typeof providers)[number];
  /** Up to and with its version, such as http://localhost:11434/v1; absent: the vendor's own. */
  readonly url?: string;
  readonly model: string;
  readonly key?: string;
  readonly price?: ModelPrice;
}
