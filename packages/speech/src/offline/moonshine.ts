import { readFile } from 'node:fs/promises';
import type { InferenceSession, Tensor } from 'onnxruntime-node';
import { type BeamSearchOptions, beamSearch, type Decoder } from './beam-search.ts';
import { expectedWords } from './expected-words.ts';
import { bothPriors, englishTalk, type Talk, type WordPrior } from './word-prior.ts';

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

/**
 * How many hypotheses are followed when the first guess is not sure. Of fifty answers at 8 kHz 12.7 % of the words were
 * wrong by the first guess alone, and 7.9 % so. Four need more processor time than a call may have: 0.25 of the sound.
 */
const BEAM_WIDTH = 3;
/** A first guess so likely is taken as it is: the search costs as much again and more. */
const SURE_ENOUGH = 0.88;
const NO_PRIOR = expectedWords([]);

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

export interface Transcript {
  readonly text: string;
  /** From 0 to 1: how likely the model thinks each of its words is. */
  readonly confidence: number;
}

const NOTHING: Transcript = { text: '', confidence: 1 };

export interface Listening {
  /** Phrases that are likely to be said. */
  readonly hints: readonly string[];
  /** False: the first guess will do, for speech that goes on. */
  readonly isFinal: boolean;
}

/** Speech at 16 kHz, from -1 to 1, into words. */
export type Transcribe = (sound: Float32Array, listening: Listening) => Promise<Transcript>;

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
  const [encoder, decoder, vocabulary, talk] = await Promise.all([
    sessions.create(files.encoder, options),
    sessions.create(files.decoder, options),
    readFile(files.vocabularyIn, 'latin1').then(vocabularyIn),
    englishTalk(),
  ]);
  const transcription = new Transcription({ encoder, decoder, vocabulary, talk, tensors: Tensors });
  return (sound, listening) => transcription.of(sound, listening);
}

type Values = Record<string, Tensor>;
type Tensors = typeof Tensor;

interface Parts {
  readonly encoder: InferenceSession;
  readonly decoder: InferenceSession;
  readonly vocabulary: Vocabulary;
  readonly talk: WordPrior<Talk>;
  readonly tensors: Tensors;
}

class Transcription {
  readonly #encoder: InferenceSession;
  readonly #decoder: InferenceSession;
  readonly #vocabulary: Vocabulary;
  readonly #talk: WordPrior<Talk>;
  readonly #Tensor: Tensors;

  constructor(parts: Parts) {
    const { encoder, decoder, vocabulary, talk, tensors } = parts;
    this.#encoder = encoder;
    this.#decoder = decoder;
    this.#vocabulary = vocabulary;
    this.#talk = talk;
    this.#Tensor = tensors;
  }

  async of(sound: Float32Array, { hints, isFinal }: Listening): Promise<Transcript> {
    if (!sound.some((sample) => Math.abs(sample) > AUDIBLE)) return NOTHING;
    const padded = withSilence(sound);
    const { last_hidden_state: heard } = (await this.#encoder.run({
      input_values: new this.#Tensor('float32', padded, [1, padded.length]),
    })) as Values;
    const mostTokens = Math.ceil((padded.length / MOONSHINE_RATE_HZ) * MOST_TOKENS_PER_SECOND);
    const quick = await this.#decoded(heard as Tensor, { width: 1, mostTokens, prior: NO_PRIOR });
    if (!isFinal || quick.text === '' || quick.confidence >= SURE_ENOUGH) return quick;
    return this.#decoded(heard as Tensor, {
      width: BEAM_WIDTH,
      mostTokens,
      prior: bothPriors(this.#talk, expectedWords(hints)),
    });
  }

  async #decoded(
    heard: Tensor,
    options: Pick<BeamSearchOptions, 'width' | 'mostTokens' | 'prior'>,
  ): Promise<Transcript> {
    const decoder = new MoonshineDecoder(this.#decoder, heard, this.#Tensor);
    const [best] = await beamSearch(decoder, {
      ...options,
      startToken: START_TOKEN,
      endToken: END_TOKEN,
      textOf: (token) => this.#vocabulary.pieceOf(token),
      endPenalty: SURE_OF_SILENCE,
    });
    if (best === undefined) return NOTHING;
    const said = this.#vocabulary.textOf(best.tokens);
    const text = withoutLoops(said);
    if (decoder.isDoubtful && HUMMED.test(text)) return NOTHING;
    // Who repeats themselves so has lost their way, however sure they are.
    return { text, confidence: text === said ? Math.exp(best.logProbability) : 0 };
  }
}

