import { inert, quoted } from './llm/quoted-data.ts';
import type { CallPlan } from './plan.ts';

type Filled = Pick<CallPlan, 'filled'>;

/**
 * An instruction of the author's as a model is shown it: what contact and job put into it stands between tags, as all
 * foreign words do, and not only between the quotation marks that it has there.
 */
export const instructionOf = (text: string, { filled = [] }: Filled): string =>
  cut(
    text,
    filled.map((value) => `"${value.text}"`),
  )
    .map(({ text: part, isValue }) => (isValue ? quoted('value', part.slice(1, -1)) : inert(part)))
    .join('');

/** A text without what the contact put into it: that much of it the author answers for. */
export const authored = (text: string, { filled = [] }: Filled): string =>
  cut(
    text,
    filled.filter(({ isOfContact }) => isOfContact).map((value) => value.text),
  )
    .map(({ text: part, isValue }) => (isValue ? ' ' : part))
    .join('');

interface Part {
  readonly text: string;
  readonly isValue: boolean;
}

/** A text in pieces, those that are one of the values by themselves: a longer value before one that stands in it. */
function cut(text: string, values: readonly string[]): readonly Part[] {
  let parts: readonly Part[] = [{ text, isValue: false }];
  for (const value of values.toSorted((one, other) => other.length - one.length))
    parts = parts.flatMap((part) => (part.isValue ? [part] : around(part.text, value)));
  return parts;
}

function around(text: string, value: string): Part[] {
  const parts: Part[] = [];
  let from = 0;
  for (let at = text.indexOf(value); at >= 0 && value !== ''; at = text.indexOf(value, at + value.length)) {
    const end = at + value.length;
    // Somebody named Al is not in "all".
    if (isWithinWord(text, at) || isWithinWord(text, end)) continue;
    parts.push({ text: text.slice(from, at), isValue: false }, { text: value, isValue: true });
    from = end;
  }
  return [...parts, { text: text.slice(from), isValue: false }];
}

const isWithinWord = (text: string, at: number): boolean =>
  /[\p{L}\p{N}]/u.test(text[at - 1] ?? '') && /[\p{L}\p{N}]/u.test(text[at] ?? '');
