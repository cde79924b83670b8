import type { ConditionSubject } from '@parley/contract/contact-segment.ts';
import { conversationStatuses } from '@parley/contract/conversation.ts';
import { useQueries, useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { agentsQuery } from '../../api/agents.tsx';
import type { ContactField } from '../../api/catalog.ts';
import { stateChoices } from '../../components/badge.tsx';
import { type Choice, SelectField, TextField } from '../../components/field.tsx';
import { SearchSelect, TagsField } from '../../components/search-select.tsx';
import { type ConditionDraft, isByIds } from './condition-draft.ts';
import { sourceOf } from './condition-source.ts';
import { contactStatusChoices } from './contact-labels.tsx';

export const isTime = (on: ConditionSubject): boolean => on === 'created' || on === 'lastCall';
export const isDateField = (
  on: ConditionSubject,
  key: string | undefined,
  catalog: readonly ContactField[],
): boolean => on === 'field' && catalog.find((one) => one.key === key)?.dataType === 'date';

const resultChoices: readonly Choice[] = [
  { value: 'met', words: 'met' },
  { value: 'not_met', words: 'not met' },
  { value: 'unknown', words: 'unknown' },
];
/** In the format of the service. */
const yesOrNo: readonly Choice[] = [
  { value: 'true', words: 'Yes' },
  { value: 'false', words: 'No' },
];

interface ControlProps {
  readonly draft: ConditionDraft;
  readonly place: number;
  readonly onChange: (draft: ConditionDraft) => void;
}

/** One of the outcomes that the company's agents look for. */
export function OutcomeChoice({ draft, place, onChange }: ControlProps) {
  const agents = useQuery(agentsQuery);
  const labels = new Map(
    (agents.data ?? []).flatMap(({ analyticsConfig }) =>
      analyticsConfig.outcomes.map(({ key, label }) => [key, label] as const),
    ),
  );
  // An outcome that no agent has any more.
  if (draft.key !== '' && !labels.has(draft.key)) labels.set(draft.key, draft.key);
  return (
    <SelectField
      label={`Outcome of condition ${place}`}
      hideLabel
      value={draft.key}
      choices={[
        { value: '', words: labels.size === 0 ? 'No agent has outcomes' : 'Choose an outcome' },
        ...[...labels].map(([value, words]) => ({ value, words })),
      ]}
      onChange={({ target }) => onChange({ ...draft, key: target.value })}
    />
  );
}

/** What the subject is compared with: choices where there are few values, else a field of its type. */
export function ValueControl({
  draft,
  place,
  catalog,
  onChange,
}: ControlProps & { readonly catalog: readonly ContactField[] }) {
  const { on, operation, text, values } = draft;
  const agents = useQuery({ ...agentsQuery, enabled: on === 'agent' });
  if (operation === 'isSet' || operation === 'isNotSet' || on === 'doNotCall') return null;
  const label = `Value of condition ${place}`;
  const setValues = (changed: readonly string[]) => onChange({ ...draft, values: changed });
  const field = on === 'field' ? catalog.find(({ key }) => key === draft.key) : undefined;
  const isDate = isTime(on) || field?.dataType === 'date';
  if (operation === 'is' || operation === 'isNot') {
    if (isByIds(on)) return <NamedValues on={on} label={label} values={values} onChange={setValues} />;
    if (field?.dataType === 'bool' && values.length < 2)
      return (
        <SelectField
          label={label}
          hideLabel
          value={values[0] ?? ''}
          choices={[{ value: '', words: 'Choose' }, ...yesOrNo]}
          onChange={({ target }) => setValues(target.value === '' ? [] : [target.value])}
        />
      );
    const choices = field
      ? { bool: yesOrNo, enum: (field.enumOptions ?? []).map(asChoice) }[field.dataType as string]
      : {
          status: contactStatusChoices,
          conversation: stateChoices(conversationStatuses),
          outcome: resultChoices,
          agent: (agents.data ?? []).map(({ id, name }) => ({ value: id, words: name })),
        }[on as string];
    if (choices) return <ChosenValues label={label} choices={choices} values={values} onChange={setValues} />;
    if (isDate && values.length < 2)
      return (
        <TextField
          label={label}
          hideLabel
          type="date"
          value={values[0] ?? ''}
          onChange={({ target }) => setValues(target.value === '' ? [] : [target.value])}
        />
      );
    return (
      <TagsField
        label={label}
        hideLabel
        placeholder={on === 'tag' ? 'renewal' : 'Enter adds one'}
        isWhole={on !== 'tag'}
        value={values}
        onChange={setValues}
      />
    );
  }
  const isNumber = on === 'calls' || field?.dataType === 'number';
  return (
    <TextField
      label={label}
      hideLabel
      type={operation !== 'contains' && isDate ? 'date' : isNumber ? 'number' : 'text'}
      {...(isNumber && { step: 'any' })}
      value={text}
      onChange={({ target }) => onChange({ ...draft, text: target.value })}
    />
  );
}

const asChoice = (value: string): Choice => ({ value, words: value });

interface ValuesProps {
  readonly label: string;
  readonly values: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
}

/** Several of a few values: each choice adds one. */
function ChosenValues({
  label,
  choices,
  values,
  onChange,
}: ValuesProps & { readonly choices: readonly Choice[] }) {
  const left = choices.filter(({ value }) => !values.includes(value));
  return (
    <div className="flex min-w-0 flex-col gap-1">
      {left.length > 0 && (
        <SelectField
          label={label}
          hideLabel
          value=""
          choices={[{ value: '', words: values.length === 0 ? 'Choose' : 'Add another' }, ...left]}
          onChange={({ target }) => target.value !== '' && onChange([...values, target.value])}
        />
      )}
      <Chips
        of={values.map((value) => choices.find((one) => one.value === value) ?? asChoice(value))}
        onRemove={(value) => onChange(values.filter((one) => one !== value))}
      />
    </div>
  );
}

/** Jobs, runs or imports, found by name. */
function NamedValues({ on, label, values, onChange }: ValuesProps & { readonly on: ConditionSubject }) {
  const source = sourceOf(on);
  const found = useQueries({
    queries: values.map((id) => ({
      queryKey: [on, id, 'name'],
      queryFn: ({ signal }: { signal: AbortSignal }) => source.nameOf(id, signal),
      staleTime: 60_000,
    })),
  });
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <SearchSelect
        label={label}
        hideLabel
        placeholder={source.placeholder}
        name={`condition-${on}`}
        search={source.search}
        without={values}
        onPick={({ id }) => onChange([...values, id])}
      />
      <Chips
        of={values.map((value, at) => ({
          value,
          words: found[at]?.data ?? (found[at]?.isError ? `Deleted ${on}` : '…'),
        }))}
        onRemove={(value) => onChange(values.filter((one) => one !== value))}
      />
    </div>
  );
}

function Chips({
  of: chosen,
  onRemove,
}: {
  readonly of: readonly Choice[];
  readonly onRemove: (value: string) => void;
}) {
  if (chosen.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-1">
      {chosen.map(({ value, words }) => (
        <li
          key={value}
          className="inline-flex max-w-full items-center gap-1 rounded bg-hover py-0.5 ps-2 pe-1"
        >
          <span dir="auto" className="truncate">
            {words}
          </span>
          <button
            type="button"
            aria-label={`Remove ${words}`}
            className="rounded text-soft hover:text-ink"
            onClick={() => onRemove(value)}
          >
            <X size={14} aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  );
}
