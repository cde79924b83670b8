import type { Language } from './language.ts';

interface Flow {
  readonly language: Language;
  readonly firstMessage: { readonly text: string };
}

/**
 * Serbian is written in two scripts that say the same, letter by letter. The phrase book has one of them; a flow
 * whose first message is in the other is answered in its own.
 */
export const spellingOf = ({ language, firstMessage }: Flow) =>
  language === 'SR' && LATIN.test(firstMessage.text) && !CYRILLIC.test(firstMessage.text)
    ? inLatin
    : (text: string): string => text;

const LATIN = /\p{Script=Latin}/u;
const CYRILLIC = /\p{Script=Cyrillic}/u;

export const inLatin = (text: string): string =>
  text.replaceAll(/\p{Script=Cyrillic}/gu, (letter) => {
    const latin = letters[letter.toLowerCase()] ?? letter;
    return letter === letter.toLowerCase() ? latin : `${latin.charAt(0).toUpperCase()}${latin.slice(1)}`;
  });

const letters: Readonly<Record<string, string>> = Object.fromEntries(
  'а:a б:b в:v г:g д:d ђ:đ е:e ж:ž з:z и:i ј:j к:k л:l љ:lj м:m н:n њ:nj о:o п:p р:r с:s т:t ћ:ć у:u ф:f х:h ц:c ч:č џ:dž ш:š'
    .split(' ')
    .map((pair) => pair.split(':')),
);
