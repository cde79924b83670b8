import { memoize } from '@parley/kernel/memoize.ts';
import type { Language } from '@parley/language/language.ts';
import { localeTables } from '@parley/language/locale.ts';
import { writing } from '@parley/language/locale-tables.ts';

/**
 * How people say in each language that an AI is speaking. A `*` stands for any ending (or beginning), a space
 * also for a hyphen.
 */
interface DisclosureWords {
  /** What the service says when the first message does not. Formal, and of no gender where the language allows. */
  readonly sentence: string;
  /** Serbian is written in two scripts; a message in Latin letters is not continued in Cyrillic ones. */
  readonly sentenceInLatin?: string;
  /** What the caller calls itself. Bare abbreviations are missing on purpose: "Acme AI" is a company's name. */
  readonly terms: readonly string[];
  /** What makes it about the caller: without one of these in the sentence a term is only a topic. */
  readonly self: readonly string[];
  /** What makes it about something else when it stands between the two, or right before them. */
  readonly blockers: readonly string[];
  /** What a term is no disclosure in front of: an AI company is not an AI, nor is what is denied afterwards. */
  readonly notBefore?: readonly string[];
}

export const disclosureWords = localeTables<DisclosureWords>('disclosure');

/**
 * Whether a text says, in the language of the call, that an AI is speaking. It takes three things in one
 * sentence: a word for such a caller, a sign that it is meant of the caller itself, and nothing between the two
 * that turns it into something else ("not a robot", "about our AI assistant"). When in doubt it says no: a
 * disclosure said twice is a smaller harm than none.
 */
export function disclosesAi(text: string, language: Language): boolean {
  const patterns = patternsIn(language);
  return sentencesOf(text).some((sentence) => {
    const terms = spansOf(sentence, patterns.terms);
    const selves = terms.length === 0 ? [] : spansOf(sentence, patterns.self);
    return terms.some((term) =>
      // Between a term and a farther sign stands all that stands between it and the nearest.
      [
        selves.findLast(({ start }) => start <= term.start),
        selves.find(({ start }) => start > term.start),
      ].some((self) => self !== undefined && !patterns.blockers.test(around(sentence, term, self))),
    );
  });
}

/** The text, followed by the disclosure where it has none. Twice is the same as once. */
export function withDisclosure(text: string, language: Language): string {
  const said = text.trim();
  if (disclosesAi(said, language)) return said;
  const sentence = disclosureIn(language, said);
  if (said === '') return sentence;
  const stop = hasEnded(said, language) ? '' : isUnspaced(language) ? '。' : '.';
  // A comma or dash left at the end would make one sentence of the two.
  const body = stop === '' ? said : said.replace(/(?<![\s,;:،؛、，：；–—-])[\s,;:،؛、，：；–—-]+$/u, '');
  return `${body}${body === '' ? '' : stop}${isUnspaced(language) || body === '' ? '' : ' '}${sentence}`;
}

function disclosureIn(language: Language, text: string): string {
  const { sentence, sentenceInLatin = sentence } = disclosureWords[language];
  return /\p{Script=Latin}/u.test(text) && !/\p{Script=Cyrillic}/u.test(text) ? sentenceInLatin : sentence;
}

/** Greek asks with what is a semicolon elsewhere. */
const hasEnded = (text: string, language: Language): boolean =>
  ENDED.test(text) || (language === 'EL' && /[;\u037e]$/.test(text));
const ENDED = /[.!?…。！？؟]["'”’»」』)\]]*$/u;

/** Written without spaces between sentences. */
const isUnspaced = (language: Language): boolean => writing[language].spaces === 'none';
/** Written without reliable spaces between words. */
const isUnbounded = (language: Language): boolean => writing[language].spaces !== 'words';
/** Article, conjunction and prepositions are written as the beginning of the next word. */
const isPrefixing = (language: Language): boolean => writing[language].affixes === 'prefixes';

function sentencesOf(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      // Vowel points and the lengthening stroke are decoration to a reader.
      .replaceAll(
        /[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0640\u064b-\u0652\u200c-\u200f\u202a-\u202e]/g,
        '',
      )
      .replaceAll(/[’‘ʼ`´]/g, "'")
      .replaceAll(/[‐‑‒]/g, '-')
      .replaceAll(/(?<!\p{L})(\p{Lu})\.(\p{Lu})\.?(?!\p{L})/gu, '$1$2')
      // Patterns that ignore case take some 30 ms to make, these 0.4 ms (measured on Russian).
      .toLowerCase()
      .split(/[.!?。！？؟\n]+/u)
  );
}

interface Span {
  readonly start: number;
  readonly end: number;
}

const spansOf = (sentence: string, pattern: RegExp): Span[] =>
  [...sentence.matchAll(pattern)].map(({ index, 0: { length } }) => ({ start: index, end: index + length }));

/** More than three words are long. */
const MAX_LEAD = 100;

/**
 * What stands between the two, and what leads up to them in the same clause: "No soy un robot, soy una persona"
 * is denied before the first of them.
 */
function around(sentence: string, term: Span, self: Span): string {
  const [first, second] = term.start < self.start ? [term, self] : [self, term];
  const clause =
    sentence
      .slice(Math.max(0, first.start - MAX_LEAD), first.start)
      .split(/[,;:–—،؛、，]/u)
      .at(-1) ?? '';
  const lead = clause
    .trim()
    .split(/\s+/u)
    .slice(first === term ? -3 : -1);
  return `${lead.join(' ')} ${sentence.slice(first.end, second.start)}`;
}

interface Patterns {
  readonly terms: RegExp;
  readonly self: RegExp;
  readonly blockers: RegExp;
}

function patternsOf(language: Language): Patterns {
  const words = disclosureWords[language];
  const notBefore = words.notBefore === undefined ? '' : `(?![\\s-]*${anyOf(words.notBefore, language)})`;
  return {
    terms: new RegExp(`${anyOf(words.terms, language, 3)}${notBefore}`, 'gu'),
    self: new RegExp(anyOf(words.self, language, 3), 'gu'),
    blockers: new RegExp(anyOf(words.blockers, language), 'u'),
  };
}

/** One of the phrases of a list, the longest first: "AI assistant" is one word for the caller, not two. */
function anyOf(list: readonly string[], language: Language, prefix = 0): string {
  const phrases = list
    .map((phrase) => phrase.toLowerCase())
    .sort((a, b) => b.length - a.length)
    .map((phrase) => {
      const words = phrase.split(/[ -]/).map(wordPattern);
      if (!isUnbounded(language)) return words.join('[\\s-]+');
      // Even where words are not spaced, Latin letters make words: "Kai" holds no AI.
      const [start, end] = [/^[a-z]/.test(phrase), /[a-z]$/.test(phrase)];
      return `${start ? '(?<![a-z])' : ''}${words.join('\\s*')}${end ? '(?![a-z])' : ''}`;
    });
  const one = `(?:${phrases.join('|')})`;
  if (isUnbounded(language)) return one;
  const start = isPrefixing(language) && prefix > 0 ? `\\p{L}{0,${prefix}}` : '';
  return `(?<![\\p{L}\\p{N}])${start}${one}(?![\\p{L}\\p{N}])`;
}

const wordPattern = (word: string): string =>
  word.replaceAll(/[.?+^$()[\]{}|\\]/g, '\\$&').replaceAll('*', '\\p{L}*');

/** Made once: a plan is compiled for every call. All languages together take a quarter of a second. */
const patternsIn = memoize(patternsOf);
