import { WANTS, type Want, YES_NO } from './labels.ts';

/** One output for each wish, then three for yes, no and neither. */
export const OUTPUTS = WANTS.length + YES_NO.length;

/** From which probability on a wish is certain enough to act on, and from which on it may be meant. 2: never. */
export interface Thresholds {
  readonly sure: Readonly<Record<Want, number>>;
  readonly possible: Readonly<Record<Want, number>>;
  /** From which probability on yes or no is certain enough. */
  readonly yesNo: number;
}

/** How the outputs of the two models are added, and what their sum means. */
export interface Settings {
  /** How much the word model counts beside the network, for wishes and for yes or no. */
  readonly wordShare: { readonly wants: number; readonly yesNo: number };
  readonly withNetwork: Thresholds;
  readonly wordsOnly: Thresholds;
}

/** Weights of the word model. */
export interface WordWeights {
  /** The row of each feature that training saw; others say nothing. */
  readonly rows: ReadonlyMap<number, number>;
  /** Rows × OUTPUTS. */
  readonly words: Float32Array;
  readonly bias: Float32Array;
}

export interface Matrix {
  readonly shape: readonly number[];
  readonly values: Float32Array;
}

export interface HeadModel {
  readonly settings: Settings;
  readonly words: WordWeights;
  /** What training made of MiniLM, by the names of its layers. */
  readonly network: ReadonlyMap<string, Matrix>;
}

/** What all features of a turn together may weigh. */
const SCALE = 3;

/** Outputs of the word model, before they become probabilities. Unknown features count as evidence for nothing. */
export function wordOutputs({ rows, words, bias }: WordWeights, features: Uint32Array): Float32Array {
  const outputs = Float32Array.from(bias);
  const weight = weightOf(features.length);
  for (const feature of features) {
    const row = rows.get(feature);
    if (row === undefined) continue;
    for (let k = 0, at = row * OUTPUTS; k < OUTPUTS; k++, at++)
      (outputs[k] as number) += weight * (words[at] as number);
  }
  return outputs;
}

export const weightOf = (features: number): number => SCALE / Math.sqrt(Math.max(1, features));

/** Turns outputs into probabilities, in place: each wish by itself, yes/no/neither together. */
export function normalise(outputs: Float32Array): void {
  const first = WANTS.length;
  for (let k = 0; k < first; k++) outputs[k] = 1 / (1 + Math.exp(-(outputs[k] as number)));
  const highest = Math.max(...outputs.subarray(first));
  let sum = 0;
  for (let k = first; k < OUTPUTS; k++) {
    outputs[k] = Math.exp((outputs[k] as number) - highest);
    sum += outputs[k] as number;
  }
  for (let k = first; k < OUTPUTS; k++) outputs[k] = (outputs[k] as number) / sum;
}

/**
 * The file: the length of the header (4 bytes, little endian), the header as JSON, then the matrices. Each is one 32-bit scale for
 * each column followed by signed bytes. A row of numbers keeps 32 bits. The features of the word model come last, 32 bits each, in
 * the order of its rows.
 */
interface Header {
  readonly version: 3;
  readonly wants: readonly string[];
  readonly settings: Settings;
  readonly matrices: readonly { readonly name: string; readonly shape: readonly number[] }[];
}

const WORDS = 'words';
const WORD_BIAS = 'words.bias';

export function encodeModel({ settings, words, network }: HeadModel): Uint8Array {
  const matrices: [string, Matrix][] = [
    [WORDS, { shape: [words.rows.size, OUTPUTS], values: words.words }],
    [WORD_BIAS, { shape: [OUTPUTS], values: words.bias }],
    ...network,
  ];
  const header: Header = {
    version: 3,
    wants: WANTS,
    settings,
    matrices: matrices.map(([name, { shape }]) => ({ name, shape })),
  };
  const json = new TextEncoder().encode(JSON.stringify(header));
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, json.byteLength, true);
  const features = Buffer.alloc(4 * words.rows.size);
  for (const [feature, row] of words.rows) features.writeUInt32LE(feature, 4 * row);
  return Buffer.concat([length, json, ...matrices.flatMap(([, matrix]) => bytesOf(matrix)), features]);
}

export function decodeModel(file: Uint8Array): HeadModel {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const length = view.getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(file.subarray(4, 4 + length))) as Header;
  if (header.version !== 3 || header.wants.join() !== WANTS.join())
    throw new Error('The understanding model belongs to another version. Run npm run train');
  let at = 4 + length;
  const floats = (count: number): Float32Array => {
    if (at + 4 * count > file.byteLength)
      throw new Error('The understanding model is cut off. Run npm run train');
    const values = Float32Array.from({ length: count }, (_, i) => view.getFloat32(at + 4 * i, true));
    at += 4 * count;
    return values;
  };
  const matrices = new Map(
    header.matrices.map(({ name, shape }): [string, Matrix] => {
      const [rows = 0, columns] = shape;
      if (columns === undefined) return [name, { shape, values: floats(rows) }];
      const scales = floats(columns);
      const bytes = new Int8Array(file.buffer, file.byteOffset + at, rows * columns);
      at += rows * columns;
      const values = new Float32Array(rows * columns);
      for (let i = 0; i < values.length; i++)
        values[i] = (bytes[i] as number) * (scales[i % columns] as number);
      return [name, { shape, values }];
    }),
  );
  const words = (matrices.get(WORDS) as Matrix).values;
  const count = words.length / OUTPUTS;
  if (at + 4 * count !== file.byteLength)
    throw new Error(`The understanding model has ${file.byteLength} bytes instead of ${at + 4 * count}`);
  const rows = new Map(
    Array.from({ length: count }, (_, row) => [view.getUint32(at + 4 * row, true), row] as const),
  );
  const bias = (matrices.get(WORD_BIAS) as Matrix).values;
  const network = new Map([...matrices].filter(([name]) => name !== WORDS && name !== WORD_BIAS));
  return { settings: header.settings, words: { rows, words, bias }, network };
}

function bytesOf({ shape, values }: Matrix): Uint8Array[] {
  const columns = shape[1];
  if (columns === undefined) return [new Uint8Array(Float32Array.from(values).buffer)];
  const scales = new Float32Array(columns);
  values.forEach((value, i) => {
    scales[i % columns] = Math.max(scales[i % columns] as number, Math.abs(value) / 127);
  });
  const bytes = Int8Array.from(values, (value, i) => {
    const scale = scales[i % columns] as number;
    return scale === 0 ? 0 : Math.max(-127, Math.min(127, Math.round(value / scale)));
  });
  return [new Uint8Array(scales.buffer), new Uint8Array(bytes.buffer)];
}
