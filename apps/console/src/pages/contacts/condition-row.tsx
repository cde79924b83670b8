import {
  type ConditionSubject,
  conditionSubjects,
  type SegmentCondition,
} from '@parley/contract/contact-segment.ts';
import { conversationStatuses } from '@parley/contract/conversation.ts';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { agentsQuery } from '../../api/agents.tsx';
import type { ContactField } from '../../api/catalog.ts';
import { stateChoices } from '../../components/badge.tsx';
import { IconButton } from '../../components/button.tsx';
import { type Choice, SelectField, TextField } from '../../components/field.tsx';
import { TagsField } from '../../components/search-select.tsx';
import {
  type ConditionDraft,
  emptyCondition,
  isByIds,
  isWhollyShown,
  type Operation,
  operations,
} from './condition-draft.ts';
import { contactStatusChoices } from './contact-labels.tsx';

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
  is: 'is',
  isNot: 'is not',
  contains: 'contains',
  isSet: 'is set',
  isNotSet: 'is not set',
  min: 'at least',
  max: 'at most',
};
const timeVerbs: Readonly<Partial<Record<Operation, string>>> = {
  min: 'on or after',
  max: 'on or before',
  isNotSet: 'never',
};

const isTime = (on: ConditionSubject): boolean => on === 'created' || on === 'lastCall';
const verbOf = (on: ConditionSubject, operation: Operation): string =>
  (isTime(on) ? timeVerbs[operation] : undefined) ?? verbs[operation];

const outcomeChoices: readonly Choice[] = [
  { value: 'met', words: 'met' },
  { value: 'not_met', words: 'not met' },
  { value: 'unknown', words: 'unknown' },
];

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
          choices={conditionSubjects
            .filter((subject) => subject === on || !isByIds(subject))
            .map((value) => ({ value, words: subjects[value] }))}
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
            onChange={({ target }) => onChange({ ...draft, key: target.value })}
          />
        )}
        {on === 'outcome' && (
          <TextField
            label={`Outcome of condition ${place}`}
            hideLabel
            placeholder="will_renew"
            value={draft.key}
            onChange={({ target }) => onChange({ ...draft, key: target.value })}
          />
        )}
        <SelectField
          label={`Comparison of condition ${place}`}
          hideLabel
          value={operation}
          choices={operations[on].map((value) => ({ value, words: verbOf(on, value) }))}
          onChange={({ target }) => onChange({ ...draft, operation: target.value as Operation })}
        />
        <ValueControl draft={draft} place={place} onChange={onChange} />
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
function wordsOf(
  { on, not = false, key, anyOf = [], contains, min, max }: SegmentCondition,
  catalog: readonly ContactField[],
): string {
  const subject = key === undefined ? subjects[on] : (catalog.find((one) => one.key === key)?.label ?? key);
  const parts = [
    ...(anyOf.length > 0 ? [`${verbs.is} ${anyOf.join(' or ')}`] : []),
    ...(contains === undefined ? [] : [`${verbs.contains} “${contains}”`]),
    ...(min === undefined ? [] : [`${verbOf(on, 'min')} ${min}`]),
    ...(max === undefined ? [] : [`${verbOf(on, 'max')} ${max}`]),
  ];
  return `${not ? 'Not: ' : ''}${subject} ${parts.join(' and ') || verbs.isSet}`;
}

function ValueControl({
  draft,
  place,
  onChange,
}: {
  readonly draft: ConditionDraft;
  readonly place: number;
  readonly onChange: (draft: ConditionDraft) => void;
}) {
  const { on, operation, text, values } = draft;
  const agents = useQuery({ ...agentsQuery, enabled: on === 'agent' });
  if (operation === 'isSet' || operation === 'isNotSet' || on === 'doNotCall') return null;
  const label = `Value of condition ${place}`;
  if (isByIds(on))
    return (
      <p className="py-1.5 text-soft">{values.length === 1 ? 'the chosen one' : `one of ${values.length}`}</p>
    );
  if (on === 'tag')
    return (
      <TagsField
        label={label}
        hideLabel
        placeholder="renewal"
        value={values}
        onChange={(changed) => onChange({ ...draft, values: changed })}
      />
    );
  const choices = {
    status: contactStatusChoices,
    conversation: stateChoices(conversationStatuses),
    outcome: outcomeChoices,
    agent: (agents.data ?? []).map(({ id, name }) => ({ value: id, words: name })),
  }[on as string];
  if (choices)
    return (
      <SelectField
        label={label}
        hideLabel
        value={text}
        choices={[{ value: '', words: 'Choose' }, ...choices]}
        onChange={({ target }) => onChange({ ...draft, text: target.value })}
      />
    );
  return (
    <TextField
      label={label}
      hideLabel
      type={isTime(on) ? 'date' : on === 'calls' ? 'number' : 'text'}
      value={text}
      onChange={({ target }) => onChange({ ...draft, text: target.value })}
    />
  );
}
