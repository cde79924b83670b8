import { memoize } from '@parley/kernel/memoize.ts';
import type { Language } from '@parley/language/language.ts';
import { type Cues, cues, words, writing, yesNo } from '@parley/language/locale-tables.ts';
import { type Clause, folded, plainWords } from '@parley/language/speech.ts';
import { patternSource } from './cue-pattern.ts';
import { type Leaning, type Polarity, weigh } from './polarity.ts';

/** What someone may want of the call itself. A refusal is of one question, not of the call. */
export type Wish =
  | 'person'
  | 'neverAgain'
  | 'notInterested'
  | 'wrongPerson'
  | 'later'
  | 'goodbye'
  | 'repeat'
  | 'moment'
  | 'unrecorded'
  | 'refusal';

export interface ForeignCues {
  readonly language: Language;
  readonly wishes: readonly (readonly [Wish, RegExp])[];
  /** "Comment?" asks to hear it again only when nothing else is said. */
  readonly repeatAlone: RegExp;
  readonly noThanks: RegExp;
  /** What somebody is doing who picks up and cannot talk. */
  readonly busy: RegExp | undefined;
  /** Somebody else speaks for the contact. */
  readonly thirdParty: RegExp | undefined;
  readonly voicemail: RegExp;
  readonly asksOpen: RegExp;
  readonly asksNumber: RegExp;
  readonly asksDate: RegExp;
  leaningOf(clauses: readonly Clause[]): Leaning | undefined;
  polarityOf(clauses: readonly Clause[]): Polarity | undefined;
}

export const cuesOf = (language: Language): ForeignCues | undefined =>
  language === 'EN' ? undefined : compiled(language);

/** Where a phrase may begin and end: Chinese and Japanese write no spaces, and Korean hangs endings onto its words. */
const edges = {
  words: ['(?<![^ ])', '(?![^ ])'],
  phrases: ['(?<![^ ])', ''],
  none: ['', ''],
} as const;

/** One pattern for phrases that are written as in `cues.json`. */
export function patternOf(language: Language, phrases: readonly string[]): RegExp {
  const [start, end] = edges[writing[language].spaces];
  return new RegExp(`${start}(?:${phrasesIn(phrases).map(sourceOf).join('|')})${end}`);
}

/** What a pattern of phrases looks for that are written as in `cues.json`, without bounds. */
export const alternativesOf = (phrases: readonly string[]): string =>
  `(?:${phrasesIn(phrases).map(sourceOf).join('|')})`;

/** "Est-ce que vous …" has a "que", and yet yes or no answers it: the word has to
 * come first, or after a preposition. */
function askingOf(language: Language, phrases: readonly string[]): RegExp {
  if (writing[language].questionWords === 'anywhere') return patternOf(language, phrases);
  return new RegExp(`^(?:[^ ]{1,3} )?(?:${patternOf(language, phrases).source})`);
}

/** One word, such as "dag", is a goodbye only where hardly anything else is said. */
function partingOf(language: Language, phrases: readonly string[]): RegExp {
  const [single, longer] = [
    phrasesIn(phrases).filter(isOneWord),
    phrasesIn(phrases).filter((phrase) => !isOneWord(phrase)),
  ];
  const whole = `^(?:[^ ]+ ){0,2}(?:${single.map(sourceOf).join('|')})$`;
  return longer.length === 0
    ? new RegExp(whole)
    : new RegExp(`${whole}|${patternOf(language, longer).source}`);
}

/** "Moment" asks for one as all that is said between two commas; "at the moment" does not. */
function momentOf(language: Language, phrases: readonly string[]): RegExp {
  if (writing[language].spaces !== 'words') return patternOf(language, phrases);
  const source = phrasesIn(phrases).map(sourceOf).join('|');
  return new RegExp(`^(?:[^ ]{1,4} )?(?:${source})(?: [^ ]{1,6})?$`);
}

/** Where words are not written apart, every phrase is taken as more than a word. */
const longerIn = (language: Language, phrases: readonly string[]): string[] =>
  phrasesIn(phrases).filter((phrase) => !isOneWord(phrase) || writing[language].spaces === 'none');

/** At most one short word before a bare yes or no: "also nein", "na ja". */
const LEAD = /^(?:[^ ]{1,4} )?$/;

const isOneWord = (phrase: string): boolean => !phrase.includes(' ');
/** Most phrases are plain words; one with brackets is a pattern of words, as the English ones are. */
const isPattern = (phrase: string): boolean => phrase.includes('(');

