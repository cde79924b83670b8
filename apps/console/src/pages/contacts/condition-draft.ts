import type { ConditionSubject, SegmentCondition } from '@parley/contract/contact-segment.ts';
import type { ContactField } from '../../api/catalog.ts';

export type Operation = 'is' | 'isNot' | 'contains' | 'isSet' | 'isNotSet' | 'min' | 'max';

/** A condition while it is edited: values are texts, and only the service validates them. */
export interface ConditionDraft {
  readonly id: string;
  readonly on: ConditionSubject;
  readonly operation: Operation;
  /** Of a field or an outcome. */
  readonly key: string;
  /** A part of the value, or a bound. */
  readonly text: string;
  /** Of `is` and `isNot`: one of these. */
  readonly values: readonly string[];
  /** The condition as it was opened, until it is edited: it may say more than the form can. */
  readonly opened?: SegmentCondition | undefined;
}

/** The comparisons of each subject, the most common first. */
const operations: Readonly<Record<ConditionSubject, readonly Operation[]>> = {
  status: ['is', 'isNot'],
  tag: ['is', 'isNot'],
  field: ['is', 'isNot', 'contains', 'isSet', 'isNotSet', 'min', 'max'],
  phoneNumber: ['isSet', 'isNotSet', 'contains'],
  email: ['isSet', 'isNotSet', 'contains'],
  conversation: ['is', 'isNot'],
  outcome: ['is', 'isNot'],
  calls: ['min', 'max'],
  lastCall: ['min', 'max', 'isNotSet'],
  doNotCall: ['is', 'isNot'],
  agent: ['is', 'isNot'],
  created: ['min', 'max'],
  job: ['is', 'isNot'],
  run: ['is', 'isNot'],
  import: ['is', 'isNot'],
};

/** The comparisons of a field by its type. */
const fieldOperations: Readonly<Record<ContactField['dataType'], readonly Operation[]>> = {
  string: ['is', 'isNot', 'contains', 'isSet', 'isNotSet'],
  tags: ['is', 'isNot', 'contains', 'isSet', 'isNotSet'],
  number: ['is', 'isNot', 'min', 'max', 'isSet', 'isNotSet'],
  date: ['min', 'max', 'is', 'isNot', 'isSet', 'isNotSet'],
  bool: ['is', 'isNot', 'isSet', 'isNotSet'],
  enum: ['is', 'isNot', 'isSet', 'isNotSet'],
};

/** The comparisons to choose from, always including the current one. */
export function operationsOf(
  { on, key, operation }: ConditionDraft,
  catalog: readonly ContactField[],
): readonly Operation[] {
  const field = on === 'field' ? catalog.find((one) => one.key === key) : undefined;
  const all = field ? fieldOperations[field.dataType] : operations[on];
  return all.includes(operation) ? all : [...all, operation];
}

/** Changes the field, and resets the comparison, which may not fit the new field. */
export function withField(
  draft: ConditionDraft,
  key: string,
  catalog: readonly ContactField[],
): ConditionDraft {
  const field = catalog.find((one) => one.key === key);
  const [first = 'is'] = field ? fieldOperations[field.dataType] : operations.field;
  return { ...draft, key, operation: first, text: '', values: [] };
}

/** Whether the subject's values are ids, which are found by name. */
export const isByIds = (on: ConditionSubject): boolean => on === 'job' || on === 'run' || on === 'import';

export const emptyCondition = (id: string, on: ConditionSubject): ConditionDraft => ({
  id,
  on,
  operation: operations[on][0] ?? 'is',
  key: '',
  text: '',
  values: [],
});

const EVER = '1970-01-01';

export const draftOfCondition = (id: string, condition: SegmentCondition): ConditionDraft => ({
  ...formOf(id, condition),
  opened: condition,
});

/** What the form shows of a condition. */
function formOf(id: string, condition: SegmentCondition): ConditionDraft {
  const { on, not = false, key = '', anyOf = [], contains, min, max } = condition;
  const draft = { ...emptyCondition(id, on), key, values: anyOf };
  if (on === 'lastCall' && not && min === EVER) return { ...draft, operation: 'isNotSet' };
  if (contains !== undefined) return { ...draft, operation: 'contains', text: contains };
  if (min !== undefined) return { ...draft, operation: 'min', text: String(min).slice(0, 10) };
  if (max !== undefined) return { ...draft, operation: 'max', text: String(max).slice(0, 10) };
  if (anyOf.length === 0 && on !== 'doNotCall') return { ...draft, operation: not ? 'isNotSet' : 'isSet' };
  return { ...draft, operation: not ? 'isNot' : 'is' };
}

/** Whether the form shows all that the condition says. If not, editing it would change its meaning. */
export function isWhollyShown(condition: SegmentCondition): boolean {
  const comparable = ({ on, key, not, anyOf, contains, min, max }: SegmentCondition) =>
    // As texts: which bounds are numbers, the catalog of fields says.
    JSON.stringify([on, key ?? '', not ?? false, anyOf ?? [], contains, `${min}`, `${max}`]);
  return comparable(conditionOf(formOf('', condition), [])) === comparable(condition);
}

/** The condition as the service takes it. */
export function conditionOf(draft: ConditionDraft, catalog: readonly ContactField[]): SegmentCondition {
  if (draft.opened) return draft.opened;
  const { on, operation, key, text, values } = draft;
  const subject = { on, ...((on === 'field' || on === 'outcome') && { key }) };
  const value = text.trim();
  switch (operation) {
    case 'isSet':
      return subject;
    case 'isNotSet':
      return on === 'lastCall' ? { on, not: true, min: EVER } : { ...subject, not: true };
    case 'contains':
      return { ...subject, contains: value };
    case 'min':
    case 'max':
      return { ...subject, [operation]: boundOf(draft, catalog) };
    default: {
      const not = operation === 'isNot' && { not: true };
      if (on === 'doNotCall') return { ...subject, ...not };
      return { ...subject, anyOf: filled(values), ...not };
    }
  }
}

const filled = (values: readonly string[]): string[] =>
  values.map((value) => value.trim()).filter((value) => value !== '');

function boundOf({ on, key, text }: ConditionDraft, catalog: readonly ContactField[]): string | number {
  const value = text.trim();
  const isNumber = on === 'calls' || catalog.find((field) => field.key === key)?.dataType === 'number';
  return isNumber && value !== '' && !Number.isNaN(Number(value)) ? Number(value) : value;
}

/** Why a condition cannot be used yet. */
export function lackOf({ on, operation, key, text, values, opened }: ConditionDraft): string | undefined {
  if (opened) return undefined;
  if ((on === 'field' || on === 'outcome') && key.trim() === '')
    return on === 'field' ? 'Choose a field.' : 'Choose an outcome.';
  if (operation === 'isSet' || operation === 'isNotSet' || on === 'doNotCall') return undefined;
  if (operation !== 'is' && operation !== 'isNot') return text.trim() === '' ? 'Enter a value.' : undefined;
  if (filled(values).length > 0) return undefined;
  return on === 'tag' ? 'Enter a tag.' : isByIds(on) ? `Choose at least one ${on}.` : 'Enter a value.';
}
