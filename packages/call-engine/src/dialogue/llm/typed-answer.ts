import { folded } from '@parley/language/speech.ts';
import type { AnswerType } from '../../answer-type.ts';
import type { KnownValue } from '../../expression.ts';
import { quoted } from '../../llm/quoted-data.ts';
import type { CallPlan, PlanExtractionTarget, PlanQuestion } from '../../plan.ts';
import { askedBy } from '../rules/asked.ts';

/** What kind of answer a question asks for; undefined when neither the author nor a field of the analysis says so. */
export function answerTypeOf(question: PlanQuestion, { analysis }: CallPlan): AnswerType | undefined {
  if (question.answerType !== undefined) return question.answerType;
  const target = analysis.extractionTargets.find(({ key }) => key === question.key);
  return target === undefined ? undefined : typeOfTarget(target);
}

function typeOfTarget({ type, options = [] }: PlanExtractionTarget): AnswerType | undefined {
  switch (type) {
    case 'bool':
      return { kind: 'yes_no' };
    case 'number':
    case 'date':
      return { kind: type };
    case 'enum':
      return { kind: 'choice', options };
    case 'list':
      return options.length === 0 ? { kind: 'list' } : { kind: 'list', options };
    case 'string':
      return undefined;
  }
}

/** The type in words, for the prompt. */
export function describedType(type: AnswerType | undefined): string {
  switch (type?.kind) {
    case undefined:
    case 'text':
      return 'their words, as short as they can be';
    case 'yes_no':
      return 'true or false';
    case 'number':
      return type.unit === undefined ? 'a number' : `a number, in ${quoted('unit', type.unit)}`;
    case 'money': {
      const currency = type.currency === undefined ? '' : ` in ${type.currency}`;
      return `a number: the amount${currency}${type.period === undefined ? '' : ` per ${type.period}`}`;
    }
    case 'date':
      return 'a date, YYYY-MM-DD';
    case 'time':
      return 'a time, HH:MM';
    case 'choice':
      return `one of ${optionsOf(type.options)}`;
    case 'list':
      return `a list${type.options === undefined ? '' : ` of ${optionsOf(type.options)}`}`;
    case 'name':
      return 'a name';
    case 'email':
      return 'an e-mail address';
    case 'phone':
      return 'a telephone number, digits only';
  }
}

const optionsOf = (options: readonly string[]): string =>
  options.map((option) => quoted('option', option)).join(' ');

const LONGEST = 1_000;
const NUMERIC = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/** A value as answers of the type are stored; undefined when it is none. */
export function fitted(value: KnownValue, type: AnswerType): KnownValue | undefined {
  switch (type.kind) {
    case 'yes_no':
      return typeof value === 'boolean' ? value : { true: true, false: false }[String(value)];
    case 'number':
    case 'money':
      return numeric(value);
    case 'date':
      return dateIn(String(value));
    case 'time': {
      const [, hours, minutes] = /^(\d{1,2}):([0-5]\d)(?::\d\d)?$/.exec(String(value).trim()) ?? [];
      return hours === undefined || Number(hours) > 23 ? undefined : `${hours.padStart(2, '0')}:${minutes}`;
    }
    case 'choice':
      return optionIn(String(value), type.options);
    case 'list':
      return listed(value, type.options);
    case 'email':
      return /^[^\s@]+@[^\s@]+$/.test(String(value).trim()) ? String(value).trim() : undefined;
    case 'phone':
      return (String(value).match(/\d/g)?.length ?? 0) >= FEWEST_DIGITS ? textOf(value) : undefined;
    case 'name':
    case 'text':
      return typeof value === 'boolean' ? undefined : textOf(value);
  }
}

const FEWEST_DIGITS = 3;

/**
 * Where only the wording of the question tells the type: whatever it may be, except that a yes is no answer to how many,
 * and that models write numbers as texts, which expressions do not compare.
 */
export function loosely(
  value: KnownValue,
  question: PlanQuestion,
  { language }: CallPlan,
): KnownValue | undefined {
  const { kind } = askedBy(question.text, language);
  if (typeof value === 'boolean') return kind === 'yes_no' ? value : undefined;
  if (typeof value === 'string') return kind === 'number' ? (numeric(value) ?? textOf(value)) : textOf(value);
  return value;
}

function numeric(value: KnownValue): number | undefined {
  const read = typeof value === 'string' && NUMERIC.test(value.trim()) ? Number(value) : value;
  return typeof read === 'number' && Number.isFinite(read) ? read : undefined;
}

function dateIn(value: string): string | undefined {
  const [, month, day = '01'] = /^(\d{4}-\d\d)(?:-(\d\d))?(?:T.*)?$/.exec(value.trim()) ?? [];
  const at = new Date(`${month}-${day}T00:00:00Z`);
  return Number.isNaN(at.getTime()) || at.getUTCDate() !== Number(day) ? undefined : `${month}-${day}`;
}

const optionIn = (value: string, options: readonly string[]): string | undefined =>
  options.find((option) => folded(option) === folded(value));

/** Of a list with options, all entries must be among them. */
function listed(value: KnownValue, options: readonly string[] | undefined): readonly string[] | undefined {
  const items = (Array.isArray(value) ? value : String(value).split(',')).flatMap(
    (item) => textOf(item) ?? [],
  );
  if (options === undefined || options.length === 0) return items;
  const known = items.flatMap((item) => optionIn(item, options) ?? []);
  return known.length === items.length ? [...new Set(known)] : undefined;
}

const textOf = (value: KnownValue): string | undefined =>
  (Array.isArray(value) ? value.join(', ') : String(value)).trim().slice(0, LONGEST) || undefined;
