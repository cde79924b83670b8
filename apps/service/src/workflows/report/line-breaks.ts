/**
 * Where a line may end inside a word. Chinese and Japanese have no spaces: nearly every sign may begin a line, but
 * no closing one, and no opening one may end it. A word too long for any line is cut, as addresses are.
 */

const ASIAN = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\u3000-\\u303f\\uff01-\\uff60';
const OPENING = '（「『【〔《〈［｛“‘(\\[';
const CLOSING =
  '、。，．！？：；）」』】〕》〉］｝”’…ー々っゃゅょぁぃぅぇぉッャュョァィゥェォ・％,.!?:;)\\]%';

const signs = new RegExp(
  `[${OPENING}]*(?:[${ASIAN}]|[^${ASIAN}${OPENING}${CLOSING}]+)[${CLOSING}]*|[${OPENING}${CLOSING}]+`,
  'gu',
);
const isAsian = new RegExp(`[${ASIAN}]`, 'u');
const LONGEST_WORD = 28;
const PIECE = 10;
const pieces = new RegExp(`.{1,${PIECE}}`, 'gsu');

/** The parts of a word with nothing between them: the renderer breaks a line at an empty part without a hyphen. */
export function breakable(word: string): string[] {
  const parts = isAsian.test(word) ? word.match(signs) : word.length > LONGEST_WORD && word.match(pieces);
  return parts ? parts.flatMap((part, i) => (i === 0 ? [part] : ['', part])) : [word];
}
