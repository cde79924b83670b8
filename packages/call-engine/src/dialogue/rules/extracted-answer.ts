import { english } from '@parley/language/english-tables.ts';
import { plainWords } from '@parley/language/speech.ts';
import type { CallContext, Passage } from '../dialogue-model.ts';
import { forbiddenTopics } from '../speech-check/forbidden-topic.ts';
import { anyOf } from './cue-pattern.ts';
import { cuesOf } from './foreign-cues.ts';
import { aboutSelf, selfQuestionOf } from './self-question.ts';
import { hasVerb } from './spoken-sentence.ts';
import { contentStems, meaningfulStems } from './stem.ts';

/** More is not said at once, and a longer sentence is not listened to. */
const LONGEST_SENTENCE = 320;
const MOST_SENTENCES = 600;
const LONGEST_QUESTION = 500;
/** How much of the question's weight a sentence must take up. Below that a wrong answer is likelier than a right one. */
const ENOUGH = 0.55;
/** What is in the title is the subject of every sentence below it, if less surely. */
const TITLE_SHARE = 0.8;

interface Sentence {
  readonly text: string;
  readonly stems: ReadonlySet<string>;
  readonly titleStems: ReadonlySet<string>;
  /** The title, and the heading that it stands under: what it speaks of without naming it. */
  readonly about: string;
  /** The one that follows it in the same passage. */
  readonly next: Sentence | undefined;
}

const NUMBER = new RegExp(english.answers.passageNumber, 'i');
const DAY = new RegExp(english.answers.passageDay, 'i');
const NAME = /(?<=[\p{Ll}\p{N},;:)] )\p{Lu}\p{Ll}+/u;
const PLACE = new RegExp(english.answers.passagePlace, 'i');

/** What an answer to such a question cannot do without. */
const demands: readonly (readonly [RegExp, (sentence: string) => boolean])[] = [
  [anyOf(english.questions.wantsNumber), (sentence) => NUMBER.test(sentence)],
  [anyOf(english.questions.wantsDay), (sentence) => DAY.test(sentence)],
  [anyOf(english.questions.wantsPlace), (sentence) => NAME.test(sentence) || PLACE.test(sentence)],
  [anyOf(english.questions.wantsName), (sentence) => NAME.test(sentence)],
];

/**
 * The sentence of the passages that answers the question, with the next one where only both together do. Nothing
 * is reworded or added; when no sentence takes up enough of the question, there is no answer.
 */
export function answerFrom(
  question: string,
  passages: readonly Passage[],
  context: CallContext,
): string | undefined {
  const ofUs = selfQuestionOf(question.slice(0, LONGEST_QUESTION), context);
  if (ofUs !== undefined) return aboutSelf(ofUs, context);
  const topicIn = forbiddenTopics(context.plan);
  // "It is 90,000 francs" names no topic: whether it may be said is seen by what it answers.
  if (topicIn(question.slice(0, LONGEST_QUESTION)) !== undefined) return undefined;
  const asked = subjectOf(question.slice(0, LONGEST_QUESTION), context);
  if (asked.length === 0) return undefined;
  const sentences = sentencesOf(passages);
  const weights = weigh(asked, sentences);
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  const plain = plainWords(question.slice(0, LONGEST_QUESTION));
  const demand = demands.find(([pattern]) => pattern.test(plain))?.[1] ?? (() => true);

  let best: { readonly text: string; readonly score: number } | undefined;
  for (const sentence of sentences) {
    const answers = candidate(sentence, demand);
    if (answers === undefined || topicIn(`${sentence.about} ${sentence.text} ${answers}`) !== undefined)
      continue;
    const score = takenUp(sentence, weights) / total;
    if (score >= ENOUGH && score > (best?.score ?? 0)) best = { text: answers, score };
  }
  return best?.text;
}

/** What a question is about: its stems without the words that only make it a question. */
function subjectOf(question: string, { plan }: CallContext): string[] {
  const own = cuesOf(plan.language);
  const bare =
    own === undefined
      ? question
      : [own.asksNumber, own.asksDate, own.asksOpen].reduce(
          (text, asks) => text.replace(asks, ' '),
          plainWords(question),
        );
  const stems = (own === undefined ? contentStems : meaningfulStems)(bare).filter((stem) => !VAGUE.has(stem));
  // Of the little words of other languages not all are known; hardly any that is left is longer.
  return [...new Set(own === undefined ? stems : stems.filter((stem) => !LITTLE.test(stem)))];
}

const LITTLE = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]{1,2}$/u;
const VAGUE = new Set(contentStems(english.questions.vagueWords.join(' ')));

