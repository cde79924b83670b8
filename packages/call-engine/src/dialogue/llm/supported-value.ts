import type { Language } from '@parley/language/language.ts';
import { words } from '@parley/language/locale-tables.ts';
import { dayMeaning } from '@parley/language/possible-day.ts';
import { hourMeaning } from '@parley/language/possible-hour.ts';
import { type Meaning, quantityMeaning } from '@parley/language/possible-quantity.ts';
import { type Speech, speechOf, wordCount } from '@parley/language/speech.ts';
import { timeUnitIn } from '@parley/language/spoken-amount.ts';
import type { AnswerType } from '../../answer-type.ts';
import type { KnownValue } from '../../expression.ts';
import type { PlanQuestion } from '../../plan.ts';
import type { CallContext } from '../dialogue-model.ts';
import { namedFrom } from '../rules/alternatives.ts';
import { choiceIn } from '../rules/answer-choice.ts';
import { leaningIn } from '../rules/answer-value.ts';
import { askedBy, askedIn } from '../rules/asked.ts';
import { contentStems } from '../rules/stem.ts';
import { answerTypeOf } from './typed-answer.ts';

/** A value, and the words that it was read in. */
export interface Claim {
  readonly value: KnownValue;
  readonly quote: string;
}

/**
 * Whether quoted words can mean the value that a model read in them. A model that was talked into a value quotes real
 * words for it; one that understands more than the tables do is right more often than they are. So only what the words
 * clearly contradict is impossible.
 */
export function meaningOf(
  claim: Claim,
  heard: string,
  question: PlanQuestion,
  context: CallContext,
): Meaning {
  const { value, quote } = claim;
  const type = answerTypeOf(question, context.plan);
  if (typeof value === 'boolean')
    return yesNoMeaning(value, { quote, heard }, question.text, context.plan.language);
  if (typeof value === 'number') return numberMeaning(value, quote, question, type, context);
  if (typeof value !== 'string') return 'unknown';
  const { language, hours } = context.plan;
  switch (type?.kind) {
    case 'date':
      return dayMeaning(value, quote, {
        language,
        now: new Date(context.answeredAt),
        timeZone: hours.timeZone,
      });
    case 'time':
      return hourMeaning(value, quote, question.text, language);
    case 'choice':
      return choiceMeaning(value, quote, question, type.options, context);
    default:
      return 'unknown';
  }
}

function numberMeaning(
  value: number,
  quote: string,
  question: PlanQuestion,
  type: AnswerType | undefined,
  { plan: { language }, answeredAt }: CallContext,
): Meaning {
  const asked = askedIn(question, language);
  const money = type?.kind === 'money' ? type : asked.kind === 'value' ? asked.type : undefined;
  return quantityMeaning(value, quote, {
    language,
    unit: (asked.kind === 'number' ? asked.unit : undefined) ?? timeUnitIn(question.text, language),
    money: money?.kind === 'money' ? { period: money.period } : undefined,
    question: question.text,
    year: Number(answeredAt.slice(0, 4)),
  });
}

/**
 * Whether a turn can mean a yes, or a no. Beside the quotation the rest of it counts: a few words of a no do not make a
 * yes, nor do those of a long speech about something else. `asked` is empty for a question of the conductor's own.
 */
export function yesNoMeaning(
  value: boolean,
  { quote, heard }: { readonly quote: string; readonly heard: string },
  asked: string,
  language: Language,
): Meaning {
  const quoted = meaningOfWords(value, quote, asked, language);
  const whole = meaningOfWords(value, heard, asked, language);
  if (quoted === 'impossible' || whole === 'impossible') return 'impossible';
  return quoted === 'calculated' || whole === 'calculated' ? 'calculated' : quoted;
}

function meaningOfWords(value: boolean, quote: string, asked: string, language: Language): Meaning {
  const speech = speechOf(quote);
  const wanted = value ? 'yes' : 'no';
  const lean = leaningIn(speech.clauses, asked, language)?.polarity;
  if (lean === wanted) return 'said';
  const question = askedBy(asked, language);
  // "Would you mind?" – "Sure."
  if (question.kind === 'yes_no' && question.isMinded) return 'unknown';
  const each = speech.clauses.map((clause) => leaningIn([clause], asked, language));
  const isPlain = each.some((one) => one?.certainty === 'sure');
  // "No, I have no car" has nothing in it that could be a yes, as "No, but I would like to" has.
  if (isPlain && each.every((one) => one !== undefined && one.polarity !== wanted)) return 'impossible';
  return each.some((one) => one?.polarity === wanted) ? 'unknown' : farFetched(speech, asked, language);
}

function choiceMeaning(
  value: string,
  quote: string,
  question: PlanQuestion,
  options: readonly string[],
  { answeredAt, plan: { language, hours } }: CallContext,
): Meaning {
  const speech = speechOf(quote);
  const found = choiceIn(options, speech, {
    question: question.text,
    language,
    answeredAt,
    timeZone: hours.timeZone,
  });
  if (found?.value === value) return 'said';
  const { named } = namedFrom(options, speech.clauses, language);
  if (named.includes(value)) return 'unknown';
  const isOther = found?.isClear === true && named.length > 0;
  if (isOther && wordCount(speech.plain) <= FEW_WORDS) return 'impossible';
  return found === undefined
    ? farFetched(speech, `${question.text} ${options.join(' ')}`, language)
    : 'unknown';
}

/** Who says more may rule out what they name: "I thought unfurnished, but it's dear, so the other". */
const FEW_WORDS = 8;

/**
 * A long speech without a yes, a no or a word of what was asked: few people answer like that, and orders to a machine
 * look like it. Where they speak of themselves it is asked back, otherwise it is no answer.
 */
function farFetched({ clauses, plain }: Speech, asked: string, language: Language): Meaning {
  if (wordCount(plain) < MANY_WORDS) return 'unknown';
  const known = new Set(contentStems(asked));
  if (clauses.some(({ raw }) => contentStems(raw).some((stem) => known.has(stem)))) return 'unknown';
  const { firstPerson } = words[language];
  const spoken = new Set(plain.split(' '));
  return firstPerson?.some((word) => spoken.has(word)) === false ? 'impossible' : 'calculated';
}

/** Measured on the development sets: 3 of 600 answers to yes-or-no questions are as long and have nothing of it. */
const MANY_WORDS = 14;
