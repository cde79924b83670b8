/** A text without accents: "Žofie Łuczak" becomes "Zofie Luczak". */
export const withoutAccents = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    // Unicode does not decompose these letters, but people search for them without the mark.
    .replaceAll(/[łŁøØđĐıßæÆœŒ]/g, (letter) => plainLetters[letter] ?? letter);

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
