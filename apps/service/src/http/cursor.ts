import { isUuid } from '@parley/kernel/id.ts';
import type { Place } from '../storage/slice.ts';

/** What an order compares. A text may be null. */
type Kind = 'id' | 'text' | 'integer' | 'number' | 'time';

/** The order of a list, which a cursor is a place in. */
export interface ListOrder<Row> {
  /** A cursor works only in the order it was made in. */
  readonly name: string;
  readonly kinds: readonly Kind[];
  readonly placeOf: (row: Row) => Place;
}

/** For an order that has only numbered pages. */
export const withoutCursors: ListOrder<unknown> = { name: 'none', kinds: [], placeOf: () => [] };

export const newest: ListOrder<{ readonly id: string }> = {
  name: 'newest',
  kinds: ['id'],
  placeOf: ({ id }) => [id],
};

export interface Cursor {
  readonly order: string;
  /** The number of the page that begins here, for whoever began with page 1. */
  readonly page: number;
  readonly after: Place;
}

/** More than anybody can read; from a cursor of this page the next one can still be counted. */
const MOST_PAGES = 1e12;
/** Longer ones are not ours: two names of 200 letters and an id take 2,300 characters. */
const LONGEST = 4000;

export const CURSOR_PROBLEM = 'must be nextCursor of a page of the same list, unchanged';

export const writeCursor = ({ order, page, after }: Cursor): string =>
  Buffer.from(JSON.stringify([order, page, ...after])).toString('base64url');

/** Undefined: that is no cursor. It names a place, and nothing that the caller could not ask for, so it is not signed. */
export function readCursor(text: string): Cursor | undefined {
  if (text.length > LONGEST || !/^[\w-]+$/.test(text)) return undefined;
  const [order, page, ...after] = parsed(Buffer.from(text, 'base64url').toString());
  if (
    typeof order !== 'string' ||
    !Number.isSafeInteger(page) ||
    (page as number) < 1 ||
    (page as number) > MOST_PAGES
  )
    return undefined;
  const isPlace = after.every(
    (value) => value === null || typeof value === 'string' || Number.isFinite(value),
  );
  return isPlace ? { order, page: page as number, after: after as Place } : undefined;
}

function parsed(json: string): unknown[] {
  try {
    const value: unknown = JSON.parse(json);
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Neither the year 0 nor 30 February, which JavaScript takes and PostgreSQL does not. */
const isTime = (text: string): boolean =>
  TIME.test(text) &&
  !text.startsWith('0000') &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString() === text;

const isOf: Readonly<Record<Kind, (value: Place[number]) => boolean>> = {
  id: (value) => typeof value === 'string' && isUuid(value),
  // PostgreSQL has no NUL in texts.
  text: (value) => value === null || (typeof value === 'string' && !value.includes('\0')),
  integer: (value) => Number.isSafeInteger(value),
  number: (value) => typeof value === 'number',
  time: (value) => typeof value === 'string' && isTime(value),
};

/** Whether the cursor is a place in this order. */
export const isPlaceIn = (
  { name, kinds }: Pick<ListOrder<never>, 'name' | 'kinds'>,
  { order, after }: Cursor,
): boolean =>
  order === name &&
  kinds.length > 0 &&
  after.length === kinds.length &&
  kinds.every((kind, i) => isOf[kind](after[i] as Place[number]));
