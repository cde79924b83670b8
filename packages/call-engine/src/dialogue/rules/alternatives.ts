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
  const { or } = words[language];
  return own === undefined
    ? undefined
    : {
        ruledOut: wholeWords(own.ruledOut),
        ruledOutAfter: new RegExp(`^(?:\\p{L}+ )?(?:${own.ruledOutAfter})(?!\\p{L})`, 'u'),
        joint: new RegExp(`^(?:(?:${own.and}|${or.map(plainWords).join('|')}|,) ?)*$`, 'u'),
        through: new RegExp(`^(?:\\p{L}+ )?(?:${own.through})$`, 'u'),
        than: new RegExp(`(?<!\\p{L})(?:${own.than})$`, 'u'),
        ordinals: own.ordinals.map((source) => wholeWords(source)),
        last: wholeWords(own.last),
        any: wholeWords(own.both),
        excepted: own.exceptedPause === undefined ? undefined : new RegExp(own.exceptedPause, 'gu'),
        fallback: own.fallback === undefined ? undefined : wholeWords(own.fallback),
      };
});
type Choosing = ReturnType<typeof choosingIn>;

/** Which of the alternatives someone names. One that is named only to be ruled out does not count. */
export function chosenFrom(
  options: readonly string[],
  clauses: readonly Clause[],
  language: Language = 'EN',
): Chosen | undefined {
  const choosing = choosingIn(language);
  const text = textOf(clauses, choosing);
  const mentions = mentionsIn(options, text, choosing);
  const wanted = mentions.filter((mention) => !mention.isRuledOut);
  const named = [...new Set(wanted.map((mention) => mention.option))];
  if (named.length === 1 && named[0] !== undefined) return { kind: 'one', option: named[0] };
  if (named.length > 1) {
    const final = wanted.at(-1);
    const before = wanted.findLast((mention) => mention.option !== final?.option);
    const between = text.slice(before?.at, final?.at);
    const settled = settledOn(wanted, text);
    if (settled !== undefined) return { kind: 'one', option: settled };
    // "Bristol or, failing that, Bath".
    if (named.length === 2 && before !== undefined && choosing?.fallback?.test(between))
      return { kind: 'one', option: before.option };
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

/** "Otley or Ilkley, Otley if I can pick": of those they named, the one that they come back to after a pause. */
function settledOn(wanted: readonly Mention[], text: string): string | undefined {
  const pause = text.lastIndexOf(' , ');
  const before = new Set(wanted.filter(({ at }) => at < pause).map(({ option }) => option));
  const [last, ...others] = wanted.filter(({ at }) => at > pause);
  const isBack = last !== undefined && others.length === 0 && before.size > 1 && before.has(last.option);
  // "Otley or Ilkley, but Otley is far": what turns against it settles nothing.
  return isBack && last.at - pause <= ' , '.length ? last.option : undefined;
}

/** "Any day but Sunday" is one thing, though a "but" begins a clause. */
const textOf = (clauses: readonly Clause[], choosing: Choosing): string => {
  const text = clauses.map((clause) => clause.plain).join(' , ');
  return choosing?.excepted === undefined ? text : text.replaceAll(choosing.excepted, '$1 $2 ');
};

/** Every option that is named and not ruled out, in the order of the options. "Monday to Friday" names five. */
export function namedFrom(
  options: readonly string[],
  clauses: readonly Clause[],
  language: Language,
): { readonly named: readonly string[]; readonly ruledOut: readonly string[] } {
  const choosing = choosingIn(language);
  const text = textOf(clauses, choosing);
  const mentions = mentionsIn(options, text, choosing);
  const between = new Set<string>();
  for (const [index, { option, end, isRuledOut }] of mentions.entries()) {
    const next = mentions[index + 1];
    if (next === undefined || isRuledOut || next.isRuledOut) continue;
    const isRow = choosing?.through.test(text.slice(end, next.at).trim()) === true;
    if (isRow)
      for (const one of options.slice(options.indexOf(option), options.indexOf(next.option)))
        between.add(one);
  }
  const isNamed = (option: string, isRuledOut: boolean): boolean =>
    mentions.some((mention) => mention.option === option && mention.isRuledOut === isRuledOut);
  return {
    named: options.filter((option) => isNamed(option, false) || between.has(option)),
    ruledOut: options.filter((option) => isNamed(option, true) && !isNamed(option, false)),
  };
}

const SHORTEST_BEGINNING = 5;
const EXCEPTING = anyOf(english.answers.rulesOutAll);

interface Mention {
  readonly option: string;
  readonly at: number;
  readonly end: number;
  readonly isRuledOut: boolean;
}

function mentionsIn(options: readonly string[], text: string, choosing: Choosing): Mention[] {
  const telling = distinctiveStems(options);
  // "Electricity" chooses "electric".
  const beginning = [...telling].filter(([start]) => start.length >= SHORTEST_BEGINNING);
  const mentions: Mention[] = [];
  const words = text.split(' ');
  let at = 0;
  let clauseStart = 0;
  for (const [index, word] of words.entries()) {
    if (word === ',') clauseStart = index + 1;
    const pair = `${word}${words[index + 1] ?? ''}`;
    const option =
      telling.get(contentStems(word)[0] ?? '') ??
      telling.get(word) ??
      telling.get(pair) ??
      beginning.find(([start]) => word.startsWith(start))?.[1];
    if (option !== undefined) {
      const before = words.slice(Math.max(clauseStart, index - 6), index).join(' ');
      const rest = words.slice(index + 1);
      const pause = rest.indexOf(',');
      const after = (pause < 0 ? rest : rest.slice(0, pause)).join(' ');
      const last = mentions.at(-1);
      // "Anywhere but Hull, Leeds or York" rules out all three.
      const isListed =
        last?.isRuledOut === true &&
        last.option !== option &&
        choosing?.joint.test(text.slice(last.end, at).trim()) === true &&
        EXCEPTING.test(text.slice(0, last.at));
      const isRuledOut =
        isListed ||
        NOT.test(before.replace(TURN, '')) ||
        choosing?.ruledOut.test(before.replace(TURN, '')) === true ||
        choosing?.than.test(before) === true ||
        choosing?.ruledOutAfter.test(after) === true;
      mentions.push({ option, at, end: at + word.length, isRuledOut });
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
  for (const [head, option] of headsOf(options)) if (!telling.has(head)) telling.set(head, option);
  return telling;
}

/** Shorter endings are those of too many words. */
const SHORTEST_ENDING = 5;
const SHORTEST_HEAD = 3;

/** "Früh" of "Frühschicht", where all options end in the same word. */
function headsOf(options: readonly string[]): (readonly [string, string])[] {
  const [first = '', ...others] = options.map((option) => plainWords(option));
  const isOneWord = ![first, ...others].some((option) => option.includes(' '));
  if (others.length === 0 || !isOneWord) return [];
  let length = 0;
  while (length < first.length && others.every((other) => other.at(-1 - length) === first.at(-1 - length)))
    length += 1;
  if (length < SHORTEST_ENDING) return [];
  return options
    .map((option) => [plainWords(option).slice(0, -length), option] as const)
    .filter(([head]) => head.length >= SHORTEST_HEAD);
}
