import { english } from '@parley/language/english-tables.ts';
import { type Language, localeOf } from '@parley/language/language.ts';
import { isWordBound, words as wordTables } from '@parley/language/locale-tables.ts';
import { folded } from '@parley/language/speech.ts';
import type { LanguageTestAnalysis } from '../analysis-model.ts';
import { listed } from './requirement.ts';
import { sentencesIn, type Talk } from './talk.ts';

/** Fewer words show no level. */
export const FEWEST_WORDS = 30;

/**
 * What a transcript shows of somebody's command of a language: how varied the words are, how long the sentences,
 * how they are joined. It is an estimate from written words. How they sounded is left open: nobody listened.
 */
export function languageTestOf(talk: Talk): LanguageTestAnalysis {
  const measured = measure(talk);
  const unheard = { pronunciationScores: null, pronunciationAssessment: null };
  if (measured.words < FEWEST_WORDS)
    return { ...unheard, grammar: null, vocabulary: null, overallScore: null };
  const [grammar, vocabulary] = [grammarPoints(measured), vocabularyPoints(measured)];
  const wanted = wantedLevel(talk);
  const { wording } = talk;
  const level = (points: number): string => levels[levelAt(points)] ?? 'A1';
  const assessed = (points: number, summary: string) => ({
    level: level(points),
    meets_tested_level: wanted === undefined || levelAt(points) >= wanted,
    summary: wording.text(
      summary,
      ...(wanted === undefined ? [] : [wording.say('wantedLevel', { level: levels[wanted] ?? '' })]),
    ),
  });
  const { sentences, words, different, links, slips } = measured;
  return {
    ...unheard,
    grammar: assessed(
      grammar,
      wording.text(
        wording.say('grammar', {
          level: level(grammar),
          length: Math.round(words / sentences),
          links: Math.min(100, Math.round((100 * links) / sentences)),
        }),
        ...(slips.length === 0
          ? []
          : [english.answers.slipsFound.replace('{words}', () => wording.list(slips.map(wording.quote)))]),
        wording.say('estimated'),
      ),
    ),
    vocabulary: assessed(
      vocabulary,
      wording.text(
        wording.say('vocabulary', { level: level(vocabulary), words, different }),
        wording.say('estimated'),
      ),
    ),
    overallScore: Math.round((100 * (grammar + vocabulary)) / (2 * levels.length)),
  };
}

const levels = ['A1', 'A2', 'B1', 'B2', 'C1', 'C2'] as const;
const levelAt = (points: number): number => Math.max(0, Math.min(levels.length - 1, Math.floor(points)));

interface Measured {
  readonly words: number;
  readonly different: number;
  readonly sentences: number;
  readonly links: number;
  /** Known of English alone. */
  readonly slips: readonly string[];
}

/** How many words were heard, in any script. */
export const wordsHeard = (talk: Talk): number => measure(talk).words;

function measure({ said, plan: { language } }: Talk): Measured {
  const text = said.map((each) => each.text).join('\n');
  const segments = new Intl.Segmenter(localeOf(language), { granularity: 'word' }).segment(text);
  const words = [...segments].filter(({ isWordLike }) => isWordLike).map(({ segment }) => folded(segment));
  const sentences = said.flatMap((each) => sentencesIn(each.text, language));
  return {
    words: words.length,
    different: new Set(words).size,
    sentences: Math.max(1, sentences.length),
    links: [...folded(text).matchAll(linksIn(language))].length,
    slips:
      language === 'EN'
        ? [...new Set([...text.matchAll(ENGLISH_SLIPS)].map(([slip]) => slip))].slice(0, 3)
        : [],
  };
}

const linksIn = (language: Language): RegExp => {
  const [start, end] = isWordBound(language) ? ['(?<!\\p{L})', '(?!\\p{L})'] : ['', ''];
  return new RegExp(`${start}(?:${wordTables[language].linking.map(folded).join('|')})${end}`, 'gu');
};

/** Mistakes that cannot be anything else. */
const ENGLISH_SLIPS = new RegExp(english.answers.slips, 'gi');

/** Bounds between the six levels, by words to a sentence. */
const LENGTHS = [5, 7, 10, 13, 17] as const;
/** By linking words to a sentence. */
const LINKS = [0.1, 0.2, 0.4, 0.6, 0.9] as const;
/** By Guiraud's index: different words over the root of all words, which depends less on length than their share. */
const VARIETY = [4, 5.2, 6.4, 7.6, 9] as const;
const COST_OF_SLIP = 0.4;
const HIGHEST_COST = 2;

const grammarPoints = ({ words, sentences, links: joined, slips }: Measured): number =>
  Math.max(
    0,
    (within(words / sentences, LENGTHS) + within(joined / sentences, LINKS)) / 2 -
      Math.min(HIGHEST_COST, slips.length * COST_OF_SLIP),
  );

const vocabularyPoints = ({ words, different }: Measured): number =>
  within(different / Math.sqrt(words), VARIETY);

/** From 0 to 6: which level it is in, and how far into it. */
function within(value: number, bounds: readonly number[]): number {
  const level = bounds.filter((bound) => value >= bound).length;
  const [low, high] = [bounds[level - 1] ?? 0, bounds[level]];
  return high === undefined ? level + 0.5 : level + (value - low) / (high - low);
}

/** Words that stand for a level where none is given, the highest level first. */
const levelNames = Object.entries(english.descriptions.levelNames)
  .map(([level, names]) => [new RegExp(names, 'i'), (levels as readonly string[]).indexOf(level)] as const)
  .sort(([, one], [, other]) => other - one);

/** The level that the job asks for in the language of the call. */
function wantedLevel({ plan: { known, language } }: Talk): number | undefined {
  const names = ['en', localeOf(language)].map((locale) =>
    folded(new Intl.DisplayNames([locale], { type: 'language' }).of(localeOf(language)) ?? ''),
  );
  const wanted = listed(known.job.languageRequirements).find((each) => {
    const first = folded(each).split(/[\s(,]/)[0] ?? '';
    return (
      first === language.toLowerCase() ||
      first === localeOf(language) ||
      names.some((name) => folded(each).startsWith(name))
    );
  });
  if (wanted === undefined) return undefined;
  const code = /\b[ABC][12]\b/i.exec(wanted)?.[0]?.toUpperCase();
  const index = (levels as readonly (string | undefined)[]).indexOf(code);
  return index >= 0 ? index : levelNames.find(([pattern]) => pattern.test(wanted))?.[1];
}
