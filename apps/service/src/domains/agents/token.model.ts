import type { PlanValue } from '@parley/call-engine/plan.ts';
import { type Language, languages, localeOf } from '@parley/language/language.ts';
import { words } from '@parley/language/locale-tables.ts';

/** What tokens stand for, by their name: `contact.first_name` and the words for it. A name that is missing is said as nothing. */
export type TokenValues = ReadonlyMap<string, string>;

/** Anything between double braces is a token, known or not; other engines' templates are plain text to us. */
const TOKEN = /\{\{([^{}]*)\}\}/g;

/** The names of a text's tokens, in order. */
export const tokensOf = (text: string): string[] =>
  [...text.matchAll(TOKEN)].map(([, name = '']) => name.trim());

/**
 * A text to be said: values in place of tokens, and a tidy sentence where there was no value. Values are put in
 * once and never read again, so that a contact named `{{contact.email}}` stays that.
 */
export const fillSpoken = (text: string, values: TokenValues, language: Language): string =>
  oneLine(tidy(oneLine(fill(text, values, oneLine)), language));

/**
 * An instruction to the dialogue model. A value stands between quotation marks, on one line and without quotation marks
 * of its own: it is data that somebody typed, and must not read like a part of the instruction.
 */
export const fillPrompt = (text: string, values: TokenValues, language: Language): string =>
  tidy(
    fill(text, values, (value) => `"${withoutMarks(value)}"`),
    language,
  ).trim();

/** Names that belong to the company, whoever is called. */
const COMPANY_NAMES = /^contact\.(?:company_name|company_description|agent_name)$/;

/** What is put into a text, in both forms that it may take there. */
export const filledIn = (text: string, values: TokenValues): PlanValue[] =>
  tokensOf(text).flatMap((name) => {
    const value = values.get(name)?.replaceAll(GAP, '') ?? '';
    if (value.trim() === '') return [];
    const isOfContact = name.startsWith('contact.') && !COMPANY_NAMES.test(name);
    return [...new Set([oneLine(value), withoutMarks(value)])].map((put) => ({ text: put, isOfContact }));
  });

/** Stands where a token had no value. NUL cannot occur: no text with one is accepted. */
const GAP = '\0';

const fill = (text: string, values: TokenValues, word: (value: string) => string): string =>
  text.replaceAll(GAP, '').replaceAll(TOKEN, (_, name: string) => {
    const value = values.get(name.trim());
    return value === undefined || value.trim() === '' ? GAP : word(value.replaceAll(GAP, ''));
  });

const oneLine = (text: string): string => (UNEVEN.test(text) ? text.replaceAll(/\s+/g, ' ') : text).trim();

/** More than single blanks between words, which most texts do not have. */
const UNEVEN = /\s\s|[^\S ]/;

const withoutMarks = (text: string): string => oneLine(text).replaceAll(/["“”„«»]/g, "'");

const BLANK = '[ \\t\\u00a0\\u202f]';
/** Every run of blanks from its first one only: 20,000 of them would else be tried from each. */
const LEADING = `(?<!${BLANK})${BLANK}*`;
const SPACE = `${BLANK}*`;
const COMMA = '[,;،؛、，；]';
const END = '[.!?…。！？؟]';
const after = (pattern: string): RegExp => new RegExp(pattern, 'gu');

const BRACKETED = after(
  `\\(${SPACE}\\0${SPACE}\\)|\\[${SPACE}\\0${SPACE}\\]|["“„«]${SPACE}\\0${SPACE}["”“»]`,
);
/** What is only ever said after a name. */
const ATTACHED = after(
  `\\0(?:${languages.flatMap((language) => words[language].afterName ?? []).join('|')})`,
);
const NEIGHBOURS = after(`\\0(?:${SPACE}(?:${COMMA}${SPACE})?\\0)+`);
/** "Hello, …!", "Hello, …, welcome", "Hello, …" */
const AFTER_COMMA = after(`${LEADING}${COMMA}${SPACE}\\0(?=${SPACE}(?:${COMMA}|:|${END}|\\n|$))`);
/** "…, welcome" */
const AT_START = after(
  `(^${SPACE}|\\n${SPACE}|${END}\\s+)\\0${SPACE}(?:(?:${COMMA}|[:–—-]|${END})+${SPACE})?(\\p{Ll}?)`,
);
const BEFORE_MARK = after(`${LEADING}\\0${SPACE}(?=${COMMA}|:|${END}|[)\\]»”]|\\n|$)`);
const ELSEWHERE = after(`(${LEADING})\\0(${SPACE})`);
/** Not before a mark that begins a word, as in " .NET". */
const LOOSE_MARK = after(`(?<!${BLANK})${BLANK}+(?=${COMMA}|[!?…。！？؟]|[.:](?![\\p{L}\\p{N}]))`);

/** Closes the gaps that tokens without a value left; a text without one is as its author wrote it. */
function tidy(text: string, language: Language): string {
  if (!text.includes(GAP)) return text;
  const closed = text
    .replaceAll(BRACKETED, GAP)
    .replaceAll(ATTACHED, GAP)
    .replaceAll(NEIGHBOURS, GAP)
    .replaceAll(AFTER_COMMA, '')
    .replaceAll(
      AT_START,
      (_, start: string, letter: string) => start + letter.toLocaleUpperCase(localeOf(language)),
    )
    .replaceAll(BEFORE_MARK, '')
    .replaceAll(ELSEWHERE, (_, before: string, behind: string) => (before === '' && behind === '' ? '' : ' '))
    .replaceAll(LOOSE_MARK, '');
  return /[\p{L}\p{N}]/u.test(closed) ? closed : '';
}
