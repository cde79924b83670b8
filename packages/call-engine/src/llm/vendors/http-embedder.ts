import { type Embedded, type Embedder, unit } from '../embedder.ts';
import { ModelFailure } from '../language-model.ts';
import { httpClient } from './http-client.ts';
import { brokenOff, refusalOf } from './http-failure.ts';
import type { Json } from './protocol.ts';

export interface EmbeddingEndpoint {
  /** Up to and with its version, such as http://localhost:11434/v1. */
  readonly url: string;
  readonly model: string;
  readonly key?: string;
  readonly floor: number;
}

const KEEP_ALIVE_MS = 60_000;
const CONNECT_MS = 5_000;
/** Sixty-four vectors of the longest kind, written out in digits, and room. */
const MOST_BYTES = 32 * 1024 ** 2;
const LONGEST_VECTOR = 8_192;

/** Any endpoint that speaks OpenAI's embeddings. */
export function httpEmbedder({ url, model, key, floor }: EmbeddingEndpoint): Embedder {
  const { Agent, request } = httpClient();
  const connections = new Agent({
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectTimeout: CONNECT_MS,
    maxResponseSize: MOST_BYTES,
  });
  const headers = {
    'content-type': 'application/json',
    // Azure has its own name for the same thing.
    ...(key === undefined ? {} : { authorization: `Bearer ${key}`, 'api-key': key }),
  };
  return {
    name: `${new URL(url).host} ${model}`,
    floor,
    async embed(texts, { deadlineMs }) {
      const signal = AbortSignal.timeout(deadlineMs);
      try {
        const response = await request(`${url}/embeddings`, {
          dispatcher: connections,
          method: 'POST',
          headers,
          body: JSON.stringify({ model, input: texts }),
          signal,
        });
        if (response.statusCode >= 400) throw await refusalOf(response);
        return embeddedIn(await response.body.text(), texts.length);
      } catch (error) {
        throw signal.aborted
          ? new ModelFailure('deadline', `Nothing within ${deadlineMs} ms`)
          : brokenOff(error);
      }
    },
    warm: () => {},
    close: () => connections.destroy(),
  };
}

/** Checked to the last number: a vector that is none would spoil every search. */
function embeddedIn(text: string, count: number): Embedded {
  const { data, usage } = parsed(text);
  if (!Array.isArray(data) || data.length !== count)
    throw new ModelFailure('unusable', `The endpoint did not send ${count} vectors`);
  const inOrder = [...data].sort((one: Json, other: Json) => (one?.index ?? 0) - (other?.index ?? 0));
  const vectors = inOrder.map((one: Json) => vectorOf(one?.embedding));
  if (vectors.some(({ length }) => length !== vectors[0]?.length))
    throw new ModelFailure('unusable', 'The endpoint sent vectors of several lengths');
  const tokens = Number(usage?.prompt_tokens ?? 0);
  return { vectors, inputTokens: Number.isFinite(tokens) && tokens > 0 ? tokens : 0 };
}

function vectorOf(embedding: unknown): Float32Array {
  const isVector =
    Array.isArray(embedding) &&
    embedding.length > 0 &&
    embedding.length <= LONGEST_VECTOR &&
    embedding.every((part) => typeof part === 'number');
  const vector = isVector ? unit(Float32Array.from(embedding as number[])) : undefined;
  if (vector === undefined) throw new ModelFailure('unusable', 'The endpoint sent an invalid vector');
  return vector;
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    throw new ModelFailure('unusable', 'The endpoint sent something that is not JSON');
  }
}
