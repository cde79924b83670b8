/** A text for searching: without accents, in lower case, with single spaces. The same for what is stored and asked. */
export const searchable = (text: string): string =>
  (isAscii(text) ? text : withoutAccents(text)).toLowerCase().replaceAll(/\s+/g, ' ').trim();

const withoutAccents = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    // Unicode does not decompose these letters, but people search for them without the mark.
    .replaceAll(/[łŁøØđĐıßæÆœŒ]/g, (letter) => plainLetters[letter] ?? letter);

/** A fast path: most texts are ASCII. */
export const isAscii = (text: string): boolean => !/[^\0-\x7f]/.test(text);

const plainLetters: Readonly<Record<string, string>> = {
  ł: 'l',
  Ł: 'l',
  ø: 'o',
  Ø: 'o',
  đ: 'd',
  Đ: 'd',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  Æ: 'ae',
  œ: 'oe',
  Œ: 'oe',
};

/** Whether nothing would be visible: only white space, control and zero-width characters. */
export const isBlank = (text: string): boolean => !/[^\s\p{Cc}\p{Default_Ignorable_Code_Point}]/u.test(text);

/** Counts code points, which is near to what people count. The cheap check comes first: the other walks the whole text. */
export const isLonger = (text: string, max: number): boolean =>
  text.length > max && (text.length > 2 * max || [...text].length > max);

/** The words of a searchable text, each with the spaces around it: they tell where a word begins and ends. */
export const spacedWords = (text: string): string[] =>
  text.split(' ').map((word, i, all) => `${i === 0 ? '' : ' '}${word}${i === all.length - 1 ? '' : ' '}`);

/** A LIKE pattern that finds the text anywhere; its own % and _ are escaped. */
export const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
