import type { ConditionSubject } from '@parley/contract/contact-segment.ts';
import { conversationStatuses } from '@parley/contract/conversation.ts';
import { useQuery } from '@tanstack/react-query';
import { agentsQuery } from '../../api/agents.tsx';
import type { ContactField } from '../../api/catalog.ts';
import { stateChoices } from '../../components/badge.tsx';
import { type Choice, SelectField, TextField } from '../../components/field.tsx';
import { TagsField } from '../../components/search-select.tsx';
import { type ConditionDraft, isByIds } from './condition-draft.ts';
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

/** What the subject is compared with: a choice where there are few values, else a field of its type. */
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
  const field = on === 'field' ? catalog.find(({ key }) => key === draft.key) : undefined;
  const choices = field
    ? field.dataType === 'bool'
      ? yesOrNo
      : field.dataType === 'enum'
        ? (field.enumOptions ?? []).map((value) => ({ value, words: value }))
        : undefined
    : {
        status: contactStatusChoices,
        conversation: stateChoices(conversationStatuses),
        outcome: resultChoices,
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
  const isDate = isTime(on) || field?.dataType === 'date';
  const isNumber = on === 'calls' || field?.dataType === 'number';
  return (
    <TextField
      label={label}
      hideLabel
      type={isDate ? 'date' : isNumber ? 'number' : 'text'}
      {...(isNumber && { step: 'any' })}
      value={text}
      onChange={({ target }) => onChange({ ...draft, text: target.value })}
    />
  );
}
