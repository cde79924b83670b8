import { readFile } from 'node:fs/promises';
import type { InferenceSession, Tensor } from 'onnxruntime-node';

/** Where the parts of the model lie. */
export interface MoonshineFiles {
  readonly encoder: string;
  readonly decoder: string;
  /** A script that holds the vocabulary, among much else. */
  readonly vocabularyIn: string;
}

const MOONSHINE_RATE_HZ = 16_000;

/** Of the tiny model. */
const LAYERS = 6;
const HEADS = 8;
const HEAD_SIZE = 36;
const START_TOKEN = 1;
const END_TOKEN = 2;

/** People say fewer; beyond it the model repeats itself. The makers' own limit is 6.5. */
const MOST_TOKENS_PER_SECOND = 6.5;
/**
 * Silence before and after. Of fifty answers without it 7.7 % of the words were wrong at 16 kHz and 14.4 % at 8 kHz, and
 * with it 5.0 % and 12.0 %.
 */
const MARGIN_SAMPLES = MOONSHINE_RATE_HZ / 5;
/** Below a second the model guesses. */
const LEAST_SAMPLES = MOONSHINE_RATE_HZ;

/**
 * By how much (of logits) no word must be likelier than any word, to be believed. The model itself asks for nothing, and
 * is deafened by a little hiss: of 150 answers with it (50 dB below full scale) it heard nothing in 21, and 18.2 % of the
 * words were wrong; so it is none, and 6.1 %. Speech is at 5 at most, and hiss, hum, coughs, breath, clicks and tones
 * alone are at 5 to 9; a hum may be lower, and is taken for one and the same word.
 */
const SURE_OF_SILENCE = 4.5;
const HUMMED = /^you\W*$/i;
/** Nothing was said below it: without any sound at all the model is less sure than with noise. */
const AUDIBLE = 0.002;

/** Speech at 16 kHz, from -1 to 1, into words. */
export type Transcribe = (sound: Float32Array) => Promise<string>;

/**
 * Moonshine tiny, in eight bits: an encoder that reads the whole sound, and a decoder that says one token after
 * another. It fills the thread that it runs on, so it belongs on one of its own.
 */
export async function loadMoonshine(files: MoonshineFiles): Promise<Transcribe> {
  const { InferenceSession: sessions, Tensor: Tensors } = await import('onnxruntime-node');
  // One thread for one transcription: with several calls that is the most that a core gives.
  const options: InferenceSession.SessionOptions = {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    logSeverityLevel: 3,
  };
  const [encoder, decoder, vocabulary] = await Promise.all([
    sessions.create(files.encoder, options),
    sessions.create(files.decoder, options),
    readFile(files.vocabularyIn, 'latin1').then(vocabularyIn),
  ]);
  return (sound) => new Transcription(encoder, decoder, vocabulary, Tensors).of(sound);
}

type Values = Record<string, Tensor>;

class Transcription {
  readonly #encoder: InferenceSession;
  readonly #decoder: InferenceSession;
  readonly #vocabulary: Vocabulary;
  readonly #Tensor: typeof Tensor;

  constructor(
    encoder: InferenceSession,
    decoder: InferenceSession,
    vocabulary: Vocabulary,
    Tensors: typeof Tensor,
  ) {
    this.#encoder = encoder;
    this.#decoder = decoder;
    this.#vocabulary = vocabulary;
    this.#Tensor = Tensors;
  }

