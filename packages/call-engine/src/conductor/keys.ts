import type { Expectation, Understanding } from '../dialogue/dialogue-model.ts';
import type { KnownValue } from '../expression.ts';
import type { Heard } from '../party.ts';
import type { CallPlan, PlanQuestion } from '../plan.ts';

/** Which keys count at this point of the call. */
export interface KeyTaking {
  readonly takes: (key: string) => boolean;
  /** Whether nothing more is to be pressed; otherwise a pause ends it. */
  readonly isComplete: (keys: string) => boolean;
}

/** Ends a number. */
const END = '#';
const YES_NO = ['1', '2'] as const;

/** Undefined: keys mean nothing here. While a question that takes keys is open, they answer it. */
export function keysFor(expectation: Expectation, { keypad }: CallPlan): KeyTaking | undefined {
  const question = questionOf(expectation);
  if (question !== undefined) {
    const isOne = expectation.kind === 'confirmation' || !isNumber(question);
    const takes = (key: string) =>
      isOne ? pressedValue(key, expectation) !== undefined : /[\d*#]/.test(key);
    return { takes, isComplete: (keys) => isOne || keys.endsWith(END) };
  }
  const key = keypad?.optOut;
  return key === undefined ? undefined : { takes: (pressed) => pressed === key, isComplete: () => true };
}

/** What the keys say; undefined: nothing that can be taken. */
export function understoodKeys(keys: string, expectation: Expectation): Understanding | undefined {
  if (questionOf(expectation) === undefined) return { wants: { neverAgain: true } };
  const value = pressedValue(keys, expectation);
  return value === undefined ? undefined : { wants: {}, answer: { value, isClear: true } };
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
