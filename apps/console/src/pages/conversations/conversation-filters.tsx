import { conversationStatuses } from '@parley/contract/conversation.ts';
import { useQuery } from '@tanstack/react-query';
import { get } from '../../api/client.ts';
import { Button } from '../../kit/button.tsx';
import { type Choice, SelectField } from '../../kit/field.tsx';
import type { Filters } from '../../kit/filters.ts';
import { stateWords } from '../../kit/status.tsx';
import { runQuery } from '../runs/run.ts';
import { ContactFilter } from './contact-filter.tsx';
import { agentQuery } from './conversation-query.ts';

/** What of the address this page goes by. */
export const filterNames = ['status', 'agentId', 'contactId', 'runId'] as const;

const states = conversationStatuses.filter((status) => status !== 'UNDEFINED');
/** So many of the newest can be chosen from; an address can name any. */
const OFFERED = 100;

export function ConversationFilters({
  filters,
  onChange,
  onClear,
}: {
  readonly filters: Filters;
  readonly onChange: (change: Filters) => void;
  readonly onClear: (() => void) | undefined;
}) {
  const { status, agentId, contactId, runId } = filters;
  return (
    <search className="flex flex-wrap items-center gap-2">
      <SelectField
        label="State"
        hideLabel
        value={status ?? ''}
        onChange={(event) => onChange({ status: event.target.value })}
        choices={[
          { value: '', words: 'Every state' },
          ...states.map((value) => ({ value, words: stateWords(value) })),
        ]}
      />
      <SelectField
        label="Agent"
        hideLabel
        className="max-w-44"
        value={agentId ?? ''}
        onChange={(event) => onChange({ agentId: event.target.value })}
        choices={[{ value: '', words: 'Every agent' }, ...useAgentChoices(agentId)]}
      />
      <SelectField
        label="Run"
        hideLabel
        className="max-w-44"
        value={runId ?? ''}
        onChange={(event) => onChange({ runId: event.target.value })}
        choices={[{ value: '', words: 'Every run' }, ...useRunChoices(runId)]}
      />
      <ContactFilter contactId={contactId} onChoose={(id) => onChange({ contactId: id })} />
      {onClear && (
        <Button look="quiet" onClick={onClear}>
          Clear
        </Button>
      )}
    </search>
  );
}

interface Named {
  readonly id: string;
  readonly name: string;
}

/** One that the address names is offered also when it is not among the newest. */
const choicesOf = (newest: readonly Named[] = [], chosen: Named | undefined): Choice[] =>
  (chosen === undefined || newest.some(({ id }) => id === chosen.id) ? newest : [...newest, chosen]).map(
    ({ id, name }) => ({ value: id, words: name }),
  );

function useAgentChoices(chosenId: string | undefined): Choice[] {
  const newest = useQuery({
    queryKey: ['agents', 'choices'],
    queryFn: ({ signal }) => get('/agents', { query: { limit: OFFERED }, signal }),
    staleTime: 60_000,
  });
  const chosen = useQuery({ ...agentQuery(chosenId ?? ''), enabled: chosenId !== undefined });
  const name = chosen.data?.name ?? 'Deleted agent';
  return choicesOf(newest.data?.data, chosenId === undefined ? undefined : { id: chosenId, name });
}

function useRunChoices(chosenId: string | undefined): Choice[] {
  const newest = useQuery({
    queryKey: ['runs', 'choices'],
    queryFn: ({ signal }) => get('/runs', { query: { limit: OFFERED }, signal }),
    staleTime: 60_000,
  });
  const chosen = useQuery({ ...runQuery(chosenId ?? ''), enabled: chosenId !== undefined });
  const name = chosen.data?.name ?? 'Deleted run';
  return choicesOf(newest.data?.data, chosenId === undefined ? undefined : { id: chosenId, name });
}
