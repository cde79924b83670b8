import { ModelFailure, noUsage } from './language-model.ts';
import { failureReport, type OnModelRequest } from './model-report.ts';

/** Turns texts into vectors: similar meanings point in similar directions. */
export interface Embedder {
  /** The model that made a vector. Vectors of different models cannot be compared. */
  readonly name: string;
  /** The cosine below which two texts have nothing to do with each other. */
  readonly floor: number;
  /** Rejects with a ModelFailure. */
  embed(texts: readonly string[], limits: EmbeddingLimits): Promise<Embedded>;
  /** Loads what it needs, so that the first question does not wait for it. */
  warm(): void;
  close(): Promise<void>;
}

export interface Embedded {
  /** One of length 1 for each text, in their order. */
  readonly vectors: readonly Float32Array[];
  readonly inputTokens: number;
}

export interface EmbeddingLimits {
  readonly deadlineMs: number;
  /** A live call waits for it: it goes before background work. */
  readonly isUrgent?: boolean;
}

/** The same embedder, reporting each request. */
export const reportedEmbedder = (
  embedder: Embedder,
  onRequest: OnModelRequest,
  nowMs: () => number,
): Embedder => ({
  name: embedder.name,
  floor: embedder.floor,
  warm: () => embedder.warm(),
  close: () => embedder.close(),
  async embed(texts, limits) {
    const startMs = nowMs();
    try {
      const embedded = await embedder.embed(texts, limits);
      const usage = { ...noUsage, inputTokens: embedded.inputTokens };
      onRequest({ work: 'embedding', result: 'ok', ms: nowMs() - startMs, usage });
      return embedded;
    } catch (error) {
      const kind = error instanceof ModelFailure ? error.kind : 'unusable';
      onRequest(failureReport('embedding', kind, nowMs() - startMs));
      throw error;
    }
  },
});

/** The cosine of two vectors of length 1, the second of which lies among others. */
export function cosine(one: Float32Array, others: Float32Array, from = 0): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += (one[at] as number) * (others[from + at] as number);
  return sum;
}

/** Scaled to length 1; undefined for a zero vector. */
export function unit(vector: Float32Array): Float32Array | undefined {
  const length = Math.sqrt(cosine(vector, vector));
  return Number.isFinite(length) && length > 0 ? vector.map((part) => part / length) : undefined;
}
