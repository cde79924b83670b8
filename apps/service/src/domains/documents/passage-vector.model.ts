/** Whoever turns texts into vectors of length 1. */
export interface VectorMaker {
  readonly name: string;
  vectorsOf(texts: readonly string[]): Promise<readonly Float32Array[]>;
}

/** The vectors of one document behind each other, and which passage each belongs to. */
export interface DocumentVectors {
  readonly positions: readonly number[];
  /** How long each is. */
  readonly dimensions: number;
  readonly values: Float32Array;
}

/** As they are kept: 32-bit floats in the order of bytes that every machine here has. */
export const packed = (vector: Float32Array): Buffer =>
  Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);

/** Those of another length than the first are left out: they would point somewhere else. */
export function unpacked(
  rows: readonly { readonly position: number; readonly vector: Buffer }[],
): DocumentVectors {
  const bytes = rows[0]?.vector.byteLength ?? 0;
  const whole = rows.filter(({ vector }) => vector.byteLength === bytes);
  const values = new Float32Array((whole.length * bytes) / Float32Array.BYTES_PER_ELEMENT);
  const room = new Uint8Array(values.buffer);
  for (const [index, { vector }] of whole.entries()) room.set(vector, index * bytes);
  return {
    positions: whole.map(({ position }) => position),
    dimensions: bytes / Float32Array.BYTES_PER_ELEMENT,
    values,
  };
}
