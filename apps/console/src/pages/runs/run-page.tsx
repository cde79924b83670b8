import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { lazy, useEffect } from 'react';
import { AgentName } from '../../api/agents.tsx';
import { addressOf, get, isNotFound } from '../../api/client.ts';
import { useHasRole } from '../../api/me.ts';
import { usePageList } from '../../api/page-list.ts';
import { Status } from '../../components/badge.tsx';
import { Meter, MeterLegend } from '../../components/chart.tsx';
import { BoxedList, DataTable, ListTotal } from '../../components/data-table.tsx';
import { FilterSelect, useFilters } from '../../components/filters.tsx';
import { Notice } from '../../components/notice.tsx';
import { Page, Section } from '../../components/page.tsx';
import { Empty, Loading, PendingPage } from '../../components/placeholder.tsx';
import { type Tab, Tabs } from '../../components/tabs.tsx';
import { Time, useClock } from '../../components/time.tsx';
import { followStream } from '../../live/event-stream.ts';
import { BatchedRefetch, usePolling } from '../../live/refetch.ts';
import { agentQuery, columns } from '../conversations/conversation.tsx';
import { NobodyInvited } from '../messages/nobody-invited.tsx';
import { findingWords, whatFollows } from './alarm-words.ts';
import { endWords } from './estimate-words.ts';
import { isMoving, progressChoices, progressFilterOf, progressParts, type Run, runQuery } from './run.ts';
import { RunActions, useCancelledElsewhere } from './run-actions.tsx';
import { RunContacts } from './run-contacts.tsx';
import { noFilter } from './run-filter.tsx';
import { RunVersions, RunVersionWords } from './run-versions.tsx';
import { SimulatedCalls } from './simulated-calls.tsx';

// Loaded when their tab is opened: most look at the contacts only.
const AttachSection = lazy(async () => ({ default: (await import('./attach-section.tsx')).AttachSection }));
const RunComparison = lazy(async () => ({ default: (await import('./run-comparison.tsx')).RunComparison }));
const RunMessages = lazy(async () => ({
  default: (await import('../messages/run-messages.tsx')).RunMessages,
}));
const RunResults = lazy(async () => ({ default: (await import('./run-results.tsx')).RunResults }));
const RunSettings = lazy(async () => ({ default: (await import('./run-settings.tsx')).RunSettings }));

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
      <SimulatedCalls key={run.id} run={run} />
      <NobodyInvited run={run} />
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
      {(run.versions !== undefined || run.status === 'DRAFT') && (
        <span>
          {(run.versions?.length ?? 0) > 1 ? 'Split between versions' : 'Version'}{' '}
          <RunVersionWords run={run} />
        </span>
      )}
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
  const agent = useQuery(agentQuery(run.agentId));
  const mayAttach = useHasRole('member') && run.status !== 'CANCELLED';
  const tabs: readonly Tab[] = [
    { name: 'contacts', words: 'Contacts', content: <RunContacts run={run} /> },
    ...(run.progress.total > 0
      ? [{ name: 'conversations', words: 'Conversations', content: <RunConversations runId={run.id} /> }]
      : []),
    ...(run.progress.total > 0
      ? [{ name: 'results', words: 'Results', content: <RunResults run={run} /> }]
      : []),
    ...(run.progress.total > 0 && (run.versions?.length ?? 0) > 1
      ? [{ name: 'comparison', words: 'Compare versions', content: <RunComparison run={run} /> }]
      : []),
    ...(run.progress.total > 0 && agent.data?.type === 'ONLINE'
      ? [{ name: 'messages', words: 'Messages', content: <RunMessages run={run} /> }]
      : []),
    {
      name: 'settings',
      words: 'Settings',
      content: (
        <div className="flex flex-col gap-6">
          {run.status === 'DRAFT' && <RunVersions key={JSON.stringify(run.versions)} run={run} />}
          <RunSettings key={JSON.stringify(run.settings)} run={run} />
        </div>
      ),
    },
    ...(mayAttach
      ? [{ name: 'attach', words: 'Attach contacts', content: <AttachSection run={run} /> }]
      : []),
  ];
  const first = run.status === 'DRAFT' && mayAttach ? 'attach' : 'contacts';
  const open = tabs.some(({ name }) => name === tab) ? (tab ?? first) : first;
  return (
    <Tabs
      label="Run sections"
      tabs={tabs.map((one) => ({ ...one, content: <Loading>{one.content}</Loading> }))}
      open={open}
      onOpen={(name) => setFilters({ ...noFilter, tab: name })}
    />
  );
}