/** Folding would write three dots for `…`, which match any three letters. */
const phrasesIn = (phrases: readonly string[]): string[] =>
  phrases
    .map((phrase) =>
      phrase
        .split('…')
        .map(isPattern(phrase) ? folded : plainWords)
        .join(' … ')
        .trim(),
    )
    .sort((one, other) => other.length - one.length);

const sourceOf = (phrase: string): string =>
  isPattern(phrase)
    ? patternSource([phrase])
    : phrase.replaceAll(/[.$]/g, '\\$&').replaceAll(' …', '(?: [^ ]+){0,4}?');

function compile(language: Exclude<Language, 'EN'>, table: Cues): ForeignCues {
  const { yes, no, unsure = [] } = yesNo[language];
  const polarity = (
    [
      ['unsure', unsure],
      ['yes', yes],
      ['no', no],
    ] as const
  ).flatMap(([lean, phrases]) =>
    phrasesIn(phrases).map((phrase) => [new RegExp(`^(?:${sourceOf(phrase)})$`), lean] as const),
  );
  const signOf = (found: string): Polarity | undefined =>
    polarity.find(([phrase]) => phrase.test(found))?.[1];
  const signs = patternOf(language, [...unsure, ...yes, ...no]);
  // "Ja, nee": of several bare ones the last counts.
  const single = [...yes, ...no].map(plainWords).filter(isOneWord).join('|');
  const bareWords = new RegExp(`^(?:(?:${single}) )+(?:${single})$`);
  const oneOf = (phrases: readonly string[]): string => phrasesIn(phrases).filter(isOneWord).join('|');
  // Whatever the language, who says yes and no says neither.
  const yesAndNo = new RegExp(
    `^(?:${oneOf(yes)}) (?:${words[language].joint.map(plainWords).join('|')}) (?:${oneOf(no)})$`,
  );
  const noSigns = patternOf(language, no);
  /** "Die Heizung geht ja nicht": a yes in the middle is a particle where the clause denies something. */
  const signIn = (plain: string): string => {
    const match = signs.exec(plain);
    if (match === null) return '';
    const [found] = match;
    const isWithin = !LEAD.test(plain.slice(0, match.index)) && isOneWord(found) && signOf(found) === 'yes';
    return isWithin ? (noSigns.exec(plain.slice(match.index))?.[0] ?? found) : found;
  };
  const leaningOf = (clauses: readonly Clause[]): Leaning | undefined =>
    weigh(
      clauses.map(({ plain }) => {
        if (yesAndNo.test(plain)) return { sign: 'unsure', isBare: true, isOfPart: false };
        const found = bareWords.test(plain) ? (plain.split(' ').at(-1) ?? '') : signIn(plain);
        const isAtEnd = found !== '' && isOneWord(found) && plain.endsWith(found);
        const isBare = isAtEnd && LEAD.test(plain.slice(0, -found.length));
        return { sign: signOf(found), isBare, isOfPart: isAtEnd && !isBare };
      }),
    );
  return {
    language,
    wishes: [
      ['person', patternOf(language, table.person)],
      ['neverAgain', patternOf(language, table.neverAgain)],
      ['notInterested', patternOf(language, table.notInterested)],
      ['later', patternOf(language, table.later)],
      ['goodbye', partingOf(language, table.goodbye)],
      ['repeat', patternOf(language, longerIn(language, table.repeat))],
      ['wrongPerson', patternOf(language, table.wrongPerson)],
      ['moment', momentOf(language, table.moment)],
      ['refusal', patternOf(language, table.refusal)],
    ],
    repeatAlone: new RegExp(`^(?:${phrasesIn(table.repeat).map(sourceOf).join('|')})$`),
    noThanks: patternOf(language, table.noThanks),
    busy: table.busy === undefined ? undefined : patternOf(language, table.busy),
    thirdParty: table.thirdParty === undefined ? undefined : patternOf(language, table.thirdParty),
    voicemail: patternOf(language, table.voicemail),
    asksOpen: askingOf(language, [...table.asksOpen, ...table.asksNumber, ...table.asksDate]),
    asksNumber: patternOf(language, table.asksNumber),
    asksDate: patternOf(language, table.asksDate),
    leaningOf,
    polarityOf: (clauses) => leaningOf(clauses)?.polarity,
  };
}

const compiled = memoize((language: Exclude<Language, 'EN'>) => compile(language, cues[language]));
