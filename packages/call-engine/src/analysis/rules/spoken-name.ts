import { plainWords, speechOf } from '@parley/language/speech.ts';
import { anyOf } from '../../dialogue/rules/cue-pattern.ts';
import { wordsOf } from '../../dialogue/rules/expected-answer.ts';
import { contentStems } from '../../dialogue/rules/stem.ts';
import { sentencesIn, type Talk } from './talk.ts';

const courtesy =
  /^(?:all right|alright|okay|ok|sure|fine|yes|yeah|well|right|hello|hi|good question|let me (?:see|think)|ja|gut|sí|oui|好的|是的)[.,!…\s]*$/iu;
/** They ask for a thing, and not for a story. */
const factual = anyOf(['(what|where|which|who|whom|whose)']);
const story = anyOf(['(reason|why|describe|tell|explain|happened|think|opinion|feel|experience|about)']);
const WHERE = /^(?:so |and |great |okay )*(?:where|in (?:which|what) (?:city|town|place))\b/;
const PLACE = /(?:^|[\s,])(?:in|near|at|around|from)\s+((?:\p{Lu}[\p{L}'’-]*)(?:\s+\p{Lu}[\p{L}'’-]*)*)/gu;
const SHORT = 5;

const LEAD =
  /^(?:(?:and|but|so|well|now|mostly|mainly|just|at the moment|right now|currently|these days|so far|i think|i guess|i would say|i'd say),?\s+)*(?:(?:i|we)(?:\s+am|'m|\s+have|'ve|\s+are|'re)?\s+(?:currently\s+|mostly\s+|usually\s+|still\s+|just\s+|now\s+|mainly\s+)*(?:use|using|live|living|based|work|working|plan|come|located|called)\s+(?:in\s+|at\s+|as\s+|for\s+|with\s+|from\s+|near\s+|an?\s+(?=\p{Ll}))*|(?:it's|it is|that's|that is|that would be|it would be|this is)\s+(?=\S)|in\s+(?=\p{Lu})|ich wohne in\s+|ich lebe in\s+|in\s+(?=\p{Lu})|vivo en\s+|j'habite (?:à|en)\s+|أسكن في\s+|我住在)/iu;
/** What is told of the thing beside its name. */
const RELATIVE = /,\s*(?:where|which|who|because|since|but)\b.*$/isu;
const TRAIL =
  /(?:[\s,]+(?:now|actually|right now|at the moment|currently|by the way|i think|i guess))+[\s.!]*$/iu;

/** What someone names when asked for a thing: "Berlin" of "I grew up in Dresden, but I live in Berlin now." */
export function namedIn(words: string, question: string, talk: Talk): string | undefined {
  const { language } = talk.plan;
  const sentences = sentencesIn(words, language).filter((sentence) => !courtesy.test(sentence));
  const plain = plainWords(question);
  if (sentences.length === 0) return undefined;
  if (!(factual.test(plain) || language !== 'EN') || story.test(plain)) return cleaned(sentences.join(' '));
  const telling = clauseTaking(sentences, question) ?? firstShort(sentences) ?? sentences.join(' ');
  const place = WHERE.test(plain) ? [...telling.matchAll(PLACE)].at(-1)?.[1] : undefined;
  return place ?? cleaned(telling.replace(LEAD, '').replace(RELATIVE, ''));
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
