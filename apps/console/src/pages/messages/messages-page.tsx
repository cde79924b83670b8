import { messageChannels, messageKinds, messageStatuses } from '@parley/contract/message.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { get } from '../../api/client.ts';
import { usePageList } from '../../api/page-list.ts';
import { stateChoices } from '../../components/badge.tsx';
import { DataTable, ListTotal } from '../../components/data-table.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { FilterSelect, useFilters } from '../../components/filters.tsx';
import { Page } from '../../components/page.tsx';
import { Empty } from '../../components/placeholder.tsx';
import { channelWords, kindWords, type Message, MessagePreview, messageColumns } from './message.tsx';

/** To choose from: messages of older runs are on the page of the run. */
const recentRunsQuery = {
  queryKey: ['runs', 'recent'],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => get('/runs', { query: { limit: 100 }, signal }),
};

/** What contacts of web calls were sent, and what waits in the outbox. */
export function MessagesPage() {
  const [{ status, kind, channel, runId }] = useFilters();
  const chosen = { status, kind, channel, runId };
  const runs = useQuery(recentRunsQuery);
  const [shown, show] = useState<Message>();
  const list = usePageList<Message>(['messages', chosen], (paging, signal) =>
    get('/messages', { query: { ...chosen, ...paging }, signal }),
  );
  return (
    <Page title="Messages" fills aside={<ListTotal of={list} />}>
      <search className="flex flex-wrap items-center gap-2">
        <FilterSelect name="status" label="Status" any="Any status" choices={stateChoices(messageStatuses)} />
        <FilterSelect
          name="kind"
          label="Kind"
          any="Any kind"
          choices={messageKinds.map((value) => ({ value, words: kindWords[value] }))}
        />
        <FilterSelect
          name="channel"
          label="Channel"
          any="Any channel"
          choices={messageChannels.map((value) => ({ value, words: channelWords[value] }))}
        />
        <FilterSelect
          name="runId"
          label="Run"
          any="Any run"
          choices={(runs.data?.data ?? []).map(({ id, name }) => ({ value: id, words: name }))}
        />
      </search>
      <DataTable
        label="Messages"
        columns={messageColumns(show)}
        list={list}
        empty={
          <Empty title="No messages">
            Invitations, reminders and callbacks to contacts of web calls appear here. Without a mail server
            or an SMS account they wait in the outbox: open one to copy its link.
          </Empty>
        }
      />
      <Dialog title="Message" isOpen={shown !== undefined} onClose={() => show(undefined)} wide>
        {shown && <MessagePreview message={shown} />}
      </Dialog>
    </Page>
  );
}
