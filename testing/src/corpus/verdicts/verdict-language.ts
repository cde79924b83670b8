import type { Language } from '@parley/language/language.ts';

/** What a fact really is: the generator's own truth, never read back from the words. */
export type Truth =
  | boolean
  | number
  | string
  | readonly string[]
  /** Somewhere between two days. */
  | { readonly from: string; readonly to: string };

/** One thing that a flow asks for. */
export interface Fact {
  readonly question: string;
  /** What people say when it is so. */
  readonly answers: readonly { readonly value: Truth; readonly says: readonly string[] }[];
  /** Words that leave it open. */
  readonly unclear: readonly string[];
  readonly conditions: readonly FactCondition[];
}

/** One condition on a fact, in several wordings that mean the same. */
export interface FactCondition {
  readonly holds: (value: Truth) => boolean;
  readonly words: readonly string[];
  /** The same without its verb, where several conditions share one: "has … and …". */
  readonly shared?: readonly string[];
}

export interface VerdictLanguage {
  readonly language: Language;
  readonly greeting: string;
  readonly refusals: readonly string[];
  /** Before a description; the first is none. */
  readonly subjects: readonly string[];
  /** The verb that conditions with `shared` words have in common. */
  readonly sharedVerb: string;
  readonly joints: {
    readonly and: readonly string[];
    readonly or: readonly string[];
    readonly andAll: readonly string[];
    /** The first, and one of the other two. */
    readonly andEither: readonly string[];
  };
  readonly facts: Readonly<Record<string, Fact>>;
}

export const isYes = (value: Truth): boolean => value === true;
export const isNo = (value: Truth): boolean => value === false;
const numberOf = (value: Truth): number => (typeof value === 'number' ? value : Number.NaN);
export const atLeast = (least: number) => (value: Truth) => numberOf(value) >= least;
export const atMost = (most: number) => (value: Truth) => numberOf(value) <= most;
export const moreThan = (bound: number) => (value: Truth) => numberOf(value) > bound;
export const lessThan = (bound: number) => (value: Truth) => numberOf(value) < bound;
export const within = (low: number, high: number) => (value: Truth) =>
  numberOf(value) >= low && numberOf(value) <= high;
export const is = (wanted: string) => (value: Truth) => value === wanted;
export const isNot = (wanted: string) => (value: Truth) => value !== wanted;
export const isOneOf =
  (...wanted: readonly string[]) =>
  (value: Truth) =>
    typeof value === 'string' && wanted.includes(value);
export const includes =
  (...wanted: readonly string[]) =>
  (value: Truth) =>
    Array.isArray(value) && wanted.every((each) => value.includes(each));
export const lacks = (wanted: string) => (value: Truth) => Array.isArray(value) && !value.includes(wanted);
const span = (value: Truth): { readonly from: string; readonly to: string } =>
  value as { readonly from: string; readonly to: string };
export const before = (day: string) => (value: Truth) => span(value).to < day;
export const notAfter = (day: string) => (value: Truth) => span(value).to <= day;
export const after = (day: string) => (value: Truth) => span(value).from > day;
export const on = (day: string): Truth => ({ from: day, to: day });
export const during = (from: string, to: string): Truth => ({ from, to });