/** A heading, a question of the document's own, or a few words of a list: what is read aloud is a sentence. */
const isHeading = (text: string, stems: ReadonlySet<string>): boolean =>
  /[?？؟]\s*$/.test(text) || stems.size < 2 || !isSentence(text);

/** It ends like one, or names a value ("Salary: 4,000 euros"), or it has a verb, or is too long for a heading. */
const isSentence = (text: string): boolean =>
  /[.!。！…]["'”’»)]*$/u.test(text) ||
  /[:：]\s*\S/u.test(text) ||
  hasVerb(text) ||
  text.split(/\s+/u).length > LONGEST_HEADING ||
  (text.length > LONGEST_HEADING && UNSPACED.test(text));

const LONGEST_HEADING = 8;
/** Chinese and Japanese write no spaces, and end their sentences with a mark. */
const UNSPACED = /^[^\s]*[\p{Script=Han}\p{Script=Hiragana}][^\s]*$/u;

/** A single word may answer what stands above it; a heading does not. */
const isTitle = ({ text }: Sentence): boolean =>
  /[?？؟]\s*$/.test(text) || (!isSentence(text) && !/\p{N}/u.test(text));

function candidate(sentence: Sentence, demand: (sentence: string) => boolean): string | undefined {
  const next = sentence.next && !isTitle(sentence.next) ? sentence.next : undefined;
  if (isHeading(sentence.text, sentence.stems)) {
    // The answer stands below it.
    return next !== undefined && demand(next.text) ? next.text : undefined;
  }
  if (demand(sentence.text)) return sentence.text;
  return next !== undefined && demand(next.text) ? `${sentence.text} ${next.text}` : undefined;
}

function takenUp({ stems, titleStems }: Sentence, weights: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const [stem, weight] of weights) {
    if (has(stems, stem)) sum += weight;
    else if (has(titleStems, stem) && sumOf(stems, weights) > 0) sum += weight * TITLE_SHARE;
  }
  return sum;
}

const sumOf = (stems: ReadonlySet<string>, weights: ReadonlyMap<string, number>): number => {
  let sum = 0;
  for (const [stem, weight] of weights) if (has(stems, stem)) sum += weight;
  return sum;
};

/** Endings bend in most languages: the same but for the last letter or a short ending is the same word. */
function has(stems: ReadonlySet<string>, stem: string): boolean {
  if (stems.has(stem)) return true;
  if (stem.length < SHORTEST_BENT || DIGITS.test(stem)) return false;
  for (const other of stems) if (isBent(stem, other)) return true;
  return false;
}

const SHORTEST_BENT = 4;
const LONGEST_ENDING = 4;
const DIGITS = /\d/;

function isBent(one: string, other: string): boolean {
  const shorter = Math.min(one.length, other.length);
  if (shorter < SHORTEST_BENT || Math.abs(one.length - other.length) > LONGEST_ENDING) return false;
  const kept = Math.max(SHORTEST_BENT, shorter - 1);
  return shorter >= kept && one.slice(0, kept) === other.slice(0, kept);
}

/** A word that few sentences have tells more than one that many have; one that none has tells that we do not know. */
function weigh(asked: readonly string[], sentences: readonly Sentence[]): Map<string, number> {
  return new Map(
    asked.map((stem) => {
      const found = sentences.filter(
        ({ stems, titleStems }) => has(stems, stem) || has(titleStems, stem),
      ).length;
      return [stem, Math.log(2 + sentences.length / (found + 0.5))];
    }),
  );
}

function sentencesOf(passages: readonly Passage[]): Sentence[] {
  const all: Sentence[] = [];
  for (const { title, text } of passages) {
    const titleStems = new Set(contentStems(title));
    const parts = text
      .slice(0, 20_000)
      .split(/(?<=[.!?])\s+(?=[\p{Lu}\p{N}"'„“(])|(?<=[。！？])|\n+/u)
      .map((part) => part.replace(/^[\s•*#>-]+/, '').trim())
      .filter((part) => part !== '' && part.length <= LONGEST_SENTENCE);
    let heading = '';
    const read = parts.map((part) => {
      const stems = new Set(contentStems(part));
      if (isHeading(part, stems)) heading = part;
      return { text: part, stems, titleStems, about: `${title} ${heading}` };
    });
    let next: Sentence | undefined;
    const sentences: Sentence[] = [];
    for (const part of read.reverse()) {
      next = { ...part, next };
      sentences.unshift(next);
    }
    all.push(...sentences);
    if (all.length >= MOST_SENTENCES) break;
  }
  return all.slice(0, MOST_SENTENCES);
}