function RunNotice({ run }: { readonly run: Run }) {
  const { status, progress, scheduleError } = run;
  if (scheduleError !== null) {
    return <Notice tone="bad">The launch was refused: {scheduleError}. Retrying every minute.</Notice>;
  }
  if (status === 'DRAFT') {
    return (
      <Notice>
        This run is a draft: nobody is called yet. Attach contacts, then launch it. Before you confirm, you
        see who is called when, and how many minutes that takes at most.
      </Notice>
    );
  }
  return (
    <>
      {status === 'PAUSED' && run.alarm?.isPaused !== true && (
        <Notice tone="warn">Paused: no further calls are placed. Queued calls keep their place.</Notice>
      )}
      {status === 'CANCELLED' && <CancelledNotice calls={progress.inProgress} />}
      {run.alarm && <AlarmNotice alarm={run.alarm} status={status} />}
    </>
  );
}

function CancelledNotice({ calls }: { readonly calls: number }) {
  return (
    <Notice tone="warn">
      This run was cancelled: no further calls are placed.
      {calls > 0 && ` ${calls} ${calls === 1 ? 'call continues' : 'calls continue'} to the end.`}
    </Notice>
  );
}

function AlarmNotice({
  alarm,
  status,
}: {
  readonly alarm: NonNullable<Run['alarm']>;
  readonly status: Run['status'];
}) {
  return (
    <Notice tone="bad">
      Alarm <Time at={alarm.raisedAt} />: {findingWords(alarm)}. {whatFollows(alarm, status)}
    </Notice>
  );
}

/** All conversations of a run have the same agent. */
const shown = columns.filter(({ name }) => name !== 'agent');

/** The conversations of the run. */
function RunConversations({ runId }: { readonly runId: string }) {
  const [{ progress }] = useFilters();
  const narrowed = progress === undefined ? {} : { progress: progress as 'QUEUED' };
  const list = usePageList(['run', runId, 'conversations', narrowed], (paging, signal) =>
    get('/console/api/conversations', { query: { ...paging, ...narrowed, runId }, signal }),
  );
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <FilterSelect name="progress" label="State" any="Any state" choices={progressChoices} />
        <ListTotal of={list} />
      </div>
      <BoxedList>
        <DataTable
          label="Run conversations"
          columns={shown}
          list={list}
          hrefOf={({ id }) => `/conversations/${id}`}
          empty={
            progress === undefined ? (
              <Empty title="No conversations yet">
                Each contact gets a conversation when the run is launched.
              </Empty>
            ) : (
              <Empty title="No conversations in this state">
                Choose “Any state” to see all conversations of the run.
              </Empty>
            )
          }
        />
      </BoxedList>
    </div>
  );
}

/** The progress of a run: each conversation is in exactly one of six states. */
function RunProgress({ run }: { readonly run: Run }) {
  const { progress } = run;
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
        <MeterLegend
          parts={parts}
          searchOf={(name) => ({ tab: 'conversations', progress: progressFilterOf(name) })}
        />
        {(run.status === 'RUNNING' || run.status === 'PAUSED') && <RunEnd run={run} />}
      </div>
    </Section>
  );
}

const ESTIMATE_MS = 10_000;

/** When the run ends, or why that is not known. */
function RunEnd({ run: { id, status } }: { readonly run: Run }) {
  const queryKey = ['run', id, 'estimate', status];
  usePolling(ESTIMATE_MS, queryKey);
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => get('/runs/{id}/estimate', { path: { id }, signal }),
  });
  const words = useClock((nowMs) => (data && endWords(data, nowMs)) ?? '');
  return words !== '' && <p className="text-soft">{words}</p>;
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
        rows.ask(
          ['run', watched, 'contacts'],
          ['run', watched, 'conversations'],
          ['run', watched, 'results'],
        );
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
