import { anyOf, type Person, personalWords } from './personal-data.model.ts';

/** Little words inside names that stand everywhere else too. */
const particles = new Set(personalWords('nameParticles'));

const cjk = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** The words of a person's names that can be looked for alone. */
export const nameParts = ({ firstName, lastName }: Pick<Person, 'firstName' | 'lastName'>): string[] => {
  const words = `${firstName} ${lastName}`.normalize('NFC').split(/[\s,]+/u);
  const parts = words.flatMap((word) => [word, ...word.split(/[-‐–]/u)]);
  return [...new Set(parts)]
    .map((part) => part.replace(/^[^\p{L}]+|[^\p{L}\p{M}]+$/gu, ''))
    .filter((part) => [...part].length > 1 && !particles.has(part.toLowerCase()))
    .sort((a, b) => b.length - a.length);
};

/** The names in any case, with or without accents, with what people hang on to them. */
export function anonymousNames(text: string, person: Person): string {
  const whole = [person.firstName, person.lastName].map((name) => name.normalize('NFC').trim());
  const joined = whole.every((name) => cjk.test(name)) ? [whole.toReversed().join(''), whole.join('')] : [];
  const parts = [...joined, ...nameParts(person)];
  const replaced = parts.reduce((part, name) => outsideLabels(part, namePattern(name)), text);
  return (
    replaced
      // An initial before a name is the other name.
      .replaceAll(/(?<![\p{L}\p{N}])(?:\p{Lu}\.[ -]?){1,3}\[name\]/gu, '[name]')
      .replaceAll(joinedNames, '[name]')
  );
}

const joinedNames = new RegExp(
  String.raw`\[name\](?:,?[ \u00a0.-]+(?:${anyOf('namesJoined')}\s+){0,3}\[name\]){1,5}`,
  'giu',
);

// Of a Ms Date and a Mr Link, not the labels.
const labels = /(\[(?:name|e-mail|link|handle|phone|address|birth date)\])/;

const outsideLabels = (text: string, pattern: RegExp): string =>
  text
    .split(labels)
    .map((piece, i) => (i % 2 === 1 ? piece : piece.replaceAll(pattern, '[name]')))
    .join('');

/** In either case a small iota were one, too: it is a mark below other letters. */
const mark = String.raw`(?-i:\p{M})`;

/** Accents may stand after any letter or be left out; the marks of other scripts are vowels: राम is not रोम. */
const accent = String.raw`(?:(?=[\p{Script=Inherited}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Cyrillic}])${mark})`;
const letter = new RegExp(`[sS]{2}|(?!${accent})[^]`, 'gu');

function namePattern(name: string): RegExp {
  if (cjk.test(name)) return new RegExp(escaped(name), 'gu');
  const letters = name.match(letter)?.map((one) => `${spellings(one)}${accent}*`) ?? [];
  const ending = String.raw`(?:['’]?s)?(?:[-‐]\p{L}+)?`;
  const short = [...name].length <= 2;
  // Of two letters there are words in every language: only with a capital is it a name.
  const exact = short
    ? `(?:${capitalised(name).map(escaped).join('|')})`
    : `(?:\\p{L}+[-‐])?${letters.join('')}(?!${mark})${ending}`;
  return new RegExp(String.raw`(?<![\p{L}\p{N}\[])${exact}(?![\p{L}\p{N}])`, short ? 'gu' : 'giu');
}

/** A short name as it is written with a capital; also as it stands, for İ in lower case is not what it was. */
function capitalised(name: string): string[] {
  const [first = '', ...rest] = [...name];
  const titled = first.toUpperCase() + rest.join('').toLowerCase();
  return [...new Set([titled, name.toUpperCase(), ...(/^\p{Lu}/u.test(name) ? [name] : [])])];
}

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/** How a letter is written elsewhere: Müller is also Mueller and Muller. Passports do so in every language. */
const others: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  ss: 'ß',
  å: 'aa',
  ø: 'oe',
  æ: 'ae',
  œ: 'oe',
  ł: 'l',
  đ: 'dj',
  ı: 'i',
  i: 'ı',
  ð: 'd',
  þ: 'th',
};

/**
 * A pattern of one letter in all its forms. Whether upper and lower case are the same is not left to the pattern alone:
 * it knows no letter that becomes two, like ß, ŉ and ǰ in upper case and İ in lower. A text is read in one way only,
 * or a name of many letters would be tried in thousands: single letters are one class, and no form ends in marks.
 */
function spellings(letter: string): string {
  if (/^\p{M}/u.test(letter)) return letter;
  const lower = letter.toLowerCase();
  const base = withoutMarks(lower.normalize('NFD'));
  const more = [others[lower], { ø: 'o', đ: 'd', å: 'a' }[lower]].filter((other) => other !== undefined);
  const cases = [letter, lower, letter.toUpperCase()].map((form) => withoutMarks(form.normalize('NFC')));
  const forms = [...new Set([...cases, base, ...(accented.get(base) ?? []), ...more])];
  const single = `[${forms
    .filter((form) => [...form].length === 1)
    .map(escaped)
    .join('')}]`;
  const longer = new Set(forms.filter((form) => [...form].length > 1).map((form) => form.toLowerCase()));
  // Of aaa for åå, which of them is the double one must not be a question.
  const patterns = [...longer].map((form) => escaped(form) + (form === 'aa' ? `(?!${single})` : ''));
  return `(?:${[single, ...patterns].join('|')})`;
}

const withoutMarks = (text: string): string => text.replaceAll(/\p{M}/gu, '');

/** For each plain letter its accented forms. */
const accented: ReadonlyMap<string, string[]> = (() => {
  const forms = new Map<string, string[]>();
  for (let code = 0xc0; code <= 0x1eff; code = code === 0x24f ? 0x1e00 : code + 1) {
    const letter = String.fromCodePoint(code);
    const lower = letter.toLowerCase();
    const base = withoutMarks(lower.normalize('NFD'));
    // İ in lower case is an i with a mark.
    const form = lower.length === 1 ? lower : letter;
    if (base !== form && base.length === 1) forms.set(base, [...new Set([...(forms.get(base) ?? []), form])]);
  }
  return forms;
})();
