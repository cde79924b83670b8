/** Numbers of half the usual length, with their shape. */
export interface HalfTensor {
  readonly shape: readonly number[];
  readonly bytes: Uint8Array;
}

/** The weights in a safetensors file: a header that says where each lies, and then all of them. */
export function readSafetensors(file: Uint8Array): ReadonlyMap<string, HalfTensor> {
  const headerBytes = Number(new DataView(file.buffer, file.byteOffset).getBigUint64(0, true));
  const dataFrom = HEADER_LENGTH_BYTES + headerBytes;
  const header = JSON.parse(new TextDecoder().decode(file.subarray(HEADER_LENGTH_BYTES, dataFrom)));
  const tensors = new Map<string, HalfTensor>();
  for (const [name, { dtype, shape, data_offsets: [from, to] = [] }] of Object.entries<Entry>(header)) {
    if (dtype !== 'F16' || from === undefined || to === undefined) continue;
    // Copied, so that it begins at an even place in memory.
    tensors.set(name, { shape, bytes: new Uint8Array(file.subarray(dataFrom + from, dataFrom + to)) });
  }
  return tensors;
}

const HEADER_LENGTH_BYTES = 8;

interface Entry {
  readonly dtype?: string;
  readonly shape: readonly number[];
  readonly data_offsets?: readonly number[];
}

/** The same numbers in the usual length. */
export const widened = ({ bytes }: HalfTensor): Float32Array<ArrayBuffer> =>
  new Float32Array(new Float16Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 2));

/** Rows become columns. Layers are kept the way they are multiplied from the other side. */
export function turned({ shape, ...tensor }: HalfTensor): {
  readonly shape: readonly [number, number];
  readonly values: Float32Array<ArrayBuffer>;
} {
  const [rows = 0, columns = 0] = shape;
  const from = widened({ shape, ...tensor });
  const values = new Float32Array(from.length);
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1)
      values[column * rows + row] = from[row * columns + column] as number;
  return { shape: [columns, rows], values };
}
