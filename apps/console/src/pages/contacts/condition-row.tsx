import {
  type ConditionSubject,
  conditionSubjects,
  type SegmentCondition,
} from '@parley/contract/contact-segment.ts';
import { X } from 'lucide-react';
import type { ContactField } from '../../api/catalog.ts';
import { IconButton } from '../../components/button.tsx';
import { SelectField } from '../../components/field.tsx';
import {
  type ConditionDraft,
  emptyCondition,
  isWhollyShown,
  type Operation,
  operationsOf,
  withField,
} from './condition-draft.ts';
import { isDateField, isTime, OutcomeChoice, ValueControl } from './condition-value.tsx';

const subjects: Readonly<Record<ConditionSubject, string>> = {
  status: 'Status',
  tag: 'Tag',
  field: 'Field',
  phoneNumber: 'Phone number',
  email: 'E-mail',
  conversation: 'Last conversation',
  outcome: 'Outcome',
  calls: 'Calls placed',
  lastCall: 'Last call',
  doNotCall: 'Do not call',
  agent: 'Agent',
  created: 'Created',
  job: 'Job',
  run: 'Run',
  import: 'Import',
};

const verbs: Readonly<Record<Operation, string>> = {
  is: 'is one of',
  isNot: 'is none of',
  contains: 'contains',
  isSet: 'is set',
  isNotSet: 'is not set',
  min: 'at least',
  max: 'at most',
};
/** Of what has only two values. */
const eitherVerbs: Readonly<Partial<Record<Operation, string>>> = { is: 'is', isNot: 'is not' };
const dateVerbs: Readonly<Partial<Record<Operation, string>>> = {
  min: 'on or after',
  max: 'on or before',
};
const timeVerbs = { ...dateVerbs, isNotSet: 'never' };

function verbOf(
  { on, key }: Pick<SegmentCondition, 'on' | 'key'>,
  operation: Operation,
  catalog: readonly ContactField[],
): string {
  const isEither = on === 'doNotCall' || catalog.find((one) => one.key === key)?.dataType === 'bool';
  const words = isTime(on)
    ? timeVerbs
    : isDateField(on, key, catalog)
      ? dateVerbs
      : isEither
        ? eitherVerbs
        : {};
  return words[operation] ?? verbs[operation];
}

/** One condition: what it is about, how, and a value. */
export function ConditionRow({
  draft,
  place,
  catalog,
  error,
  onChange,
  onRemove,
}: {
  readonly draft: ConditionDraft;
  /** From 1, for screen readers. */
  readonly place: number;
  readonly catalog: readonly ContactField[];
  readonly error: string | undefined;
  readonly onChange: (draft: ConditionDraft) => void;
  readonly onRemove: () => void;
}) {
  const { on, operation } = draft;
  if (draft.opened && !isWhollyShown(draft.opened))
    return (
      <li className="flex items-start gap-2">
        <p dir="auto" className="min-w-0 flex-1 py-1.5 break-words">
          {wordsOf(draft.opened, catalog)}
          <span className="block text-xs text-soft">
            This condition says more than the form can show. It stays as it is, or remove it.
          </span>
        </p>
        <IconButton label={`Remove condition ${place}`} icon={<X size={14} />} onClick={onRemove} />
      </li>
    );
  return (
    <li className="flex items-start gap-2">
      <div className="grid min-w-0 flex-1 items-start gap-2 sm:grid-cols-3">
        <SelectField
          label={`Condition ${place}`}
          hideLabel
          value={on}
          choices={conditionSubjects.map((value) => ({ value, words: subjects[value] }))}
          onChange={({ target }) => onChange(emptyCondition(draft.id, target.value as ConditionSubject))}
        />
        {on === 'field' && (
          <SelectField
            label={`Field of condition ${place}`}
            hideLabel
            value={draft.key}
            choices={[
              { value: '', words: 'Choose a field' },
              ...catalog
                .filter(({ writable }) => writable)
                .map(({ key, label }) => ({ value: key, words: label })),
            ]}
            onChange={({ target }) => onChange(withField(draft, target.value, catalog))}
          />
        )}
        {on === 'outcome' && <OutcomeChoice draft={draft} place={place} onChange={onChange} />}
        <SelectField
          label={`Comparison of condition ${place}`}
          hideLabel
          value={operation}
          choices={operationsOf(draft, catalog).map((value) => ({
            value,
            words: verbOf(draft, value, catalog),
          }))}
          onChange={({ target }) => onChange({ ...draft, operation: target.value as Operation })}
        />
        <ValueControl draft={draft} place={place} catalog={catalog} onChange={onChange} />
        {error && (
          <p role="alert" className="text-xs text-bad sm:col-span-3">
            {error}
          </p>
        )}
      </div>
      <IconButton label={`Remove condition ${place}`} icon={<X size={14} />} onClick={onRemove} />
    </li>
  );
}

/** A condition in full. */
function wordsOf(condition: SegmentCondition, catalog: readonly ContactField[]): string {
  const { on, not = false, key, anyOf = [], contains, min, max } = condition;
  const subject = key === undefined ? subjects[on] : (catalog.find((one) => one.key === key)?.label ?? key);
  const parts = [
    ...(anyOf.length > 0 ? [`${verbs.is} ${anyOf.join(' or ')}`] : []),
    ...(contains === undefined ? [] : [`${verbs.contains} “${contains}”`]),
    ...(min === undefined ? [] : [`${verbOf(condition, 'min', catalog)} ${min}`]),
    ...(max === undefined ? [] : [`${verbOf(condition, 'max', catalog)} ${max}`]),
  ];
  return `${not ? 'Not: ' : ''}${subject} ${parts.join(' and ') || verbs.isSet}`;
}
