import { type RunReason, reasonSentence } from '@parley/contract/run.ts';
import { Link } from '@tanstack/react-router';
import { User, UserMinus } from 'lucide-react';
import { type Action, useAction } from '../../api/action.ts';
import { get, type Reply, remove } from '../../api/client.ts';
import { useHasRole } from '../../api/me.ts';
import { usePageList } from '../../api/page-list.ts';
import { Status, stateWords } from '../../components/badge.tsx';
import { IconButton } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy.tsx';
import type { Column } from '../../components/data-column.ts';
import { BoxedList, DataTable } from '../../components/data-table.tsx';
import { Empty } from '../../components/placeholder.tsx';
import { fullTime, Time } from '../../components/time.tsx';
import { channelWords, kindWords, MessageState } from '../messages/message.tsx';
import { hasNotStarted, type Run } from './run.ts';
import { RunFilterBar, useRunFilter } from './run-filter.tsx';
import { outcomesAmong, outcomeWords } from './run-outcome.ts';

type RunContact = Reply<'/runs/{id}/contacts', 'get'>['data'][number] & { readonly id: string };

const columns: readonly Column<RunContact>[] = [
  {
    name: 'contact',
    words: 'Contact',
    width: 'minmax(7rem,1fr)',
    cell: ({ firstName, lastName }) => (
      <span className="font-medium">
        {firstName} {lastName}
      </span>
    ),
  },
  {
    name: 'status',
    hasParts: true,
    words: 'Status',
    width: '7rem',
    // The reason has the same information.
    isExtra: true,
    cell: ({ status }) => (status === null ? <span className="text-soft">–</span> : <Status of={status} />),
  },
  {
    name: 'reason',
    words: 'Reason',
    width: 'minmax(7rem,2.5fr)',
    cell: ({ reasonCode, reasonParams }) => {
      const words = reasonWords({ code: reasonCode, params: reasonParams });
      return (
        <span
          title={words}
          className="line-clamp-2 text-xs leading-tight whitespace-normal lg:inline lg:text-sm lg:whitespace-nowrap"
        >
          {words}
        </span>
      );
    },
  },
  {
    name: 'calls',
    words: 'Calls',
    width: '4rem',
    isNumber: true,
    isExtra: true,
    cell: ({ callsMade }) => callsMade,
  },
  {
    name: 'next',
    words: 'Next call',
    width: '8rem',
    isExtra: true,
    cell: ({ nextCallAt }) => <Time at={nextCallAt} isDue />,
  },
];

/** What the calls found of the main outcome, such as who will renew. */
const outcomeColumn = ({
  key,
  label,
}: {
  readonly key: string;
  readonly label: string;
}): Column<RunContact> => ({
  name: 'outcome',
  words: label,
  width: 'minmax(5rem,1fr)',
  cell: (row) => {
    const words = outcomeWords(row, key);
    const isKnown = words === 'Yes' || words === 'No';
    return (
      <span
        className={isKnown ? 'font-medium' : 'text-soft'}
        // Those that have no column.
        title={row.outcomes?.map((one) => `${one.label}: ${outcomeWords(row, one.key)}`).join(', ')}
      >
        {words ?? '–'}
      </span>
    );
  },
});

/** The row leads to the call; before there is one, to the contact. */
const person: Column<RunContact> = {
  name: 'person',
  words: '',
  width: '2rem',
  hasParts: true,
  // The call shows its contact, too.
  isExtra: true,
  cell: ({ contactId, firstName, lastName }) => {
    const label = `Show the contact ${firstName} ${lastName}`;
    return (
      <Link
        to="/contacts/$id"
        params={{ id: contactId }}
        aria-label={label}
        title={label}
        className="grid size-8 place-items-center rounded-md text-soft hover:bg-hover hover:text-ink"
      >
        <User size={16} aria-hidden />
      </Link>
    );
  },
};

const detaching = (detach: Action<string, unknown>): Column<RunContact> => ({
  name: 'detach',
  words: '',
  width: '2rem',
  cell: ({ contactId, firstName, lastName }) => (
    <IconButton
      label={`Remove ${firstName} ${lastName} from the list`}
      icon={<UserMinus size={14} />}
      disabled={detach.busy}
      onClick={() => detach.run(contactId)}
    />
  ),
});

/** Of a run on the web: what became of the latest message, and the contact's own link, to send by hand. */
const linkColumns: readonly Column<RunContact>[] = [
  {
    name: 'message',
    words: 'Last message',
    width: 'minmax(6rem,1fr)',
    hasParts: true,
    cell: ({ lastMessage }) =>
      lastMessage === undefined ? (
        <span className="text-soft">–</span>
      ) : (
        <span title={`${kindWords[lastMessage.kind]}, ${channelWords[lastMessage.channel]}`}>
          <MessageState message={lastMessage} />
        </span>
      ),
  },
  {
    name: 'expiry',
    words: 'Link works until',
    width: '10rem',
    isExtra: true,
    cell: ({ linkExpiresAt }) => <Time at={linkExpiresAt} exact isPlanned />,
  },
  {
    name: 'link',
    words: 'Link',
    width: '3rem',
    hasParts: true,
    cell: ({ onlineUrl, firstName, lastName }) =>
      onlineUrl && <CopyButton text={onlineUrl} label={`Copy the link for ${firstName} ${lastName}`} />,
  },
];

/** The contacts of a run, with status and reason. */
export function RunContacts({ run }: { readonly run: Run }) {
  const mayChange = useHasRole('member');
  const { id } = run;
  const { filter, order } = useRunFilter();
  const list = usePageList(['run', id, 'contacts', filter, order], async (paging, signal) => {
    const found = await get('/runs/{id}/contacts', {
      path: { id },
      query: { ...paging, ...filter, ...order },
      signal,
    });
    return { ...found, data: found.data.map((one) => ({ ...one, id: one.contactId })) };
  });
  const detach = useAction(
    (contactId: string) => remove('/runs/{id}/contacts', { path: { id } }, { contactIds: [contactId] }),
    { done: 'Removed from the list', invalidates: [['run', id]] },
  );
  const outcomes = outcomesAmong(list.rows);
  const [main] = outcomes;
  const hasLinks = list.rows.some(
    ({ onlineUrl, lastMessage }) => onlineUrl !== null || lastMessage !== undefined,
  );
  const mayDetach = mayChange && hasNotStarted(run.status);
  return (
    <div className="flex flex-col gap-3">
      {run.progress.total > 0 && <RunFilterBar run={run} total={list.total} outcomes={outcomes} />}
      <BoxedList>
        <DataTable
          label="Run contacts"
          columns={[
            ...columns.slice(0, 1),
            ...(main === undefined ? [] : [outcomeColumn(main)]),
            ...columns.slice(1),
            ...(hasLinks ? linkColumns : []),
            person,
            ...(mayDetach ? [detaching(detach)] : []),
          ]}
          list={list}
          hrefOf={({ conversationId, contactId }) =>
            conversationId === null ? `/contacts/${contactId}` : `/conversations/${conversationId}`
          }
          empty={
            Object.keys(filter).length > 0 ? (
              <Empty title="Nobody fits the filter">Clear the filter to see all contacts of the run.</Empty>
            ) : (
              <Empty title="No contacts yet">Attach contacts with a filter or from a CSV file.</Empty>
            )
          }
        />
      </BoxedList>
    </div>
  );
}

/** Why a contact has this status, in the reader's time zone and without API codes. */
export const reasonWords = (reason: RunReason): string =>
  reasonSentence(reason, { moment: fullTime, end: (code) => stateWords(code).toLowerCase() });
