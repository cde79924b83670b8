import { attemptStatuses, conversationStatuses } from '@parley/contract/conversation.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronDown, X } from 'lucide-react';
import { useState } from 'react';
import { get, post } from '../../api/client.ts';
import { usePageList } from '../../api/page-list.ts';
import { stateChoices } from '../../components/badge.tsx';
import { Button, buttonClass, IconButton } from '../../components/button.tsx';
import { DataTable, ListTotal } from '../../components/data-table.tsx';
import { Dialog } from '../../components/dialog.tsx';
import type { Choice } from '../../components/field.tsx';
import { FilterSelect, type Filters, SearchBox, useFilters } from '../../components/filters.tsx';
import { Page } from '../../components/page.tsx';
import { Empty, LoadError, SkeletonLines } from '../../components/placeholder.tsx';
import { isNumberSearch, whereOf } from '../contacts/contact-query.ts';
import { runQuery } from '../runs/run.ts';
import { agentQuery, columns, contactQuery, type Row } from './conversation.tsx';

/** A call in progress opens its live page. */
const hrefOf = ({ id, isOnLine }: Row) => `/conversations/${id}${isOnLine ? '/live' : ''}`;

/** The conversations of the company. */
export function ConversationsPage() {
  const [filters, setFilters] = useFilters();
  const chosen = Object.fromEntries(filterNames.map((name) => [name, filters[name]]));
  const isFiltered = filterNames.some((name) => filters[name] !== undefined);
  const list = usePageList<Row>(['conversations', chosen], (paging, signal) =>
    get('/console/api/conversations', { query: { ...chosen, ...paging }, signal }),
  );
  const clear = () => setFilters(Object.fromEntries(filterNames.map((name) => [name, undefined])));
  return (
    <Page title="Conversations" fills aside={<ListTotal of={list} />}>
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

/** The filters of this page. */
const filterNames = [
  ...['status', 'agentId', 'contactId', 'runId'],
  // As the numbers of the overview set them.
  ...['callEnded', 'calledFrom', 'calledTo'],
] as const;

const states = conversationStatuses.filter((status) => status !== 'UNDEFINED');
const endings = attemptStatuses.filter((status) => status !== 'SCHEDULED' && status !== 'IN_PROGRESS');

// A date has no time: parsed and formatted as UTC, it stays the same day.
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });

/** On which days the calls were placed. */
function daysWords(from: string | undefined, to: string | undefined): string {
  const words = (text: string): string => {
    const at = new Date(`${text}T00:00:00Z`);
    return Number.isNaN(at.getTime()) ? text : day.format(at);
  };
  const first = from === undefined ? '' : ` from ${words(from)}`;
  const last = to === undefined ? '' : ` to ${words(to)}`;
  return first + last === '' ? '' : `Calls${first}${last}`;
}

/** The newest can be chosen; the address can name any. */
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
  const { agentId, contactId, runId, calledFrom, calledTo } = filters;
  const days = daysWords(calledFrom, calledTo);
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
      <FilterSelect
        name="callEnded"
        label="How a call ended"
        any="Any end of a call"
        choices={stateChoices(endings)}
      />
      {days !== '' && <span className="rounded-md bg-accent-soft px-2 py-1 text-xs">{days}</span>}
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

/** One that the address names is offered even if it is not among the newest. */
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

const CONTACTS_OFFERED = 20;

/** Filters by contact, found by name. */
export function ContactFilter({
  contactId,
  onChoose,
}: {
  readonly contactId: string | undefined;
  readonly onChoose: (id: string | undefined) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const chosen = useQuery({ ...contactQuery(contactId ?? ''), enabled: contactId !== undefined });
  const name = chosen.data ? nameOf(chosen.data) : 'One contact';
  return (
    <>
      <span className="inline-flex items-center">
        <button
          type="button"
          onClick={() => setOpen(true)}
          className="flex h-8 max-w-52 items-center gap-2 rounded-md border border-line bg-surface px-2.5"
        >
          <span dir="auto" className="truncate">
            {contactId === undefined ? 'Any contact' : name}
          </span>
          <ChevronDown size={14} aria-hidden className="shrink-0 text-soft" />
        </button>
        {contactId !== undefined && (
          <IconButton label="Show all contacts" icon={<X size={14} />} onClick={() => onChoose(undefined)} />
        )}
      </span>
      <Dialog title="Filter by contact" isOpen={isOpen} onClose={() => setOpen(false)}>
        <Found
          onChoose={(id) => {
            setOpen(false);
            onChoose(id);
          }}
        />
      </Dialog>
    </>
  );
}

function Found({ onChoose }: { readonly onChoose: (id: string) => void }) {
  const [text, setText] = useState('');
  const search = text.trim();
  const found = useQuery({
    queryKey: ['contacts', 'choices', search],
    queryFn: ({ signal }) =>
      post('/contacts/search', { ...whereOf({ search }), limit: CONTACTS_OFFERED }, { signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <div className="flex flex-col gap-3">
      <SearchBox label="Name, e-mail or phone number" value={text} onSearch={setText} />
      {found.error ? (
        <LoadError error={found.error} onRetry={() => void found.refetch()} />
      ) : found.data === undefined ? (
        <SkeletonLines />
      ) : (
        <ul className="flex max-h-80 flex-col overflow-y-auto">
          {found.data.data.map((contact) => (
            <li key={contact.id}>
              <button
                type="button"
                onClick={() => onChoose(contact.id)}
                className="flex w-full items-center gap-3 rounded-md px-2.5 py-1.5 text-start hover:bg-hover"
              >
                <span dir="auto" className="truncate">
                  {nameOf(contact)}
                </span>
                <span className="ms-auto truncate text-xs text-soft">
                  {isNumberSearch(search) ? contact.phoneNumber : (contact.email ?? contact.phoneNumber)}
                </span>
              </button>
            </li>
          ))}
          {found.data.data.length === 0 && <li className="p-4 text-center text-soft">No contacts found.</li>}
        </ul>
      )}
    </div>
  );
}

const nameOf = ({ firstName, lastName }: { readonly firstName: string; readonly lastName: string }): string =>
  `${firstName} ${lastName}`.trim();