  async of(sound: Float32Array): Promise<string> {
    if (!sound.some((sample) => Math.abs(sample) > AUDIBLE)) return '';
    const padded = withSilence(sound);
    const { last_hidden_state: heard } = (await this.#encoder.run({
      input_values: new this.#Tensor('float32', padded, [1, padded.length]),
    })) as Values;
    const most = Math.ceil((padded.length / MOONSHINE_RATE_HZ) * MOST_TOKENS_PER_SECOND);
    const tokens: number[] = [];
    let past = this.#nothingPast();
    let isDoubtful = false;
    for (let last = START_TOKEN; tokens.length < most; ) {
      const isFirst = tokens.length === 0;
      const output = (await this.#decoder.run({
        input_ids: new this.#Tensor('int64', BigInt64Array.of(BigInt(last)), [1, 1]),
        encoder_hidden_states: heard as Tensor,
        use_cache_branch: new this.#Tensor('bool', [!isFirst], [1]),
        ...past,
      })) as Values;
      const logits = (output.logits as Tensor).data as Float32Array;
      if (isFirst) {
        isDoubtful = indexOfLargest(logits) === END_TOKEN;
        (logits[END_TOKEN] as number) -= SURE_OF_SILENCE;
      }
      last = indexOfLargest(logits);
      if (last === END_TOKEN) break;
      tokens.push(last);
      past = remembered(past, output, isFirst);
    }
    const words = withoutLoops(this.#vocabulary.textOf(tokens));
    return isDoubtful && HUMMED.test(words) ? '' : words;
  }

  #nothingPast(): Values {
    const past: Values = {};
    for (let layer = 0; layer < LAYERS; layer += 1)
      for (const part of ['decoder.key', 'decoder.value', 'encoder.key', 'encoder.value'])
        past[`past_key_values.${layer}.${part}`] = new this.#Tensor('float32', new Float32Array(0), [
          0,
          HEADS,
          1,
          HEAD_SIZE,
        ]);
    return past;
  }
}

/** The encoder's state stays the same after the first token; the decoder's grows with every one. */
function remembered(past: Values, output: Values, isFirst: boolean): Values {
  const next: Values = {};
  for (const [name, before] of Object.entries(past)) {
    const present = output[name.replace('past_key_values', 'present')];
    next[name] = present !== undefined && (isFirst || name.includes('.decoder.')) ? present : before;
  }
  return next;
}

function withSilence(sound: Float32Array): Float32Array {
  const padded = new Float32Array(Math.max(LEAST_SAMPLES, sound.length + 2 * MARGIN_SAMPLES));
  padded.set(sound, MARGIN_SAMPLES);
  return padded;
}

function indexOfLargest(values: Float32Array): number {
  let best = 0;
  for (let index = 1; index < values.length; index += 1)
    if ((values[index] as number) > (values[best] as number)) best = index;
  return best;
}

/** One to six words, five times or more in a row: nobody says that, and a model that has lost its way does. */
const LOOP = /\b((?:\S+\s+){0,5}?\S+)(?:\s+\1){4,}/gi;

export const withoutLoops = (text: string): string => text.replace(LOOP, '$1');

/** Tokens of a sentence-piece model, by their number. */
interface Vocabulary {
  textOf(tokens: readonly number[]): string;
}

/** How every vocabulary of this kind begins. */
const BEGINNING = '<unk>\n<s>\n</s>\n';
const SPECIAL_TOKENS = 3;
const BYTE_TOKEN = /^<0x([0-9A-F]{2})>$/;

/** The vocabulary that stands in a script as one base64 string of lines. */
export function vocabularyIn(script: string): Vocabulary {
  // Fifteen bytes are twenty characters of base64 exactly, so what follows does not change them.
  const start = script.indexOf(Buffer.from(BEGINNING).toString('base64'));
  if (start < 0) throw new Error('There is no vocabulary in the script of the speech model');
  const quote = script[start - 1] as string;
  const lines = Buffer.from(script.slice(start, script.indexOf(quote, start)), 'base64').toString('utf8');
  return vocabularyOf(lines.split('\n'));
}

export function vocabularyOf(pieces: readonly string[]): Vocabulary {
  const bytes = pieces.map((piece, token) => {
    if (token < SPECIAL_TOKENS) return Buffer.alloc(0);
    const byte = BYTE_TOKEN.exec(piece)?.[1];
    return byte === undefined ? Buffer.from(piece.replaceAll('▁', ' ')) : Buffer.from(byte, 'hex');
  });
  return {
    textOf: (tokens) =>
      // Tokens above the vocabulary are marks without words.
      Buffer.concat(tokens.map((token) => bytes[token] ?? Buffer.alloc(0)))
        .toString('utf8')
        .replace(/\s+/g, ' ')
        .trim(),
  };
}
