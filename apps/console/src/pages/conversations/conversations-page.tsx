import { conversationStatuses } from '@parley/contract/conversation.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { get } from '../../api/client.ts';
import { ROWS_PER_PAGE, usePageList } from '../../api/page-list.ts';
import { stateChoices } from '../../components/badge.tsx';
import { Button, buttonClass } from '../../components/button.tsx';
import { DataTable } from '../../components/data-table.tsx';
import type { Choice } from '../../components/field.tsx';
import { FilterSelect, type Filters, useFilters } from '../../components/filters.tsx';
import { Page } from '../../components/page.tsx';
import { Empty } from '../../components/placeholder.tsx';
import { runQuery } from '../runs/run.ts';
import { ContactFilter } from './contact-filter.tsx';
import { agentQuery } from './conversation.tsx';
import { columns, type Row } from './conversation-columns.tsx';

/** A call that is on the line is watched; any other is read. */
const hrefOf = ({ id, isOnLine }: Row) => `/conversations/${id}${isOnLine ? '/live' : ''}`;

/** Everybody who was called, is called, or will be. */
export function ConversationsPage() {
  const [filters, setFilters] = useFilters();
  const chosen = Object.fromEntries(filterNames.map((name) => [name, filters[name]]));
  const isFiltered = filterNames.some((name) => filters[name] !== undefined);
  const list = usePageList<Row>(['conversations', chosen], (page, signal) =>
    get('/console/api/conversations', { query: { ...chosen, page, limit: ROWS_PER_PAGE }, signal }),
  );
  const clear = () => setFilters(Object.fromEntries(filterNames.map((name) => [name, undefined])));
  return (
    <Page
      title="Conversations"
      fills
      aside={
        list.total !== undefined && (
          <span className="text-soft tabular-nums">{list.total.toLocaleString()}</span>
        )
      }
    >
      <ConversationFilters filters={filters} onChange={setFilters} onClear={isFiltered ? clear : undefined} />
      <DataTable
        label="Conversations"
        columns={columns}
        list={list}
        hrefOf={hrefOf}
        empty={
          isFiltered ? (
            <Empty
              title="No conversations found"
              action={<Button onClick={clear}>Show all conversations</Button>}
            >
              No conversation matches these filters.
            </Empty>
          ) : (
            <Empty
              title="No conversations yet"
              action={
                <Link to="/runs" className={buttonClass('primary')}>
                  Go to runs
                </Link>
              }
            >
              A conversation is one agent calling one contact. Launch a run to call many, or create one
              through the API.
            </Empty>
          )
        }
      />
    </Page>
  );
}

/** What of the address this page goes by. */
const filterNames = ['status', 'agentId', 'contactId', 'runId'] as const;

const states = conversationStatuses.filter((status) => status !== 'UNDEFINED');
/** So many of the newest can be chosen from; an address can name any. */
const OFFERED = 100;

function ConversationFilters({
  filters,
  onChange,
  onClear,
}: {
  readonly filters: Filters;
  readonly onChange: (change: Filters) => void;
  readonly onClear: (() => void) | undefined;
}) {
  const { agentId, contactId, runId } = filters;
  return (
    <search className="flex flex-wrap items-center gap-2">
      <FilterSelect name="status" label="Status" any="Any status" choices={stateChoices(states)} />
      <FilterSelect
        name="agentId"
        label="Agent"
        any="Any agent"
        className="max-w-44"
        choices={useAgentChoices(agentId)}
      />
      <FilterSelect
        name="runId"
        label="Run"
        any="Any run"
        className="max-w-44"
        choices={useRunChoices(runId)}
      />
      <ContactFilter contactId={contactId} onChoose={(id) => onChange({ contactId: id })} />
      {onClear && (
        <Button look="quiet" onClick={onClear}>
          Clear filters
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
