import { localeTables } from '@parley/language/locale.ts';
import type { CallOutcome } from '../../outcome.ts';

/** What call analysis says and what it goes by, in every language. */
export const analysisTables = localeTables<{
  readonly beforeName?: readonly string[];
  readonly corrections?: readonly string[];
  readonly courtesies?: readonly string[];
  readonly education?: readonly string[];
  readonly experience?: readonly string[];
  readonly hedge?: readonly string[];
  readonly interest?: readonly string[];
  readonly limits?: Readonly<
    Partial<Record<'atLeast' | 'atMost' | 'lessThan' | 'moreThan' | 'to', readonly string[]>>
  >;
  readonly listing?: Readonly<Partial<Record<'lead' | 'noItem' | 'trail', readonly string[]>>>;
  readonly little?: readonly string[];
  readonly notBefore?: readonly string[];
  readonly nothing?: readonly string[];
  readonly refusal?: readonly string[];
  readonly vague?: readonly string[];
  readonly sentences: Sentences;
  readonly moods: Readonly<Record<'glad' | 'cross', readonly string[]>>;
  readonly readiness: Readonly<Record<'now' | 'soon' | 'any', readonly string[]>>;
}>('analysis');

/** The sentences of call analysis, and what is put into each: `{name}` stands where it goes. */
export interface Places {
  /** Words of somebody else. */
  readonly quote: 'words';
  readonly yes: never;
  readonly no: never;

  /** Why an answer scores what it scores. */
  readonly refused: never;
  readonly unanswered: never;
  readonly unreached: never;
  readonly held: 'said' | 'ideal';
  readonly open: 'said' | 'ideal';
  /** How much of what the ideal answer names came up. */
  readonly named: 'met' | 'wanted' | 'ideal';

  /** Why an outcome or a tag was found, or was not. */
  readonly nobodySpoke: never;
  readonly notMentioned: never;
  readonly said: 'words';
  readonly answered: 'question' | 'words';

  /** Why it is not known whether an outcome or a tag was found. */
  readonly notAsked: 'question';
  readonly notAnswered: 'question';
  readonly leftOpen: 'words';
  readonly noQuestion: 'condition';

  /** What a sentiment rests on. */
  readonly moodByWords: 'words';
  readonly moodByEnding: never;
  readonly moodless: never;

  /** What speaks for the contact and what against. */
  readonly required: 'point';
  readonly withheld: 'question';
  readonly openQuestion: 'question';
  readonly answeredOf: 'answered' | 'planned';
  readonly unscored: 'question' | 'words';
  readonly score: 'total';
  readonly message: 'words';

  /** The call in short. */
  readonly talked: 'contact' | 'agent' | 'company' | 'duration';
  readonly called: 'contact' | 'agent' | 'company';
  readonly inShort: 'answers';
  readonly callback: 'words';

  /** What a rating rests on, or why there is none. */
  readonly unrated: never;
  readonly partlyScored: 'unscored' | 'planned';
  readonly tooFewWords: 'words' | 'needed';
  readonly skillKnown: 'skill';
  readonly skillMissing: 'skill';
  readonly skillPartly: 'skill';
  readonly skillNotMentioned: 'skill';
  readonly byParts: 'rating' | 'parts';
  readonly byCourse: 'rating';

  /** What shows the level of a speaker. */
  readonly grammar: 'level' | 'length' | 'links';
  readonly vocabulary: 'level' | 'words' | 'different';
  readonly estimated: never;
  readonly wantedLevel: 'level';
}

/** A text with each of these places. */
type With<Place extends string> = [Place] extends [never]
  ? string
  : (Place extends string ? (text: `${string}{${Place}}${string}`) => void : never) extends (
        text: infer Text,
      ) => void
    ? Text
    : never;

/**
 * Everything that call analysis says of its own, in one language; one that lacks a sentence, or a place in it, does not
 * compile. Plain, short, of no gender where the language allows. What is put in stands where no language bends it,
 * behind a colon or in brackets, and a number beside no noun that has a plural: "Answered: 3 of 4".
 */
export type Sentences = { readonly [Name in keyof Places]: With<Places[Name]> } & {
  /** How the call ended. */
  readonly ended: Readonly<Record<CallOutcome['kind'], string>>;
};
