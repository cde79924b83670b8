import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { AgentName } from '../../api/agents.tsx';
import { addressOf, get, isNotFound } from '../../api/client.ts';
import { useHasRole } from '../../api/me.ts';
import { ROWS_PER_PAGE, usePageList } from '../../api/page-list.ts';
import { Status } from '../../components/badge.tsx';
import { Meter, MeterLegend } from '../../components/chart.tsx';
import { BoxedList, DataTable } from '../../components/data-table.tsx';
import { useFilters } from '../../components/filters.tsx';
import { Notice } from '../../components/notice.tsx';
import { Page, Section } from '../../components/page.tsx';
import { Empty, PendingPage } from '../../components/placeholder.tsx';
import { type Tab, Tabs } from '../../components/tabs.tsx';
import { Time } from '../../components/time.tsx';
import { followStream } from '../../live/event-stream.ts';
import { BatchedRefetch } from '../../live/refetch.ts';
import { columns } from '../conversations/conversation.tsx';
import { AttachSection } from './attach-section.tsx';
import { isMoving, progressParts, type Run, runQuery } from './run.ts';
import { RunActions, useCancelledElsewhere } from './run-actions.tsx';
import { RunContacts } from './run-contacts.tsx';

const trail = (
  <Link to="/runs" className="hover:underline">
    Runs
  </Link>
);

/** One run: its draft, progress, contacts and conversations. */
export function RunPage() {
  const { id = '' } = useParams({ strict: false });
  const { data: run, error, refetch } = useQuery(runQuery(id));
  useRunWatch(run);
  const cancelMyself = useCancelledElsewhere(run);
  const mayChange = useHasRole('member');
  if (run === undefined || isNotFound(error)) {
    return <PendingPage title="Run" trail={trail} error={error} onRetry={() => void refetch()} />;
  }
  return (
    <Page
      title={run.name}
      trail={trail}
      aside={<Status of={run.status} />}
      actions={mayChange && <RunActions run={run} cancelMyself={cancelMyself} />}
    >
      <RunFacts run={run} />
      <RunNotice run={run} />
      {run.progress.total > 0 && <RunProgress run={run} />}
      <RunTabs run={run} />
    </Page>
  );
}

/** The agent and the times of the run. */
function RunFacts({ run }: { readonly run: Run }) {
  return (
    <p className="-mt-4 flex flex-wrap gap-x-4 gap-y-1 text-xs text-soft">
      <span>
        Agent{' '}
        <Link to="/agents/$id" params={{ id: run.agentId }} className="font-medium text-ink hover:underline">
          <AgentName id={run.agentId} />
        </Link>
      </span>
      <span>
        Created <Time at={run.createdAt} />
      </span>
      {run.scheduledAt !== null && (
        <span>
          {run.status === 'SCHEDULED' ? 'Starts' : 'Was scheduled for'} <Time at={run.scheduledAt} exact />
        </span>
      )}
    </p>
  );
}

function RunTabs({ run }: { readonly run: Run }) {
  const [{ tab }, setFilters] = useFilters();
  const mayAttach = useHasRole('member') && run.status !== 'CANCELLED';
  const tabs: readonly Tab[] = [
    { name: 'contacts', words: 'Contacts', content: <RunContacts run={run} /> },
    ...(run.progress.total > 0
      ? [{ name: 'conversations', words: 'Conversations', content: <RunConversations runId={run.id} /> }]
      : []),
    ...(mayAttach
      ? [{ name: 'attach', words: 'Attach contacts', content: <AttachSection run={run} /> }]
      : []),
  ];
  const first = run.status === 'DRAFT' && mayAttach ? 'attach' : 'contacts';
  const open = tabs.some(({ name }) => name === tab) ? (tab ?? first) : first;
  return <Tabs label="Run sections" tabs={tabs} open={open} onOpen={(name) => setFilters({ tab: name })} />;
}

function RunNotice({ run }: { readonly run: Run }) {
  const { status, progress, scheduleError } = run;
  if (scheduleError !== null) {
    return <Notice tone="bad">The launch was refused: {scheduleError}. Retrying every minute.</Notice>;
  }
  if (status === 'DRAFT') {
    return (
      <Notice>
        This run is a draft: nobody is called yet. Attach contacts, then launch it. You see the cost before
        you confirm.
      </Notice>
    );
  }
  if (status === 'PAUSED') {
    return <Notice tone="warn">Paused: no further calls are placed. Queued calls keep their place.</Notice>;
  }
  if (status !== 'CANCELLED') return null;
  return (
    <Notice tone="warn">
      This run was cancelled: no further calls are placed.
      {progress.inProgress > 0 &&
        ` ${progress.inProgress} ${progress.inProgress === 1 ? 'call continues' : 'calls continue'} to the end.`}
    </Notice>
  );
}

/** All conversations of a run have the same agent. */
const shown = columns.filter(({ name }) => name !== 'agent');

/** The conversations of the run. */
function RunConversations({ runId }: { readonly runId: string }) {
  const list = usePageList(['run', runId, 'conversations'], (page, signal) =>
    get('/console/api/conversations', { query: { page, limit: ROWS_PER_PAGE, runId }, signal }),
  );
  return (
    <BoxedList>
      <DataTable
        label="Run conversations"
        columns={shown}
        list={list}
        hrefOf={({ id }) => `/conversations/${id}`}
        empty={
          <Empty title="No conversations yet">
            Each contact gets a conversation when the run is launched.
          </Empty>
        }
      />
    </BoxedList>
  );
}

/** The progress of a run: each conversation is in exactly one of six states. */
function RunProgress({ run: { progress } }: { readonly run: Run }) {
  const parts = progressParts(progress);
  return (
    <Section
      title="Progress"
      actions={
        <span className="text-xs text-soft tabular-nums">
          {Math.floor(progress.completion * 100)} % of {progress.total.toLocaleString()}
        </span>
      }
    >
      <div className="flex flex-col gap-3">
        <Meter label="Progress" parts={parts} whole={progress.total} thick />
        <MeterLegend parts={parts} />
      </div>
    </Section>
  );
}

/** The rows below the bar are refetched in batches. */
const ROWS_MS = 1_000;

/** Follows the progress of a run while it may change. */
function useRunWatch(run: Run | undefined): void {
  const queries = useQueryClient();
  const watched = run !== undefined && isMoving(run) ? run.id : undefined;
  useEffect(() => {
    if (watched === undefined) return;
    const rows = new BatchedRefetch(queries, ROWS_MS);
    const stop = followStream(addressOf('/runs/{id}/events', { path: { id: watched } }), {
      onMessage: ({ event, data }) => {
        queries.setQueryData(['run', watched], JSON.parse(data) as Run);
        rows.ask(['run', watched, 'contacts'], ['run', watched, 'conversations']);
        if (event === 'end') stop();
      },
    });
    return () => {
      stop();
      // Changes of the last message are still refetched.
      rows.finish();
    };
  }, [watched, queries]);
}
