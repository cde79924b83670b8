import type { DataType, FieldValue } from '@parley/contract/contact-field.ts';
import { isDay } from '@parley/kernel/local-time.ts';
import { isLonger } from '@parley/kernel/text.ts';
import type { ContactField } from './contact-field.model.ts';

/** A value as it will be stored; `undefined` clears the field; a problem is the end of the sentence "<key> …". */
export type Reading = { readonly value: FieldValue | undefined } | { readonly problem: string };

const MAX_TEXT = 5000;
const MAX_TAGS = 200;
const MAX_TAG = 500;

/** Reads a value that somebody sent for a field. Null clears it, whatever its type. */
export function readValue(field: Pick<ContactField, 'dataType' | 'enumOptions'>, sent: unknown): Reading {
  if (sent === null) return { value: undefined };
  return readers[field.dataType](sent, field.enumOptions);
}

const readers: Readonly<Record<DataType, (sent: unknown, options: readonly string[]) => Reading>> = {
  string: (sent) =>
    typeof sent !== 'string'
      ? { problem: 'must be a string' }
      : isLonger(sent, MAX_TEXT)
        ? { problem: `must not have more than ${MAX_TEXT} characters` }
        : { value: sent },
  number: (sent) => {
    const number = typeof sent === 'string' && NUMERIC.test(sent.trim()) ? Number(sent) : sent;
    return typeof number === 'number' && Number.isFinite(number)
      ? { value: number }
      : { problem: 'must be a number' };
  },
  date: (sent) => (isDay(sent) ? { value: sent } : { problem: 'must be a date as YYYY-MM-DD' }),
  bool: (sent) => {
    if (sent === true || sent === 'true') return { value: true };
    return sent === false || sent === 'false' ? { value: false } : { problem: 'must be true or false' };
  },
  enum: (sent, options) =>
    typeof sent === 'string' && options.includes(sent)
      ? { value: sent }
      : { problem: `must be one of ${options.join(', ')}` },
  tags: readTags,
};

// A dot between the digits, or 40,000 of them before a letter would be tried in every way to part them.
const NUMERIC = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

/** A list of strings or one string with commas: trimmed, blanks dropped, the first spelling of a double kept. */
function readTags(sent: unknown): Reading {
  const entries = typeof sent === 'string' ? sent.split(',') : sent;
  if (!Array.isArray(entries) || entries.some((entry) => typeof entry !== 'string')) {
    return { problem: 'must be a list of strings, or one string with commas' };
  }
  const tags = new Map<string, string>();
  for (const entry of entries as string[]) {
    const tag = entry.trim();
    if (tag !== '' && !tags.has(tag.toLowerCase())) tags.set(tag.toLowerCase(), tag);
  }
  const kept = [...tags.values()];
  if (kept.length > MAX_TAGS) return { problem: `must not have more than ${MAX_TAGS} entries` };
  if (kept.some((tag) => isLonger(tag, MAX_TAG)))
    return { problem: `must not have an entry of more than ${MAX_TAG} characters` };
  return { value: kept.length === 0 ? undefined : kept };
}

/** The type a new field gets from the first value somebody sends for it. */
export function typeOf(sent: unknown): DataType {
  if (typeof sent === 'number') return 'number';
  if (typeof sent === 'boolean') return 'bool';
  if (Array.isArray(sent)) return 'tags';
  return isDay(sent) ? 'date' : 'string';
}
