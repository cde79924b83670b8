import type { TimeZone } from '@parley/kernel/local-time.ts';
import { english } from '@parley/language/english-tables.ts';
import { ofAllLanguages, words as wordTables } from '@parley/language/locale-tables.ts';
import { type Clause, folded, type Speech } from '@parley/language/speech.ts';
import { readDate } from '@parley/language/spoken-time.ts';
import type { CallContext, Understanding } from '../dialogue-model.ts';
import { chosenFrom } from './alternatives.ts';
import { amountIn } from './amount.ts';
import type { Asked } from './asked.ts';
import { anyOf, isAnyOf } from './cue-pattern.ts';
import type { ForeignCues } from './foreign-cues.ts';
import { type Polarity, polarityOf } from './polarity.ts';

export type Answer = NonNullable<Understanding['answer']>;

/** What is needed to read an answer out of someone's words. */
export interface Reading {
  /** Everything that was said. */
  readonly speech: Speech;
  /** What is left of it once wishes and questions to us are taken away. */
  readonly clauses: readonly Clause[];
  readonly question: string;
  readonly foreign: ForeignCues | undefined;
  readonly context: CallContext;
  readonly zone: TimeZone;
}

const clear = (value: Answer['value']): Answer => ({ value, isClear: true });
const unclear = (value: Answer['value']): Answer => ({ value, isClear: false });

export function answerTo(asked: Asked, reading: Reading): Answer | undefined {
  if (reading.clauses.length === 0 || isMereCourtesy(asked, reading)) return undefined;
  switch (asked.kind) {
    case 'yes_no':
      return yesNoAnswer(asked, reading);
    case 'choice':
      return choiceAnswer(asked.alternatives, reading);
    case 'number':
      return numberAnswer(asked.unit, reading);
    case 'date':
      return dateAnswer(reading);
    case 'words':
      return wordsAnswer(reading);
  }
}

/** A language's own words come first: "no" is a yes in Polish. */
export const leaning = ({
  clauses,
  question,
  foreign,
}: Pick<Reading, 'clauses' | 'question' | 'foreign'>): Polarity | undefined =>
  foreign?.polarityOf(clauses) ?? polarityOf(clauses, question);

function yesNoAnswer(asked: Extract<Asked, { kind: 'yes_no' }>, reading: Reading): Answer {
  const lean = leaning(reading);
  const chosen =
    asked.alternatives.length > 1 && lean !== 'no'
      ? chosenFrom(asked.alternatives, reading.clauses)
      : undefined;
  if (chosen?.kind === 'one') return clear(chosen.option);
  if (lean === undefined || lean === 'unsure') return unclear(wordsOf(reading));
  // "Would you mind?" – "Sure, go ahead" does not mind.
  if (asked.isMinded) return clear(lean === 'yes' && theyMind.test(reading.speech.plain));
  if (asked.wantsMore && lean === 'yes')
    return reading.speech.plain.split(' ').length > 3 ? clear(wordsOf(reading)) : unclear(true);
  return clear(lean === 'yes');
}

const theyMind = new RegExp(english.yesNo.theyMind);

function choiceAnswer(options: readonly string[], reading: Reading): Answer {
  const chosen = chosenFrom(options, reading.clauses);
  if (chosen?.kind === 'one') return clear(chosen.option);
  return { value: wordsOf(reading), isClear: chosen?.kind === 'any' };
}

function numberAnswer(unit: string | undefined, reading: Reading): Answer {
  const amount = yearsSince(reading) ?? amountIn(reading.speech, unit, reading.context.plan.language);
  return amount === undefined ? unclear(wordsOf(reading)) : clear(amount);
}

/** "Since 2015" counts years where the question does. */
function yearsSince({ speech, question, context }: Reading): number | undefined {
  const since = sinceYear().exec(folded(speech.raw).replaceAll(/\b(19|20) ?(?=\d\d\b)/g, '$1'))?.[1];
  if (since === undefined || !inYears().test(folded(question))) return undefined;
  const years = Number(context.answeredAt.slice(0, 4)) - Number(since);
  return years < 0 ? undefined : years;
}

const sinceYear = ofAllLanguages((languages) => {
  const any = (list: 'since' | 'theYear'): string =>
    languages.flatMap((language) => wordTables[language][list] ?? []).join('|');
  return new RegExp(
    `(?<!\\p{L})(?:${any('since')})[ -]?(?:(?:${any('theYear')}) )?((?:19|20)\\d\\d)(?!\\d|[.,]\\d|\\p{L})`,
    'u',
  );
});
const inYears = ofAllLanguages(
  (languages) => new RegExp(languages.flatMap((language) => wordTables[language].years).join('|'), 'u'),
);

const soon = anyOf(english.answers.soon);
const CLOCK = new RegExp(english.answers.clock);

function dateAnswer(reading: Reading): Answer {
  const { context, speech, zone } = reading;
  const now = new Date(context.answeredAt);
  const date = readDate(speech.raw, { now, timeZone: zone, language: context.plan.language });
  if (date !== undefined) return clear(date);
  const words = wordsOf(reading);
  return { value: words, isClear: soon.test(speech.plain) || CLOCK.test(speech.plain) };
}

const nothingSaid = isAnyOf(english.answers.courtesies);
const noIdea = anyOf(english.answers.noIdea);

/** The "sorry" before a question of theirs is no answer; a "yes" may be one. */
function isMereCourtesy(asked: Asked, reading: Reading): boolean {
  const { clauses, speech, foreign } = reading;
  if (clauses.length === speech.clauses.length) return false;
  if (asked.kind === 'yes_no' && leaning(reading) !== undefined) return false;
  const plain = clauses.map((clause) => clause.plain).join(' ');
  return nothingSaid.test(plain) || (foreign !== undefined && !/[ \d]/.test(plain));
}

function wordsAnswer(reading: Reading): Answer | undefined {
  const words = wordsOf(reading);
  if (words === '') return undefined;
  const plain = reading.clauses.map((clause) => clause.plain).join(' ');
  return { value: words, isClear: !nothingSaid.test(plain) && !noIdea.test(plain) };
}

const LEADING = new RegExp(english.answers.fillersBefore, 'i');
const TRAILING = new RegExp(english.answers.fillersAfter, 'i');
const LONGEST = 2000;

/** The person's own words, without the noise around them. */
export function wordsOf({ speech, clauses }: Pick<Reading, 'speech' | 'clauses'>): string {
  const said =
    clauses.length === speech.clauses.length ? speech.raw : clauses.map((clause) => clause.raw).join(', ');
  const kept = said.replace(LEADING, '').slice(0, LONGEST);
  // The end is looked at by itself: a pattern tied to the end would try every place in a long text.
  const tail = kept.slice(-60).replace(TRAILING, '');
  const trimmed = kept.slice(0, -60) + (tail === '' && kept.length > 60 ? '' : tail);
  return trimmed === '' ? said.trim() : trimmed;
}
