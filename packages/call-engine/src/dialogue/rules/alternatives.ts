import { memoize } from '@parley/kernel/memoize.ts';
import { english } from '@parley/language/english-tables.ts';
import type { Language } from '@parley/language/language.ts';
import { words } from '@parley/language/locale-tables.ts';
import { type Clause, plainWords } from '@parley/language/speech.ts';
import { valueWordsIn, wholeWords } from '@parley/language/value-words.ts';
import { anyOf } from './cue-pattern.ts';
import { contentStems } from './stem.ts';

const OPENING = new RegExp(english.questions.beforeAlternatives, 'i');

const [OR = ''] = words.EN.or;
const OR_NOT = new RegExp(english.questions.orNot, 'i');
const OPEN_WORD = new RegExp(english.questions.openWord, 'i');
const NEXT = new RegExp(english.questions.beforeNextAlternative, 'i');

/** The alternatives that a question names, in its own words: "remote" and "on site". */
export function alternativesIn(question: string, conjunction = OR): string[] {
  const asked = question
    .trim()
    .replace(/[?.!\s]+$/, '')
    .replace(OR_NOT, '');
  const or = asked.toLowerCase().lastIndexOf(` ${conjunction} `);
  if (or < 0) return [];
  const last = asked.slice(or + conjunction.length + 2).trim();
  const listed = asked.slice(0, or).replace(/,\s*$/, '');
  const colon = listed.lastIndexOf(':');
  const named = colon < 0 ? listed : listed.slice(colon + 1);
  const parts = named.split(new RegExp(`,\\s+|\\s+${conjunction}\\s+`, 'i'));
  const first = colon < 0 && OPEN_WORD.test(named) && parts.length > 1 ? parts.slice(1) : parts;
  return [...first, last]
    .map((part, index) => trimmed(part, index === 0 && colon < 0, last))
    .filter((part) => part !== '');
}

function trimmed(part: string, isFirst: boolean, last: string): string {
  const bare = part
    .trim()
    .replace(isFirst ? OPENING : NEXT, '')
    .trim();
  const words = bare.split(/\s+/);
  // The rest of the sentence before the first alternative is not part of it: it is about as long as the last.
  const longest = Math.max(2, last.split(/\s+/).length);
  return isFirst && words.length > longest + 1 ? words.slice(-longest).join(' ') : bare;
}

const NOT = anyOf(english.answers.rulesOut);
/** What comes after one of these is no longer ruled out by what came before. */
const TURN = new RegExp(english.answers.rulesOutNoLonger);
const ANY = anyOf(english.answers.anyOption);
const ORDINALS: readonly RegExp[] = english.answers.ordinalOptions.map(anyOf);
const LATTER = anyOf(english.answers.lastOption);
const FIX = anyOf(english.answers.correctsChoice);

export type Chosen = { readonly kind: 'one'; readonly option: string } | { readonly kind: 'any' | 'several' };

/** The words of one language for choosing, beside those of English. */
const choosingIn = memoize((language: Language) => {
  const own = valueWordsIn(language)?.choices;
  return own === undefined
    ? undefined
    : {
        ruledOut: wholeWords(own.ruledOut),
        than: new RegExp(`(?<!\\p{L})(?:${own.than})$`, 'u'),
        ordinals: own.ordinals.map((source) => wholeWords(source)),
        last: wholeWords(own.last),
        any: wholeWords(own.both),
      };
});
type Choosing = ReturnType<typeof choosingIn>;

/** Which of the alternatives someone names. One that is named only to be ruled out does not count. */
export function chosenFrom(
  options: readonly string[],
  clauses: readonly Clause[],
  language: Language = 'EN',
): Chosen | undefined {
  const text = clauses.map((clause) => clause.plain).join(' , ');
  const choosing = choosingIn(language);
  const mentions = mentionsIn(options, text, choosing);
  const wanted = mentions.filter((mention) => !mention.isRuledOut);
  const named = [...new Set(wanted.map((mention) => mention.option))];
  if (named.length === 1 && named[0] !== undefined) return { kind: 'one', option: named[0] };
  if (named.length > 1) {
    const final = wanted.at(-1);
    const before = wanted.findLast((mention) => mention.option !== final?.option);
    const between = text.slice(before?.at, final?.at);
    return final !== undefined && FIX.test(between)
      ? { kind: 'one', option: final.option }
      : { kind: 'several' };
  }
  const ordinals = choosing?.ordinals ?? ORDINALS;
  const ordinal = ordinals.findIndex((pattern) => pattern.test(text));
  const isLast = LATTER.test(text) || choosing?.last.test(text) === true;
  const pointed = isLast ? options.at(-1) : options[ordinal];
  if (pointed !== undefined) return { kind: 'one', option: pointed };
  const left = options.filter((option) => !mentions.some((mention) => mention.option === option));
  if (mentions.length > 0 && left.length === 1 && left[0] !== undefined)
    return { kind: 'one', option: left[0] };
  return ANY.test(text) || choosing?.any.test(text) ? { kind: 'any' } : undefined;
}

/** Every option that is named and not ruled out, in the order of the options. */
export function namedFrom(
  options: readonly string[],
  clauses: readonly Clause[],
  language: Language,
): { readonly named: readonly string[]; readonly ruledOut: readonly string[] } {
  const text = clauses.map((clause) => clause.plain).join(' , ');
  const mentions = mentionsIn(options, text, choosingIn(language));
  const isNamed = (option: string, isRuledOut: boolean): boolean =>
    mentions.some((mention) => mention.option === option && mention.isRuledOut === isRuledOut);
  return {
    named: options.filter((option) => isNamed(option, false)),
    ruledOut: options.filter((option) => isNamed(option, true) && !isNamed(option, false)),
  };
}

interface Mention {
  readonly option: string;
  readonly at: number;
  readonly isRuledOut: boolean;
}

function mentionsIn(options: readonly string[], text: string, choosing: Choosing): Mention[] {
  const telling = distinctiveStems(options);
  const mentions: Mention[] = [];
  const words = text.split(' ');
  let at = 0;
  let clauseStart = 0;
  for (const [index, word] of words.entries()) {
    if (word === ',') clauseStart = index + 1;
    const pair = `${word}${words[index + 1] ?? ''}`;
    const option = telling.get(contentStems(word)[0] ?? '') ?? telling.get(word) ?? telling.get(pair);
    if (option !== undefined) {
      const before = words.slice(Math.max(clauseStart, index - 6), index).join(' ');
      const isRuledOut =
        NOT.test(before.replace(TURN, '')) ||
        choosing?.ruledOut.test(before.replace(TURN, '')) === true ||
        choosing?.than.test(before) === true;
      mentions.push({ option, at, isRuledOut });
    }
    at += word.length + 1;
  }
  return mentions;
}

/** The stems that only one option has. "Full time" and "part time" share one, which does not distinguish them. */
function distinctiveStems(options: readonly string[]): Map<string, string> {
  const telling = new Map<string, string>();
  const shared = new Set<string>();
  for (const option of options) {
    const words = plainWords(option).split(' ');
    // "On site", "onsite" and "on-site" are one word to whoever writes down what was said.
    const joined = words.slice(1).map((word, index) => `${words[index]}${word}`);
    const stems = contentStems(option);
    for (const key of new Set([...(stems.length > 0 ? stems : words), ...joined])) {
      if (telling.has(key) && telling.get(key) !== option) shared.add(key);
      telling.set(key, option);
    }
  }
  for (const key of shared) telling.delete(key);
  return telling;
}
