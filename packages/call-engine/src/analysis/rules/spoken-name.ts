import { english, ofAllLanguages } from '@parley/language/locale-tables.ts';
import { plainWords, speechOf } from '@parley/language/speech.ts';
import { anyOf } from '../../dialogue/rules/cue-pattern.ts';
import { wordsOf } from '../../dialogue/rules/expected-answer.ts';
import { contentStems } from '../../dialogue/rules/stem.ts';
import { analysisTables } from './analysis-tables.ts';
import { sentencesIn, type Talk } from './talk.ts';

const courtesy = ofAllLanguages(
  (languages) =>
    new RegExp(
      `^(?:${languages.flatMap((language) => analysisTables[language].courtesies ?? []).join('|')})[.,!…\\s]*$`,
      'iu',
    ),
);
/** They ask for a thing, and not for a story. */
const factual = anyOf(english.questions.asksForThing);
const story = anyOf(english.questions.asksForStory);
const WHERE = new RegExp(english.questions.asksPlace);
const PLACE = new RegExp(english.answers.namesPlace, 'gu');
const SHORT = 5;

const lead = ofAllLanguages(
  (languages) =>
    new RegExp(
      `^${english.answers.beforeName}(?:${languages.flatMap((language) => analysisTables[language].beforeName ?? []).join('|')})`,
      'iu',
    ),
);
/** What is told of the thing beside its name. */
const RELATIVE = new RegExp(english.answers.relativeClause, 'isu');
const TRAIL = new RegExp(english.answers.afterName, 'iu');

/** What someone names when asked for a thing: "Berlin" of "I grew up in Dresden, but I live in Berlin now." */
export function namedIn(words: string, question: string, talk: Talk): string | undefined {
  const { language } = talk.plan;
  const sentences = sentencesIn(words, language).filter((sentence) => !courtesy().test(sentence));
  const plain = plainWords(question);
  if (sentences.length === 0) return undefined;
  if (!(factual.test(plain) || language !== 'EN') || story.test(plain)) return cleaned(sentences.join(' '));
  const telling = clauseTaking(sentences, question) ?? firstShort(sentences) ?? sentences.join(' ');
  const place = WHERE.test(plain) ? [...telling.matchAll(PLACE)].at(-1)?.[1] : undefined;
  return place ?? cleaned(telling.replace(lead(), '').replace(RELATIVE, ''));
}

/** The one clause that takes the question's own words up, when others do not. */
function clauseTaking(sentences: readonly string[], question: string): string | undefined {
  const asked = new Set(contentStems(question));
  const clauses = sentences.flatMap((sentence) => speechOf(sentence).clauses);
  const taking = clauses.filter(({ plain }) => contentStems(plain).some((stem) => asked.has(stem)));
  return clauses.length > 1 && taking.length === 1 ? taking[0]?.raw : undefined;
}

const firstShort = ([first = '', ...others]: readonly string[]): string | undefined =>
  others.length > 0 && first.split(/\s+/).length <= SHORT ? first : undefined;

function cleaned(text: string): string | undefined {
  const speech = speechOf(text);
  const words = wordsOf({ speech, clauses: speech.clauses }).replace(TRAIL, '');
  return words.replace(/^[\s,.;:…]+|[\s,.;:!…。！，]+$/gu, '') || undefined;
}
