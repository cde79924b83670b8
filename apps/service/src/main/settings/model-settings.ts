import { providers } from '@parley/call-engine/llm/endpoint.ts';
import type { ModelPrice } from '@parley/call-engine/llm/language-model.ts';
import { MINILM_FLOOR } from '@parley/call-engine/llm/offline/offline-embedder.ts';
import { MODEL_MS } from '../../domains/conversations/call-analysis.model.ts';
import { must, oneOf, optional, type Setting, share, url, whole } from './setting.ts';

const price = (given: string | undefined): ModelPrice | undefined => {
  if (!given) return undefined;
  const [input = Number.NaN, cached = Number.NaN, output = Number.NaN, ...more] = given
    .split('/')
    .map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  return [input, cached, output].every((part) => part >= 0) && more.length === 0
    ? { input, cached, output }
    : must('be three prices for a million tokens, such as 0.4/0.1/1.6 for input/cached/output');
};

type Part = 'URL' | 'KEY' | 'PROVIDER' | 'PRICE';
type ModelSettings<Name extends string> = {
  readonly [name in Name | `${Name}_${Part}`]: name extends `${string}_PROVIDER`
    ? Setting<(typeof providers)[number] | undefined>
    : name extends `${string}_PRICE`
      ? Setting<ModelPrice | undefined>
      : Setting<string | undefined>;
};

/** The variables of one language model (LLM). What is not set for a further model is as for the first. */
const oneModel = <const Name extends string>(name: Name, meaning: string, otherwise: string) =>
  ({
    [`${name}_URL`]: {
      meaning: `${meaning}: its endpoint, such as http://localhost:11434/v1`,
      preset: otherwise === 'none' ? "the vendor's own" : 'as PARLEY_MODEL_URL',
      read: url(['http:', 'https:']),
    },
    [name]: { meaning: `${meaning}: its name at the endpoint`, preset: otherwise, read: optional },
    [`${name}_KEY`]: {
      meaning: `${meaning}: its API key`,
      preset: otherwise === 'none' ? 'none' : 'as PARLEY_MODEL_KEY',
      secret: true,
      read: optional,
    },
    [`${name}_PROVIDER`]: {
      meaning: `${meaning}: its protocol, ${providers.join(' or ')}`,
      preset: otherwise === 'none' ? providers[0] : 'as PARLEY_MODEL_PROVIDER',
      read: (given: string | undefined) => (given ? oneOf(providers, providers[0])(given) : undefined),
    },
    [`${name}_PRICE`]: {
      meaning: `${meaning}: its price per million tokens, as input/cached/output`,
      preset: 'none',
      read: price,
    },
  }) as ModelSettings<Name>;

/** The language models for calls and for their analysis. */
export const modelSettings = {
  ...oneModel('PARLEY_MODEL', 'Language model (LLM) for calls', 'none'),
  PARLEY_MODEL_DEADLINE_MS: {
    meaning: 'Milliseconds a turn waits for the language model before the built-in rules answer',
    preset: '3000',
    read: whole(3000, 100, 60_000),
  },
  ...oneModel(
    'PARLEY_FALLBACK_MODEL',
    'Fallback language model when the first fails or is slow',
    'no second',
  ),
  ...oneModel('PARLEY_ANALYSIS_MODEL', 'Language model for call analysis', 'as PARLEY_MODEL'),
  // Not more: after two tries the rules analyse the call, within two minutes of its end.
  PARLEY_ANALYSIS_DEADLINE_MS: {
    meaning: 'Milliseconds each of two analysis requests may take before the built-in rules analyse the call',
    preset: String(MODEL_MS),
    read: whole(MODEL_MS, 100, MODEL_MS),
  },
  PARLEY_ANALYSIS_MAX_CALLS: {
    meaning:
      'Calls that a worker analyses at the same time; one company has at most half of them, and fewer while others wait',
    preset: '200',
    read: whole(200, 1, 2000),
  },
  PARLEY_TEST_TURNS_PER_DAY: {
    meaning:
      'Turns with a language model that the simulated tests and test cases of a company may take within 24 hours, as estimated; 0: any number',
    preset: '20000',
    read: whole(20_000, 0, 10_000_000),
  },
  PARLEY_UNDERSTANDING_NETWORK: {
    meaning: 'MiniLM, offline, for English answers to yes/no questions that the rules leave open: on, or off',
    preset: 'off',
    read: oneOf(['off', 'on'], 'off'),
  },
} as const satisfies Record<string, Setting<unknown>>;

/** Embeddings for semantic search. */
export const embeddingSettings = {
  PARLEY_EMBEDDING: {
    meaning: 'Semantic search of documents without an endpoint: offline, or off',
    preset: 'off',
    read: oneOf(['off', 'offline'], 'off'),
  },
  PARLEY_EMBEDDING_URL: {
    meaning: 'Semantic search of documents: embeddings endpoint, such as http://localhost:11434/v1',
    preset: 'none',
    read: url(['http:', 'https:']),
  },
  PARLEY_EMBEDDING_MODEL: {
    meaning: 'Embedding model: its name at the endpoint',
    preset: 'none',
    read: optional,
  },
  PARLEY_EMBEDDING_KEY: {
    meaning: 'Embedding model: its API key',
    preset: 'none',
    secret: true,
    read: optional,
  },
  PARLEY_EMBEDDING_MIN_SIMILARITY: {
    meaning: 'Minimum cosine similarity, from 0 to 1, of a passage that may answer a question',
    preset: String(MINILM_FLOOR),
    read: share(MINILM_FLOOR),
  },
} as const satisfies Record<string, Setting<unknown>>;
