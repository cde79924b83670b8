import type { Language } from '@parley/language/language.ts';
import { repairsIn } from '@parley/language/self-repair.ts';
import { type Speech, speechOf } from '@parley/language/speech.ts';
import { withNumbers } from '@parley/language/spoken-number.ts';
import { valueText } from '@parley/language/value-words.ts';
import type { AnswerType } from '../../answer-type.ts';
import { type Found, isOfType, type ValueContext } from './found-value.ts';

/** What somebody put in the place of what they had said before: "five, no wait, six" is six. */
export function repairedIn(
  type: AnswerType,
  { raw }: Speech,
  context: ValueContext,
  read: (speech: Speech, context: ValueContext) => Found | undefined,
): Found | undefined {
  if (!repairable.has(type.kind)) return undefined;
  const readIn = (text: string, now = context): Found | undefined => {
    const found = read(speechOf(text), now);
    return found !== undefined && isOfType(type, found.value) ? found : undefined;
  };
  for (const { before, rest: said, isSure } of repairsIn(raw, context.language)) {
    // A full stop behind a number would make it an ordinal.
    const rest = said.replace(/(?<![.!])[.!]+$/, '');
    if (!isSure && type.kind !== 'email' && readIn(before.replace(/(?<![.!\s])[.!\s]+$/, '')) === undefined)
      continue;
    const found = completed(type, before, rest, context, readIn) ?? readIn(rest);
    if (found !== undefined) return inThousands(found, before, context.language);
  }
  return undefined;
}

/** "Ten, maybe twelve thousand, let's say twelve": the thousands were said before. */
function inThousands(found: Found, before: string, language: Language): Found {
  const { value } = found;
  if (typeof value !== 'number' || value <= 0 || value >= THOUSAND) return found;
  const said = new Set(
    withNumbers(before, language)
      .match(/\d+(?:\.\d+)?/g)
      ?.map(Number),
  );
  return said.has(value * THOUSAND) ? { ...found, value: value * THOUSAND } : found;
}

const THOUSAND = 1000;

/** A yes or no is corrected where its signs are weighed, and a list by what is named and ruled out. */
const repairable: ReadonlySet<AnswerType['kind']> = new Set([
  'number',
  'money',
  'date',
  'time',
  'choice',
  'name',
  'email',
  'phone',
]);

type ReadIn = (text: string, context?: ValueContext) => Found | undefined;

/** Only the end of it is said again: "…at gmail, no, at outlook dot com", "the first of May, or rather the second". */
function completed(
  { kind }: AnswerType,
  before: string,
  rest: string,
  context: ValueContext,
  readIn: ReadIn,
): Found | undefined {
  switch (kind) {
    case 'email':
      return readIn(rest) ?? withEnd(before, rest, readIn);
    case 'date':
      return isDayAlone(rest, context.language) ? inSameMonth(before, rest, context, readIn) : undefined;
    case 'name':
      return withNameReplaced(readIn(before), readIn(rest));
    default:
      return undefined;
  }
}

function withEnd(before: string, rest: string, readIn: ReadIn): Found | undefined {
  const words = before.trim().split(/\s+/);
  if (readIn(`x ${rest}`) === undefined) return undefined;
  for (let kept = words.length - 1; kept > 0; kept -= 1) {
    const found = readIn([...words.slice(0, kept), rest].join(' '));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** "The second", without a month. */
const isDayAlone = (text: string, language: Language): boolean =>
  /^(?:\p{L}+ ){0,2}\d{1,2}(?:\p{L}{2}|\.)?$/u.test(valueText(text, language, { ordinals: 'all' }));

/** The day of the month that they had named. */
function inSameMonth(before: string, rest: string, context: ValueContext, readIn: ReadIn): Found | undefined {
  const month = /^(\d{4}-\d\d)-/.exec(String(readIn(before)?.value))?.[1];
  if (month === undefined) return undefined;
  const found = readIn(rest, { ...context, answeredAt: `${month}-01T00:00:00Z` });
  return String(found?.value).startsWith(month) ? found : undefined;
}

/** "Joanne Smith, no sorry, Ackroyd" is Joanne Ackroyd. */
function withNameReplaced(before: Found | undefined, rest: Found | undefined): Found | undefined {
  const [names, other] = [before, rest].map((found) => String(found?.value ?? '').split(' '));
  if (before === undefined || rest === undefined || names === undefined || other?.length !== 1) return rest;
  if (names.length !== 2) return rest;
  const [first = '', last = ''] = names;
  // "Steven Hughes, no, Stephen" puts the first name right.
  const isFirst = isAlike(first, other[0] ?? '') && !isAlike(last, other[0] ?? '');
  return { ...rest, value: isFirst ? `${other[0]} ${last}` : `${first} ${other[0]}` };
}

/** Two spellings of one name begin alike. */
const isAlike = (one: string, other: string): boolean =>
  one.slice(0, 2).toLowerCase() === other.slice(0, 2).toLowerCase();
