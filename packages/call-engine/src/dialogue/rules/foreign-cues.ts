import { madeOnce } from '@parley/kernel/made-once.ts';
import type { Language } from '@parley/language/language.ts';
import { type Clause, plainWords } from '@parley/language/speech.ts';
import { asianCues } from './asian-cues.ts';
import type { CueTable } from './cue-table.ts';
import { easternCues } from './eastern-cues.ts';
import { momentCues } from './moment-cues.ts';
import { northernCues } from './northern-cues.ts';
import { refusalCues } from './refusal-cues.ts';
import { slavicCues } from './slavic-cues.ts';
import { westernCues } from './western-cues.ts';
import type { Wish } from './wish.ts';
import type { Polarity } from './yes-no-cues.ts';

export interface ForeignCues {
  readonly wishes: readonly (readonly [Wish, RegExp])[];
  /** "Comment?" asks to hear it again only when nothing else is said. */
  readonly repeatAlone: RegExp;
  readonly noThanks: RegExp;
  readonly voicemail: RegExp;
  readonly asksOpen: RegExp;
  readonly asksNumber: RegExp;
  readonly asksDate: RegExp;
  polarityOf(clauses: readonly Clause[]): Polarity | undefined;
}

const tables: Readonly<Record<Exclude<Language, 'EN'>, CueTable>> = {
  ...westernCues,
  ...northernCues,
  ...slavicCues,
  ...easternCues,
  ...asianCues,
};

export const cueTableOf = (language: Language): CueTable | undefined =>
  language === 'EN' ? undefined : tables[language];

export const cuesOf = (language: Language): ForeignCues | undefined =>
  language === 'EN' ? undefined : compiled(language);

/** Chinese and Japanese write no spaces, and Korean hangs endings onto its words. */
const edges: Partial<Record<Language, readonly [string, string]>> = {
  JA: ['', ''],
  ZH: ['', ''],
  KO: ['(?<![^ ])', ''],
};

/** One pattern for phrases that are written as in a cue table. */
export function patternOf(language: Language, phrases: string): RegExp {
  const [start, end] = edges[language] ?? ['(?<![^ ])', '(?![^ ])'];
  return new RegExp(`${start}(?:${phrasesIn(phrases).map(sourceOf).join('|')})${end}`);
}

/** Languages that ask for a thing where an answer would name it, rather than in the first words. */
const askAnywhere: ReadonlySet<Language> = new Set(['JA', 'ZH', 'KO', 'TR', 'HU']);

/** "Est-ce que vous …" has a "que", and yet yes or no answers it: the word has to
 * come first, or after a preposition. */
function askingOf(language: Language, phrases: string): RegExp {
  if (askAnywhere.has(language)) return patternOf(language, phrases);
  return new RegExp(`^(?:[^ ]{1,3} )?(?:${patternOf(language, phrases).source})`);
}

/** One word, such as "dag", is a goodbye only where hardly anything else is said. */
function partingOf(language: Language, phrases: string): RegExp {
  const [single, longer] = [
    phrasesIn(phrases).filter(isOneWord),
    phrasesIn(phrases).filter((phrase) => !isOneWord(phrase)),
  ];
  const whole = `^(?:[^ ]+ ){0,2}(?:${single.map(sourceOf).join('|')})$`;
  return longer.length === 0
    ? new RegExp(whole)
    : new RegExp(`${whole}|${patternOf(language, longer.join('|')).source}`);
}

/** "Moment" asks for one as all that is said between two commas; "at the moment" does not. */
function momentOf(language: Language, phrases: string): RegExp {
  if (edges[language] !== undefined) return patternOf(language, phrases);
  const source = phrasesIn(phrases).map(sourceOf).join('|');
  return new RegExp(`^(?:[^ ]{1,4} )?(?:${source})(?: [^ ]{1,6})?$`);
}

/** Where words are not written apart, every phrase is taken as more than a word. */
const longerIn = (language: Language, phrases: string): string =>
  phrasesIn(phrases)
    .filter((phrase) => !isOneWord(phrase) || edges[language]?.[0] === '')
    .join('|');

const isOneWord = (phrase: string): boolean => !phrase.includes(' ');

const phrasesIn = (phrases: string): string[] =>
  phrases
    .split('|')
    .map((phrase) => phrase.split('…').map(plainWords).join(' … ').trim())
    .sort((one, other) => other.length - one.length);

const sourceOf = (phrase: string): string =>
  phrase.replaceAll(/[.$]/g, '\\$&').replaceAll(' …', '(?: [^ ]+){0,4}?');

function compile(language: Exclude<Language, 'EN'>, table: CueTable): ForeignCues {
  const polarity = new Map<string, Polarity>([
    ...phrasesIn(table.yes).map((phrase) => [phrase, 'yes'] as const),
    ...phrasesIn(table.no).map((phrase) => [phrase, 'no'] as const),
  ]);
  const signs = patternOf(language, `${table.yes}|${table.no}`);
  return {
    wishes: [
      ['person', patternOf(language, table.person)],
      ['neverAgain', patternOf(language, table.stop)],
      ['notInterested', patternOf(language, table.notInterested)],
      ['later', patternOf(language, table.later)],
      ['goodbye', partingOf(language, table.goodbye)],
      ['repeat', patternOf(language, longerIn(language, table.repeat))],
      ['wrongPerson', patternOf(language, table.wrongPerson)],
      ['moment', momentOf(language, momentCues[language])],
      ['refusal', patternOf(language, refusalCues[language])],
    ],
    repeatAlone: new RegExp(`^(?:${phrasesIn(table.repeat).map(sourceOf).join('|')})$`),
    noThanks: patternOf(language, table.noThanks),
    voicemail: patternOf(language, table.voicemail),
    asksOpen: askingOf(language, `${table.open}|${table.number}|${table.date}`),
    asksNumber: patternOf(language, table.number),
    asksDate: patternOf(language, table.date),
    polarityOf: (clauses) => {
      for (const { plain } of clauses) {
        const sign = polarity.get(signs.exec(plain)?.[0] ?? '');
        if (sign !== undefined) return sign;
      }
      return undefined;
    },
  };
}

const compiled = madeOnce((language: Exclude<Language, 'EN'>) => compile(language, tables[language]));
