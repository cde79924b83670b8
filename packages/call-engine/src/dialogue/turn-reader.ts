import type { Language } from '@parley/language/language.ts';

/**
 * A trained reading of one turn, beside the rules: what the contact wants with it, and whether it says yes or no to the
 * question. It adds to what the rules see.
 */
export interface TurnReader {
  /** Undefined for a language without a trained model. */
  read(turn: ReadableTurn): Promise<TrainedReading | undefined>;
}

export interface ReadableTurn {
  readonly language: Language;
  readonly heard: string;
  /** What the agent had asked; absent at the opening. */
  readonly question?: string;
  readonly stage: 'opening' | 'question' | 'talk';
  /** The question is one that yes or no answers. */
  readonly asksYesNo?: true;
}

export interface TrainedReading {
  readonly wishes: Readonly<Record<TrainedWish, { readonly score: number; readonly level: Certainty }>>;
  /** Probabilities that add up to one. */
  readonly polarity: { readonly yes: number; readonly no: number; readonly neither: number };
  /** What it rather says, where neither is certain enough: worth asking once more. */
  readonly likely?: 'yes' | 'no';
}

/** `possible` is worth asking back for what cannot be undone, and nothing otherwise. */
export type Certainty = 'sure' | 'possible' | 'no';

export type TrainedWish =
  | 'never_call'
  | 'later'
  | 'human'
  | 'not_interested'
  | 'wrong_person'
  | 'asks_who'
  | 'asks_why'
  | 'asks_robot'
  | 'asks_pay'
  | 'asks_recorded'
  | 'asks_source'
  | 'is_scam'
  | 'asks_other'
  | 'repeat'
  | 'moment'
  | 'refuses'
  | 'already_told'
  | 'corrects'
  | 'goodbye'
  | 'answers'
  | 'filler'
  | 'machine'
  | 'off_topic';
