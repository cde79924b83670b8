import { randomId } from '../../components/random-id.ts';

type Value = string | number | boolean | string[] | null;

/** An answer that a test case expects, as it is chosen or typed. */
export interface ExpectedValue {
  readonly id: string;
  /** The question's key, id or wording. */
  readonly name: string;
  /** No answer must be recorded. */
  readonly isNothing: boolean;
  readonly value: string;
  /** The chosen or stored value, of which `value` is the text. */
  readonly given?: unknown;
}

export const newExpectedValue = (): ExpectedValue => ({
  id: randomId(),
  name: '',
  isNothing: false,
  value: '',
});

export const expectedValuesOf = (values: Readonly<Record<string, Value>>): ExpectedValue[] =>
  Object.entries(values).map(([name, value]) => ({
    ...newExpectedValue(),
    name,
    ...(value === null
      ? { isNothing: true }
      : { value: Array.isArray(value) ? value.join(', ') : String(value), given: value }),
  }));

/** Chosen, but no value. */
export const isUnfinished = ({ name, isNothing, value }: ExpectedValue): boolean =>
  name.trim() !== '' && !isNothing && value.trim() === '';

/** What is sent; rows without a question are left out. */
export const valuesToSend = (
  values: readonly ExpectedValue[],
  isList: (name: string) => boolean,
): Record<string, Value> =>
  Object.fromEntries(
    values
      .filter(({ name }) => name.trim() !== '')
      .map((one) => [one.name.trim(), one.isNothing ? null : sent(one, isList(one.name))]),
  );

function sent({ value, given }: ExpectedValue, isList: boolean): Value {
  if (given !== undefined) return given as Value;
  if (!isList) return typed(value.trim());
  return value
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
}

/** Numbers, true, false and lists as in JSON; everything else is text. */
function typed(text: string): Value {
  try {
    const value: unknown = JSON.parse(text);
    const isList = Array.isArray(value) && value.every((one) => typeof one === 'string');
    return value === null || (typeof value === 'object' && !isList) ? text : (value as Value);
  } catch {
    return text;
  }
}
