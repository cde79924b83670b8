import { DENSE_LENGTH, type Features, WORD_BUCKETS } from './features.ts';
import { WANTS, type Want, YES_NO, type YesNo } from './labels.ts';

/** One output for each wish, then three for yes, no and neither. */
export const OUTPUTS = WANTS.length + YES_NO.length;

/** Weights of the heads. Matrices are stored by input, so that an input of zero skips its row. */
export interface Weights {
  readonly hidden: number;
  /** DENSE_LENGTH × hidden */
  readonly dense: Float32Array;
  readonly hiddenBias: Float32Array;
  /** hidden × OUTPUTS */
  readonly output: Float32Array;
  /** WORD_BUCKETS × OUTPUTS */
  readonly words: Float32Array;
  readonly outputBias: Float32Array;
}

export interface HeadModel {
  readonly weights: Weights;
  /** From this probability on a wish counts as found. */
  readonly thresholds: Readonly<Record<Want, number>>;
  /** From this probability on a do-not-call wish is possible, and worth a question. */
  readonly possibleNeverCall: number;
  /** From this probability on an answer counts as yes, or as no. */
  readonly yesNoThreshold: number;
}

export interface Probabilities {
  readonly wants: Readonly<Record<Want, number>>;
  readonly yesNo: Readonly<Record<YesNo, number>>;
}

/** The hidden layer and the outputs before they become probabilities. */
export function activate(weights: Weights, features: Features, hidden: Float32Array, outputs: Float32Array) {
  const width = weights.hidden;
  hidden.set(weights.hiddenBias);
  for (let i = 0; i < DENSE_LENGTH; i++) {
    const x = features.dense[i] as number;
    if (x === 0) continue;
    const row = i * width;
    for (let j = 0; j < width; j++) (hidden[j] as number) += x * (weights.dense[row + j] as number);
  }
  outputs.set(weights.outputBias);
  for (let j = 0; j < width; j++) {
    const h = hidden[j] as number;
    if (h <= 0) {
      hidden[j] = 0;
      continue;
    }
    const row = j * OUTPUTS;
    for (let k = 0; k < OUTPUTS; k++) (outputs[k] as number) += h * (weights.output[row + k] as number);
  }
  for (const bucket of features.buckets) {
    const row = bucket * OUTPUTS;
    for (let k = 0; k < OUTPUTS; k++)
      (outputs[k] as number) += features.weight * (weights.words[row + k] as number);
  }
}

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

export function probabilitiesOf(weights: Weights, features: Features): Probabilities {
  const outputs = new Float32Array(OUTPUTS);
  activate(weights, features, new Float32Array(weights.hidden), outputs);
  normalise(outputs);
  const named = <Name extends string>(names: readonly Name[], from: number) =>
    Object.fromEntries(names.map((name, i) => [name, outputs[from + i] as number])) as Record<Name, number>;
  return { wants: named(WANTS, 0), yesNo: named(YES_NO, WANTS.length) };
}

/**
 * The file: the length of the header (4 bytes, little endian), the header as JSON, then the matrices as signed bytes. Each
 * matrix has one scale for each column.
 */
interface Header {
  readonly version: 1;
  readonly wants: readonly string[];
  readonly hidden: number;
  readonly thresholds: Readonly<Record<Want, number>>;
  readonly possibleNeverCall: number;
  readonly yesNoThreshold: number;
  readonly hiddenBias: readonly number[];
  readonly outputBias: readonly number[];
  readonly scales: { readonly [Name in 'dense' | 'output' | 'words']: readonly number[] };
}

export function encodeModel({ weights, ...settings }: HeadModel): Uint8Array {
  const dense = quantise(weights.dense, weights.hidden);
  const output = quantise(weights.output, OUTPUTS);
  const words = quantise(weights.words, OUTPUTS);
  const header: Header = {
    version: 1,
    wants: WANTS,
    hidden: weights.hidden,
    thresholds: settings.thresholds,
    possibleNeverCall: settings.possibleNeverCall,
    yesNoThreshold: settings.yesNoThreshold,
    hiddenBias: [...weights.hiddenBias],
    outputBias: [...weights.outputBias],
    scales: { dense: dense.scales, output: output.scales, words: words.scales },
  };
  const json = new TextEncoder().encode(JSON.stringify(header));
  const parts = [new Uint8Array(4), json, dense.bytes, output.bytes, words.bytes];
  const file = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 0));
  let at = 0;
  for (const part of parts) {
    file.set(new Uint8Array(part.buffer, part.byteOffset, part.byteLength), at);
    at += part.byteLength;
  }
  new DataView(file.buffer).setUint32(0, json.byteLength, true);
  return file;
}

export function decodeModel(file: Uint8Array): HeadModel {
  const length = new DataView(file.buffer, file.byteOffset).getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(file.subarray(4, 4 + length))) as Header;
  if (header.version !== 1 || header.wants.join() !== WANTS.join())
    throw new Error('The understanding model belongs to another version. Run npm run train');
  let at = 4 + length;
  const take = (rows: number, scales: readonly number[]): Float32Array => {
    const count = rows * scales.length;
    const bytes = new Int8Array(file.buffer, file.byteOffset + at, count);
    at += count;
    return Float32Array.from(bytes, (byte, i) => byte * (scales[i % scales.length] as number));
  };
  const dense = take(DENSE_LENGTH, header.scales.dense);
  const output = take(header.hidden, header.scales.output);
  const words = take(WORD_BUCKETS, header.scales.words);
  if (at !== file.byteLength)
    throw new Error(`The understanding model has ${file.byteLength} bytes instead of ${at}`);
  return {
    weights: {
      hidden: header.hidden,
      dense,
      output,
      words,
      hiddenBias: Float32Array.from(header.hiddenBias),
      outputBias: Float32Array.from(header.outputBias),
    },
    thresholds: header.thresholds,
    possibleNeverCall: header.possibleNeverCall,
    yesNoThreshold: header.yesNoThreshold,
  };
}

function quantise(matrix: Float32Array, columns: number): { bytes: Int8Array; scales: number[] } {
  const highest = new Float32Array(columns);
  matrix.forEach((value, i) => {
    highest[i % columns] = Math.max(highest[i % columns] as number, Math.abs(value));
  });
  const scales = Array.from(highest, (value) => Number((Math.max(value, 1e-6) / 127).toPrecision(6)));
  const bytes = Int8Array.from(matrix, (value, i) =>
    Math.max(-127, Math.min(127, Math.round(value / (scales[i % columns] as number)))),
  );
  return { bytes, scales };
}
