import type { Language } from '@parley/language/language.ts';
import { valueWordsIn } from '@parley/language/value-words.ts';
import type { AnswerType } from '../../answer-type.ts';
import type { KnownValue } from '../../expression.ts';

/**
 * A value in the words that confirm it: an address with its signs as words, digits in groups, a name spelled out.
 * Other values as they are.
 */
export function readBack(type: AnswerType, value: KnownValue, language: Language): string {
  if (typeof value !== 'string') return Array.isArray(value) ? value.join(', ') : String(value);
  const signs = (valueWordsIn(language) ?? valueWordsIn('EN'))?.spelling.spelledOut ?? {};
  switch (type.kind) {
    case 'email':
      return addressIn(value, signs);
    case 'phone':
      return digitsInGroups(value, signs);
    case 'name':
      return spelledName(value);
    default:
      return value;
  }
}

/** Heard letter by letter, so that one of them may be wrong. */
export const mustBeReadBack = ({ kind }: AnswerType): boolean =>
  kind === 'name' || kind === 'email' || kind === 'phone';

/** Of at most four letters, such as initials, nobody can tell by the sound what they are. */
const LONGEST_SPELLED = 4;
const VOWEL = /[aeiouyäöü]/i;

function addressIn(address: string, signs: Readonly<Record<string, string>>): string {
  return address
    .split(/([@._+-]|\d+)/)
    .filter((part) => part !== '')
    .map((part) => {
      if (signs[part] !== undefined) return signs[part];
      if (/^\d+$/.test(part)) return [...part].join(' ');
      // A word that can be pronounced is said as one.
      return part.length <= LONGEST_SPELLED && !VOWEL.test(part.slice(1))
        ? [...part.toUpperCase()].join(' ')
        : part;
    })
    .join(' ');
}

/** As people write their numbers down: the country, then threes and a rest of four at most. */
function digitsInGroups(number: string, signs: Readonly<Record<string, string>>): string {
  const digits = number.replace(/\D/g, '');
  const groups: string[] = [];
  for (let at = 0; at < digits.length; ) {
    const left = digits.length - at;
    const size = at === 0 && number.startsWith('+') ? 2 : left === 4 || left === 2 ? left : Math.min(3, left);
    groups.push([...digits.slice(at, at + size)].join(' '));
    at += size;
  }
  return `${number.startsWith('+') ? `${signs['+'] ?? '+'} ` : ''}${groups.join(', ')}`;
}

const spelledName = (name: string): string => {
  const last = name.split(' ').at(-1) ?? '';
  return `${name}, ${[...last.toUpperCase()].join(' ')}`;
};
