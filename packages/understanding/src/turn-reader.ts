import { readFileSync } from 'node:fs';
import { featuresOf, type Turn } from './features.ts';
import { decodeModel, type HeadModel, type Probabilities, probabilitiesOf } from './head-model.ts';
import { WANTS, type Want, type YesNo } from './labels.ts';

/** The languages that have a trained model. */
export const TRAINED_LANGUAGES = ['en'] as const;

export type TrainedLanguage = (typeof TRAINED_LANGUAGES)[number];

export interface TurnReading extends Probabilities {
  /** The wishes whose probability reaches their threshold, the most probable first. */
  readonly found: readonly Want[];
  /**
   * Whether the turn may ask for no further calls: true for nearly every such wish, and for many that only sound like one. Honour
   * `found`; ask back when only this is true and no rule saw the wish either.
   */
  readonly mayWantNoCalls: boolean;
  /** What the turn says to the question: `neither` when it is not certain enough. */
  readonly answer: YesNo;
}

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

  /** Takes less than a millisecond: the vectors, which take longer, are the caller's work. */
  read(turn: Turn): TurnReading {
    this.warm();
    return readTurn(this.#model as HeadModel, turn);
  }
}

/** The same turn and model always give the same reading. */
export function readTurn(model: HeadModel, turn: Turn): TurnReading {
  const { wants, yesNo } = probabilitiesOf(model.weights, featuresOf(turn));
  const found = WANTS.filter((want) => wants[want] >= model.thresholds[want]).sort(
    (a, b) => wants[b] - wants[a],
  );
  const likelier = yesNo.yes >= yesNo.no ? 'yes' : 'no';
  return {
    wants,
    yesNo,
    found,
    mayWantNoCalls: wants.never_call >= model.possibleNeverCall,
    answer: yesNo[likelier] >= model.yesNoThreshold ? likelier : 'neither',
  };
}
