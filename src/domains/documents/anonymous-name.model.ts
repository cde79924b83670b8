import type { Person } from './person.model.ts';

/** Little words inside names that stand everywhere else too. */
const particles = new Set(
  'von van der den dem de del della di da do dos das du des la le les el al bin ibn ben ter ten te zu zur zum of and und y e af av'.split(
    ' ',
  ),
);

const cjk = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** The words of a person's names that can be looked for alone. */
export const nameParts = ({ firstName, lastName }: Pick<Person, 'firstName' | 'lastName'>): string[] => {
  const words = `${firstName} ${lastName}`.normalize('NFC').split(/[\s,]+/u);
  const parts = words.flatMap((word) => [word, ...word.split(/[-‐–]/u)]);
  return [...new Set(parts)]
    .map((part) => part.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, ''))
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
      .replaceAll(
        /\[name\](?:,?[ \u00a0.-]+(?:(?:von|van|der|den|de|del|di|da|la)\s+){0,3}\[name\]){1,5}/giu,
        '[name]',
      )
  );
}

// Of a Ms Date and a Mr Link, not the labels.
const labels = /(\[(?:name|e-mail|link|handle|phone|address|birth date)\])/;

const outsideLabels = (text: string, pattern: RegExp): string =>
  text
    .split(labels)
    .map((piece, i) => (i % 2 === 1 ? piece : piece.replaceAll(pattern, '[name]')))
    .join('');

function namePattern(name: string): RegExp {
  if (cjk.test(name)) return new RegExp(escaped(name), 'gu');
  const letters = [...name].map(spellings).join(String.raw`\p{M}*`);
  const ending = String.raw`(?:['’]?s)?(?:[-‐]\p{L}+)?`;
  const short = [...name].length <= 2;
  // Of two letters there are words in every language: only with a capital is it a name.
  const exact = short
    ? `(?:${escaped(titled(name))}|${escaped(name.toUpperCase())})`
    : `(?:\\p{L}+[-‐])?${letters}${ending}`;
  return new RegExp(String.raw`(?<![\p{L}\p{N}\[])${exact}(?![\p{L}\p{N}])`, short ? 'gu' : 'giu');
}

const titled = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1).toLowerCase();

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/** How a letter is written elsewhere: Müller is also Mueller and Muller. */
const others: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  å: 'aa',
  ø: 'oe',
  æ: 'ae',
  œ: 'oe',
  ł: 'l',
  đ: 'dj',
  ı: 'i',
  ð: 'd',
  þ: 'th',
};

function spellings(letter: string): string {
  const lower = letter.toLowerCase();
  const base = lower.normalize('NFD').replaceAll(/\p{M}/gu, '');
  const variants = accented.get(base) ?? [];
  const more = [others[lower], { ø: 'o', đ: 'd', å: 'a' }[lower]].filter((other) => other !== undefined);
  return `(?:${[...new Set([lower, base, ...variants, ...more])].map(escaped).join('|')})`;
}

/** For each plain letter its accented forms. */
const accented: ReadonlyMap<string, string[]> = (() => {
  const forms = new Map<string, string[]>();
  for (let code = 0xc0; code <= 0x1eff; code = code === 0x24f ? 0x1e00 : code + 1) {
    const form = String.fromCodePoint(code).toLowerCase();
    const base = form.normalize('NFD').replaceAll(/\p{M}/gu, '');
    if (base !== form && base.length === 1 && form.length === 1)
      forms.set(base, [...new Set([...(forms.get(base) ?? []), form])]);
  }
  return forms;
})();
