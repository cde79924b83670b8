import type { TimeZone } from '@parley/kernel/local-time.ts';
import { english } from '@parley/language/english-tables.ts';
import { type Clause, type Speech, wordCount } from '@parley/language/speech.ts';
import { hasWords, valueWordsIn } from '@parley/language/value-words.ts';
import type { AnswerType } from '../../answer-type.ts';
import type { CallContext, Understanding } from '../dialogue-model.ts';
import { chosenFrom } from './alternatives.ts';
import { leaningIn, readValue } from './answer-value.ts';
import type { Asked, ValueType } from './asked.ts';
import { anyOf, isAnyOf } from './cue-pattern.ts';
import type { ForeignCues } from './foreign-cues.ts';
import type { ValueContext } from './found-value.ts';
import type { Polarity } from './polarity.ts';
import { mustBeReadBack, readBack } from './read-back.ts';
import { phoneInPieces } from './spoken-phone.ts';

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
      return numberAnswer(asked, reading);
    case 'date':
      return dateAnswer(reading);
    case 'value':
      return valueAnswer(asked.type, reading);
    case 'words':
      return wordsAnswer(reading);
  }
}

export const leaning = ({
  clauses,
  question,
  foreign,
}: Pick<Reading, 'clauses' | 'question' | 'foreign'>): Polarity | undefined =>
  leaningIn(clauses, question, foreign?.language ?? 'EN')?.polarity;

function yesNoAnswer(asked: Extract<Asked, { kind: 'yes_no' }>, reading: Reading): Answer {
  const lean = leaning(reading);
  const chosen =
    asked.alternatives.length > 1 && lean !== 'no'
      ? chosenFrom(asked.alternatives, reading.clauses)
      : undefined;
  if (chosen?.kind === 'one') return clear(chosen.option);
  if (lean === undefined || lean === 'unsure') return unclear(wordsOf(reading));
  // "Would you mind?" – "Sure, go ahead" does not mind.
  if (asked.isMinded) return clear(theyMind.test(reading.speech.plain));
  if (asked.wantsMore && lean === 'yes')
    return reading.speech.plain.split(' ').length > 3 ? clear(wordsOf(reading)) : unclear(true);
  return clear(lean === 'yes');
}

const theyMind = new RegExp(english.yesNo.theyMind);

function choiceAnswer(options: readonly string[], reading: Reading): Answer {
  const read = readValue({ kind: 'choice', options }, answeringSpeech(reading), valueContext(reading));
  if (read?.isClear) return clear(read.value);
  // "I don't mind" is an answer, if none of the options.
  const isAny = chosenFrom(options, reading.clauses, reading.context.plan.language)?.kind === 'any';
  return { value: wordsOf(reading), isClear: isAny };
}

const numberAnswer = ({ unit, isStated }: Extract<Asked, { kind: 'number' }>, reading: Reading): Answer =>
  typedAnswer(
    { kind: 'number', ...(unit === undefined ? {} : { unit }), ...(isStated ? {} : { isDerived: true }) },
    reading,
  ) ?? unclear(wordsOf(reading));

const soon = anyOf(english.answers.soon);
const CLOCK = new RegExp(english.answers.clock);

function dateAnswer(reading: Reading): Answer {
  const date = typedAnswer({ kind: 'date' }, reading);
  if (date !== undefined) return date;
  const words = wordsOf(reading);
  return { value: words, isClear: soon.test(reading.speech.plain) || CLOCK.test(reading.speech.plain) };
}

/** A value of a type in all that was said: an amount or a day is found among wishes and questions, too. */
function typedAnswer(type: AnswerType, reading: Reading): Answer | undefined {
  const read = readValue(type, reading.speech, valueContext(reading));
  return read === undefined ? undefined : { value: read.value, isClear: read.isClear };
}

/** What was said without wishes and questions to us. */
const answeringSpeech = ({ speech, clauses }: Reading): Speech =>
  clauses.length === speech.clauses.length
    ? speech
    : {
        raw: clauses.map(({ raw }) => raw).join(', '),
        plain: clauses.map(({ plain }) => plain).join(' '),
        clauses,
      };

const valueContext = ({ context, question, zone }: Reading): ValueContext => ({
  question,
  language: context.plan.language,
  answeredAt: context.answeredAt,
  timeZone: zone,
  phoneNumber: context.plan.contact.phoneNumber,
});

function valueAnswer(type: ValueType, reading: Reading): Answer | undefined {
  const before = mustBeReadBack(type) ? readBackBefore(type, reading) : undefined;
  const lean = before === undefined ? undefined : leaning(reading);
  if (before !== undefined && lean === 'yes') return clear(before);
  const read = inPieces(type, reading) ?? typedAnswer(type, reading);
  // "No, that's wrong" is no name.
  if (lean === 'no' && (read === undefined || type.kind === 'name')) return unclear(wordsOf(reading));
  if (read !== undefined) return read;
  // Who somebody works for may be told without a name, in a few words: "my brother".
  const isBrief = wordCount(reading.speech.plain) <= MOST_WORDS_FOR_SOMEBODY;
  return isBrief && isNameOfOther(type, reading) ? wordsAnswer(reading) : unclear(wordsOf(reading));
}

const MOST_WORDS_FOR_SOMEBODY = 4;

const isNameOfOther = ({ kind }: ValueType, { question, context }: Reading): boolean =>
  kind === 'name' && hasWords(question, valueWordsIn(context.plan.language)?.questions.otherName);

/** What was read back is no older. */
const MOST_TURNS_BACK = 2;

/** What they said, if it was read back to them just now; another question of ours may have come between. */
function readBackBefore(type: ValueType, reading: Reading): Answer['value'] | undefined {
  const { asked, said } = saidBefore(reading);
  if (asked === undefined) return undefined;
  const context = valueContext(reading);
  for (let back = 0; back < MOST_TURNS_BACK; back++) {
    const [before, earlier] = [said.at(-1 - back), said.at(-2 - back)];
    if (before === undefined) return undefined;
    const read = piecesOf(type, earlier, before, context) ?? readValue(type, before, context);
    if (read !== undefined && asked.includes(readBack(type, read.value, context.language))) return read.value;
  }
  return undefined;
}

/** A telephone number whose beginning they said the last time. */
function inPieces(type: ValueType, reading: Reading): Answer | undefined {
  const found = piecesOf(type, saidBefore(reading).said.at(-1), reading.speech.raw, valueContext(reading));
  return found === undefined ? undefined : { value: found.value, isClear: found.isClear };
}

const piecesOf = (type: ValueType, first: string | undefined, second: string, context: ValueContext) =>
  type.kind === 'phone' && first !== undefined ? phoneInPieces(first, second, context) : undefined;

/** What the agent said last, and what the contact had said before it. */
function saidBefore({ context: { turns } }: Reading): {
  readonly asked?: string | undefined;
  readonly said: readonly string[];
} {
  const at = turns.findLastIndex(({ speaker }) => speaker === 'agent');
  const said = turns.slice(0, Math.max(at, 0)).filter(({ speaker }) => speaker === 'contact');
  return { asked: turns[at]?.text, said: said.map(({ text }) => text) };
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
