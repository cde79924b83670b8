import type { Language } from '../../../kernel/language.ts';
import { asianCues } from './asian-cues.ts';
import type { CueTable } from './cue-table.ts';
import { easternCues } from './eastern-cues.ts';
import { northernCues } from './northern-cues.ts';
import type { Polarity } from './polarity.ts';
import { slavicCues } from './slavic-cues.ts';
import { type Clause, plainWords } from './speech.ts';
import { westernCues } from './western-cues.ts';
import type { Wish } from './wish.ts';

export interface ForeignCues {
  readonly wishes: readonly (readonly [Wish, RegExp])[];
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

export const cuesOf = (language: Language): ForeignCues | undefined =>
  language === 'EN' ? undefined : compiled.get(language);

/** Chinese and Japanese write no spaces, and Korean hangs endings onto its words. */
const edges: Partial<Record<Language, readonly [string, string]>> = {
  JA: ['', ''],
  ZH: ['', ''],
  KO: ['(?<![^ ])', ''],
};

function patternOf(language: Language, phrases: string): RegExp {
  const [start, end] = edges[language] ?? ['(?<![^ ])', '(?![^ ])'];
  return new RegExp(`${start}(?:${phrasesIn(phrases).map(sourceOf).join('|')})${end}`);
}

/** One word, such as "comment" or "dag", means this only where hardly anything else is said. */
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

const isOneWord = (phrase: string): boolean => !phrase.includes(' ');

const phrasesIn = (phrases: string): string[] =>
  phrases
    .split('|')
    .map((phrase) => phrase.split('…').map(plainWords).join(' … ').trim())
    .sort((one, other) => other.length - one.length);

const sourceOf = (phrase: string): string =>
  phrase.replaceAll(/[.$]/g, '\\$&').replaceAll(' …', '(?: [^ ]+){0,4}?');

function compile(language: Language, table: CueTable): ForeignCues {
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
      ['repeat', partingOf(language, table.repeat)],
      ['wrongPerson', patternOf(language, table.wrongPerson)],
    ],
    noThanks: patternOf(language, table.noThanks),
    voicemail: patternOf(language, table.voicemail),
    asksOpen: patternOf(language, `${table.open}|${table.number}|${table.date}`),
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

const compiled = new Map(
  Object.entries(tables).map(([language, table]) => [
    language as Language,
    compile(language as Language, table),
  ]),
);
