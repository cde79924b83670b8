import { readFileSync } from 'node:fs';
import { wordFeatures } from './features.ts';
import { decodeModel, type HeadModel, type Matrix, normalise, OUTPUTS, wordOutputs } from './head-model.ts';
import { WANTS, type Want, YES_NO, type YesNo } from './labels.ts';
import { plainText } from './plain-text.ts';
import { type TrainedLanguage, wordsIn } from './word-classes.ts';

/** What was heard, and when. */
export interface HeardTurn {
  /** What the agent had asked, best only the question itself. */
  readonly question?: string | undefined;
  readonly heard: string;
  /** `opening`: the agent has just said who calls. `question`: it has asked something. `talk`: anything else. */
  readonly stage: 'opening' | 'question' | 'talk';
}

/** A question and a text, as the network reads them together. */
export interface TextPair {
  readonly question: string;
  readonly say: string;
}

/**
 * `sure`: act on it. `possible`: too uncertain to act on; ask back, or act if the rules see it too. The levels of `never_call` are
 * such that hardly any do-not-call wish is below `possible`, and hardly anything else is `sure`.
 */
export type Level = 'sure' | 'possible' | 'no';

export interface TurnReading {
  readonly wishes: Readonly<Record<Want, { readonly score: number; readonly level: Level }>>;
  /** What the turn says to the question. The three are probabilities. */
  readonly polarity: Readonly<Record<YesNo, number>>;
  /** Yes or no is probable enough to act on. */
  readonly saysYesOrNo: boolean;
  /** `words`: read without the network, and so with less confidence. */
  readonly basis: 'network' | 'words';
}

/** A longer turn is also read in parts: a wish in the middle of a story is still a wish. */
const LONG_TURN_WORDS = 20;
const PART_WORDS = 30;
const PART_OVERLAP = 10;
const MAX_PARTS = 5;
/** These hold for a turn as a whole. */
const OF_THE_WHOLE: readonly Want[] = ['answers', 'filler', 'off_topic'];

/** Reads turns with the model of one language, which it loads with the first turn. */
export class TurnReader {
  readonly language: TrainedLanguage;
  #model: HeadModel | undefined;

  constructor(language: TrainedLanguage) {
    this.language = language;
  }

  /** Loads the model, so that the first turn does not wait for it. */
  warm(): void {
    this.#model ??= decodeModel(readFileSync(new URL(`../model/${this.language}.bin`, import.meta.url)));
  }

  /** What makes MiniLM score pairs. */
  get network(): ReadonlyMap<string, Matrix> {
    return this.#loaded.network;
  }

  /** The scores of `pairsOf(turn)`, in their order. Without them only the word model reads the turn. */
  read(turn: HeardTurn, scores?: readonly Float32Array[]): TurnReading {
    return readTurn(this.#loaded, turn, scores, this.language);
  }

  get #loaded(): HeadModel {
    this.warm();
    return this.#model as HeadModel;
  }
}

/** From here on the word model is sure enough that a turn says neither yes nor no. */
const SURELY_NEITHER = 0.9;

/** Whether the word model alone cannot tell yes from no: worth asking the network, if the question asks for one of them. */
export const leavesYesNoOpen = ({ saysYesOrNo, polarity }: TurnReading): boolean =>
  !saysYesOrNo && polarity.neither < SURELY_NEITHER;

/** What the network has to score for a turn: the whole, then the parts of a long one. */
export function pairsOf(
  { question = '', heard, stage }: HeardTurn,
  language: TrainedLanguage = 'en',
): TextPair[] {
  // At the opening the agent asks, whatever its words are, whether it may go on.
  const asked = plainText(question || (stage === 'opening' ? wordsIn(language).opening : ''), language);
  const whole = plainText(heard, language);
  return [whole, ...partsOf(whole)].map((say) => ({ question: asked, say }));
}

function partsOf(text: string): string[] {
  const words = text.split(' ');
  if (words.length <= LONG_TURN_WORDS) return [];
  const sentences = text
    .split(/[.?] /)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (sentences.length > 1 && sentences.length <= MAX_PARTS) return sentences;
  if (words.length <= PART_WORDS) return [];
  const step = Math.max(PART_WORDS - PART_OVERLAP, Math.ceil(words.length / MAX_PARTS));
  const parts: string[] = [];
  for (let from = 0; from < words.length && parts.length < MAX_PARTS; from += step)
    parts.push(words.slice(from, from + step + PART_OVERLAP).join(' '));
  return parts;
}

/** The same turn, model and scores always give the same reading. */
export function readTurn(
  model: HeadModel,
  turn: HeardTurn,
  scores?: readonly Float32Array[],
  language: TrainedLanguage = 'en',
): TurnReading {
  const { settings } = model;
  const readings = pairsOf(turn, language).map((pair, i) =>
    probabilities(model, pair, scores?.[i], language),
  );
  const whole = readings[0] as Float32Array;
  const { sure, possible, yesNo } = scores === undefined ? settings.wordsOnly : settings.withNetwork;
  const wishes = WANTS.map((want, k) => {
    const score = OF_THE_WHOLE.includes(want)
      ? (whole[k] as number)
      : Math.max(...readings.map((reading) => reading[k] as number));
    const level: Level = score >= sure[want] ? 'sure' : score >= possible[want] ? 'possible' : 'no';
    return [want, { score, level }] as const;
  });
  const polarity = Object.fromEntries(
    YES_NO.map((name, k) => [name, whole[WANTS.length + k] as number]),
  ) as TurnReading['polarity'];
  return {
    wishes: Object.fromEntries(wishes) as TurnReading['wishes'],
    polarity,
    saysYesOrNo: Math.max(polarity.yes, polarity.no) >= yesNo,
    basis: scores === undefined ? 'words' : 'network',
  };
}

function probabilities(
  { words, settings }: HeadModel,
  pair: TextPair,
  scores: Float32Array | undefined,
  language: TrainedLanguage,
): Float32Array {
  const outputs = wordOutputs(words, wordFeatures(pair.say, pair.question, language));
  if (scores !== undefined)
    for (let k = 0; k < OUTPUTS; k++) {
      const share = k < WANTS.length ? settings.wordShare.wants : settings.wordShare.yesNo;
      outputs[k] = (scores[k] as number) + share * (outputs[k] as number);
    }
  normalise(outputs);
  return outputs;
}
