/**
 * Phrases as one pattern over plain words, compiled once. A phrase is whole words; inside it `( | )` and `?` mean
 * what they mean in patterns, `)*` repeats up to five times and `…` stands for up to four words. Nothing repeats
 * without a bound, so a search takes time in proportion to the text.
 */
export const anyOf = (phrases: readonly string[]): RegExp =>
  new RegExp(`${START}(?:${patternSource(phrases)})${END}`);

/** The same at the beginning of the text. */
export const startsWithAnyOf = (phrases: readonly string[]): RegExp =>
  new RegExp(`^(?:${patternSource(phrases)})${END}`);

/** The same as the whole of the text. */
export const isAnyOf = (phrases: readonly string[]): RegExp => new RegExp(`^(?:${patternSource(phrases)})$`);

const START = '(?<![^ ])';
const END = '(?![^ ])';

/** What a pattern of such phrases looks for, without bounds. */
export const patternSource = (phrases: readonly string[]): string =>
  phrases.map((phrase) => phrase.replaceAll(' …', '(?: [^ ]+){0,4}?').replaceAll(')*', '){0,5}')).join('|');
