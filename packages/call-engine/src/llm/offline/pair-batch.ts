import type { PiecePair } from './word-pieces.ts';

/** Longer ones lose what is farthest from the place where they meet an answer. */
export const PAIR_LIMITS = { first: 24, second: 64 } as const;

/** Where a shorter pair has no piece: no attention goes there. */
const NOWHERE = -1e4;

/** Several pairs as the inputs of a network, filled up to the length of the longest. */
export interface PairBatch {
  readonly texts: number;
  readonly length: number;
  readonly pieces: BigInt64Array;
  readonly places: BigInt64Array;
  readonly types: BigInt64Array;
  readonly mask: Float32Array<ArrayBuffer>;
  /** For each text the first piece, which stands for the whole, and the mean of the second text. */
  readonly pool: Float32Array<ArrayBuffer>;
}

export function pairBatch(pairs: readonly PiecePair[]): PairBatch {
  const length = Math.max(...pairs.map(({ ids }) => ids.length));
  const size = pairs.length * length;
  const batch: PairBatch = {
    texts: pairs.length,
    length,
    pieces: new BigInt64Array(size),
    places: BigInt64Array.from({ length }, (_, i) => BigInt(i)),
    types: new BigInt64Array(size),
    mask: new Float32Array(size).fill(NOWHERE),
    pool: new Float32Array(2 * size),
  };
  pairs.forEach(({ ids, secondFrom }, row) => {
    batch.pool[2 * row * length] = 1;
    ids.forEach((id, i) => {
      const at = row * length + i;
      batch.pieces[at] = BigInt(id);
      batch.mask[at] = 0;
      if (i < secondFrom) return;
      batch.types[at] = 1n;
      batch.pool[(2 * row + 1) * length + i] = 1 / (ids.length - secondFrom);
    });
  });
  return batch;
}
