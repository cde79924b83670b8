/**
 * What kind of answer a question asks for. The author may state it; otherwise it follows from the wording of the
 * question and from the extraction target with the same key. Values that branches and verdicts compare have this type.
 *
 * `isDerived`: nobody stated it, so that the lower end of "five to six" will do; otherwise a range is asked about.
 */
export type AnswerType =
  /** Stored as true or false. */
  | { readonly kind: 'yes_no' }
  /** `unit` is the word of the question, such as "years": an answer in another unit of time is converted. */
  | { readonly kind: 'number'; readonly unit?: string; readonly isDerived?: true }
  /** Stored as a number in the currency and period asked for. */
  | {
      readonly kind: 'money';
      readonly currency?: string;
      readonly period?: MoneyPeriod;
      readonly isDerived?: true;
    }
  /** Stored as YYYY-MM-DD. */
  | { readonly kind: 'date' }
  /** Stored as HH:MM. */
  | { readonly kind: 'time' }
  /** Stored as one of the options, as the author wrote it. */
  | { readonly kind: 'choice'; readonly options: readonly string[] }
  /** Stored as a list; of the options where there are some. */
  | { readonly kind: 'list'; readonly options?: readonly string[] }
  | { readonly kind: 'name' }
  | { readonly kind: 'email' }
  /** Stored in E.164 where the country is known. */
  | { readonly kind: 'phone' }
  | { readonly kind: 'text' };

export type MoneyPeriod = 'hour' | 'day' | 'week' | 'month' | 'year';
