import type { Expectation, Understanding } from '../dialogue/dialogue-model.ts';
import type { KnownValue } from '../expression.ts';
import type { Heard } from '../party.ts';
import type { CallPlan, PlanQuestion } from '../plan.ts';

/** Which keys count at this point of the call. */
export interface KeyTaking {
  readonly takes: (key: string) => boolean;
  /** Whether nothing more is to be pressed; otherwise a pause ends it. */
  readonly isComplete: (keys: string) => boolean;
  /** What they say; undefined: nothing that can be taken. */
  readonly understood: (keys: string) => Understanding | undefined;
}

/** Ends a number. */
const END = '#';
const YES_NO = ['1', '2'] as const;

/**
 * Undefined: keys mean nothing here. While a question that takes keys is open they answer it, and the opt-out key counts
 * where it answers nothing: in a number it is a digit.
 */
export function keysFor(expectation: Expectation, { keypad }: CallPlan): KeyTaking | undefined {
  const question = questionOf(expectation);
  const isOptOut = (key: string) => key === keypad?.optOut;
  const understood = (keys: string) => understoodKeys(keys, expectation, keypad);
  if (question === undefined)
    return keypad?.optOut === undefined ? undefined : { takes: isOptOut, isComplete: () => true, understood };
  const isOne = expectation.kind === 'confirmation' || !isNumber(question);
  const takes = (key: string) =>
    isOne ? pressedValue(key, expectation) !== undefined || isOptOut(key) : /[\d*#]/.test(key);
  return { takes, isComplete: (keys) => isOne || keys.endsWith(END), understood };
}

/**
 * In reply to "are you still there?" every key says that they are. Whether a single key is an answer, too, nobody knows: 1 may
 * mean "yes, I am here", so the open question is asked again. A number of several keys is its answer.
 */
export function keysForPresence(open: Expectation, plan: CallPlan): KeyTaking {
  const question = questionOf(open);
  const taking = keysFor(open, plan);
  const isTyped = question !== undefined && open.kind !== 'confirmation' && isNumber(question);
  return {
    takes: () => true,
    isComplete: (keys) => !isTyped || keys.endsWith(END),
    understood: (keys) => {
      const understanding = taking?.understood(keys);
      const isAnswer = keys.length > 1 || understanding?.wants.neverAgain !== undefined;
      return understanding !== undefined && isAnswer ? understanding : { wants: {} };
    },
  };
}

function understoodKeys(
  keys: string,
  expectation: Expectation,
  keypad: CallPlan['keypad'],
): Understanding | undefined {
  const value = pressedValue(keys, expectation);
  if (value !== undefined) return { wants: {}, answer: { value, isClear: true } };
  if (keys !== keypad?.optOut) return undefined;
  // While keys are answers it may be the last digit of the answer before: they are asked.
  return { wants: { neverAgain: questionOf(expectation) === undefined ? true : 'possible' } };
}

const questionOf = (expectation: Expectation): PlanQuestion | undefined =>
  (expectation.kind === 'answer' || expectation.kind === 'confirmation') && expectation.question.takesKeys
    ? expectation.question
    : undefined;

const isNumber = ({ answerType }: PlanQuestion): boolean =>
  answerType?.kind === 'number' || answerType?.kind === 'money';

function pressedValue(keys: string, expectation: Expectation): KnownValue | undefined {
  const type = questionOf(expectation)?.answerType;
  if (expectation.kind === 'confirmation' || type?.kind === 'yes_no')
    return keys === YES_NO[0] ? true : keys === YES_NO[1] ? false : undefined;
  if (type?.kind === 'choice') return /^[1-9]$/.test(keys) ? type.options[Number(keys) - 1] : undefined;
  if (type?.kind !== 'number' && type?.kind !== 'money') return undefined;
  // The star is the decimal point, where there is no other key for it.
  const digits = keys.replace(END, '');
  return /^\d+(?:\*\d+)?$/.test(digits) ? Number(digits.replace('*', '.')) : undefined;
}

/** Between two keys of a number. */
export const KEY_PAUSE_MS = 3_000;
export type Pressed = Extract<Heard, { kind: 'digit' }>;
export const textOf = (pressed: readonly Pressed[]): string => pressed.map(({ digit }) => digit).join('');
