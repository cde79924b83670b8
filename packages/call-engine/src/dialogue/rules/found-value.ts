import type { TimeZone } from '@parley/kernel/local-time.ts';
import type { Language } from '@parley/language/language.ts';
import type { AnswerType } from '../../answer-type.ts';
import type { KnownValue } from '../../expression.ts';
import type { Certainty } from './polarity.ts';

/** What a value is read by, beside its type. */
export interface ValueContext {
  /** As it was asked: "When were you born?" wants a day of the past, "how many children" counts boys and girls. */
  readonly question: string;
  readonly language: Language;
  /** "Tomorrow" is relative to this. ISO 8601. */
  readonly answeredAt: string;
  readonly timeZone: TimeZone | string;
  /** The contact's own number, in E.164: one without a country code is of the same country. */
  readonly phoneNumber?: string | null;
}

export interface ReadValue {
  /** Of the type that was asked for, or the words that were said where they cannot be converted. */
  readonly value: KnownValue;
  /** The words that it rests on, as they were said. */
  readonly quote: string;
  /** False: worth a question back, or a read-back. */
  readonly isClear: boolean;
  /** Why it is not clear, for operators. */
  readonly note?: string;
  /** Of a yes or no: how sure the rules are. */
  readonly certainty?: Certainty;
}

/** What was found of a value, before the words for it. */
export type Found = Omit<ReadValue, 'quote'>;

/** Whether a value is one of the type, and not the words that were said. */
export function isOfType(type: AnswerType, value: KnownValue): boolean {
  switch (type.kind) {
    case 'number':
    case 'money':
      return typeof value === 'number';
    case 'date':
      return /^\d{4}-\d\d-\d\d$/.test(String(value));
    case 'time':
      return /^\d\d:\d\d$/.test(String(value));
    case 'email':
      return /^\S+@\S+\.\S+$/.test(String(value));
    case 'phone':
      return /^\+?\d{6,15}$/.test(String(value));
    case 'choice':
      return type.options.includes(String(value));
    case 'list':
      return Array.isArray(value);
    case 'yes_no':
      return typeof value === 'boolean';
    default:
      return typeof value === 'string';
  }
}

export const clear = (value: KnownValue): Found => ({ value, isClear: true });
export const unclear = (value: KnownValue, note: string): Found => ({ value, isClear: false, note });