/** Remembers, for each hypothesis, what it needs of the tokens before. */
class MoonshineDecoder implements Decoder {
  readonly #session: InferenceSession;
  readonly #heard: Tensor;
  readonly #Tensor: Tensors;
  #past: Values | undefined;
  #heardRows: Tensor | undefined;
  #rowCount = 1;
  /** At first the model took it for no speech at all. */
  isDoubtful = false;

  constructor(session: InferenceSession, heard: Tensor, tensors: Tensors) {
    this.#session = session;
    this.#heard = heard;
    this.#Tensor = tensors;
  }

  async step(tokens: readonly number[], parents: readonly number[]): Promise<Float32Array[]> {
    const isFirst = this.#past === undefined;
    const past = this.#past === undefined ? this.#nothingPast() : this.#pastOf(this.#past, parents);
    const output = (await this.#session.run({
      input_ids: new this.#Tensor('int64', BigInt64Array.from(tokens, BigInt), [tokens.length, 1]),
      encoder_hidden_states: this.#heardBy(tokens.length),
      use_cache_branch: new this.#Tensor('bool', [!isFirst], [1]),
      ...past,
    })) as Values;
    this.#past = remembered(past, output, isFirst);
    this.#rowCount = tokens.length;
    const logits = (output.logits as Tensor).data as Float32Array;
    const size = logits.length / tokens.length;
    const rows = tokens.map((_, row) => logits.subarray(row * size, (row + 1) * size));
    if (isFirst) this.isDoubtful = indexOfLargest(rows[0] as Float32Array) === END_TOKEN;
    return rows;
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

  #heardBy(count: number): Tensor {
    if (this.#heardRows?.dims[0] !== count)
      this.#heardRows = this.#rows(
        this.#heard,
        Array.from({ length: count }, () => 0),
      );
    return this.#heardRows as Tensor;
  }

  #pastOf(past: Values, parents: readonly number[]): Values {
    const next: Values = {};
    // What was heard is the same for every hypothesis, so the rows of the encoder need no new order.
    const inPlace = parents.map((_, row) => Math.min(row, this.#rowCount - 1));
    for (const [name, tensor] of Object.entries(past))
      next[name] = this.#rows(tensor, name.includes('.encoder.') ? inPlace : parents);
    return next;
  }

  /** The rows of a tensor in another order, some of them several times. */
  #rows(tensor: Tensor, order: readonly number[]): Tensor {
    const [count = 1, ...others] = tensor.dims;
    if (count === order.length && order.every((row, at) => row === at)) return tensor;
    const data = tensor.data as Float32Array;
    const size = data.length / count;
    const rows = new Float32Array(size * order.length);
    for (const [at, row] of order.entries()) rows.set(data.subarray(row * size, (row + 1) * size), at * size);
    return new this.#Tensor('float32', rows, [order.length, ...others]);
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
const LETTER_LOOP = /(\D)\1{5,}/gu;

export const withoutLoops = (text: string): string => text.replace(LOOP, '$1').replace(LETTER_LOOP, '$1');

/** Tokens of a sentence-piece model, by their number. */
interface Vocabulary {
  /** With a space before a new word. */
  pieceOf(token: number): string;
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
    pieceOf: (token) => (bytes[token] ?? Buffer.alloc(0)).toString('utf8'),
    textOf: (tokens) =>
      // Tokens above the vocabulary are marks without words.
      Buffer.concat(tokens.map((token) => bytes[token] ?? Buffer.alloc(0)))
        .toString('utf8')
        .replace(/\s+/g, ' ')
        .trim(),
  };
}
