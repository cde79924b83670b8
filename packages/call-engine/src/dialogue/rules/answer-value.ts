import { type TimeZone, zoneOf } from '@parley/kernel/local-time.ts';
import type { Language } from '@parley/language/language.ts';
import { type Speech, speechOf } from '@parley/language/speech.ts';
import { readDate } from '@parley/language/spoken-time.ts';
import type { AnswerType } from '../../answer-type.ts';
import type { KnownValue } from '../../expression.ts';
import { chosenFrom } from './alternatives.ts';
import { amountIn } from './amount.ts';
import { cuesOf } from './foreign-cues.ts';
import { polarityOf } from './polarity.ts';

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
}

/** The value of a type in what was said; undefined when the words hold none. */
export function readValue(
  type: AnswerType,
  said: Speech | string,
  context: ValueContext,
): ReadValue | undefined {
  const speech = typeof said === 'string' ? speechOf(said) : said;
  if (speech.clauses.length === 0) return undefined;
  const { language, question } = context;
  const read = (value: KnownValue | undefined): ReadValue | undefined =>
    value === undefined ? undefined : { value, quote: speech.raw, isClear: true };
  switch (type.kind) {
    case 'yes_no': {
      const lean = cuesOf(language)?.polarityOf(speech.clauses) ?? polarityOf(speech.clauses, question);
      return lean === undefined || lean === 'unsure' ? undefined : read(lean === 'yes');
    }
    case 'number':
      return read(amountIn(speech, type.unit, language));
    case 'money':
      return read(amountIn(speech, undefined, language));
    case 'date':
      return read(
        readDate(speech.raw, {
          now: new Date(context.answeredAt),
          timeZone: zoneOf(context.timeZone),
          language,
        }),
      );
    case 'choice':
    case 'list': {
      const chosen = chosenFrom(type.options ?? [], speech.clauses);
      return chosen?.kind === 'one' ? read(chosen.option) : undefined;
    }
    default:
      return read(speech.raw);
  }
}
