import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { isNotFound } from '../../api/client.ts';
import { useMay } from '../../api/me.ts';
import { useFilters } from '../../kit/filters.ts';
import { Notice } from '../../kit/notice.tsx';
import { Page } from '../../kit/page.tsx';
import { SkeletonLines } from '../../kit/skeleton.tsx';
import { Status } from '../../kit/status.tsx';
import { type Tab, Tabs } from '../../kit/tabs.tsx';
import { Time } from '../../kit/time.tsx';
import { Trouble } from '../../kit/trouble.tsx';
import { AgentName } from './agent-name.tsx';
import { AttachSection } from './attach-section.tsx';
import { useCancelledElsewhere } from './cancelled-elsewhere.ts';
import { type Run, runQuery } from './run.ts';
import { RunActions } from './run-actions.tsx';
import { RunContacts } from './run-contacts.tsx';
import { RunConversations } from './run-conversations.tsx';
import { RunProgress } from './run-progress.tsx';
import { useRunWatch } from './run-watch.ts';

const trail = (
  <Link to="/runs" className="hover:underline">
    Runs
  </Link>
);

/** One run: built as a draft, launched, and watched until everybody was called. */
export function RunPage() {
  const { id = '' } = useParams({ strict: false });
  const { data: run, error, refetch } = useQuery(runQuery(id));
  useRunWatch(run);
  const cancelMyself = useCancelledElsewhere(run);
  const mayChange = useMay('member');
  if (run === undefined || isNotFound(error)) {
    return (
      <Page title="Run" trail={trail}>
        {error ? <Trouble error={error} onRetry={() => void refetch()} /> : <SkeletonLines lines={8} />}
      </Page>
    );
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

/** Who calls, and since when, in one quiet line. */
function RunFacts({ run }: { readonly run: Run }) {
  return (
    <p className="-mt-4 flex flex-wrap gap-x-4 gap-y-1 text-xs text-soft">
      <span>
        Called by{' '}
        <Link to="/agents/$id" params={{ id: run.agentId }} className="font-medium text-ink hover:underline">
          <AgentName id={run.agentId} />
        </Link>
      </span>
      <span>
        Created <Time at={run.createdAt} />
      </span>
      {run.scheduledAt !== null && (
        <span>
          {run.status === 'SCHEDULED' ? 'Starts' : 'Was to start'} <Time at={run.scheduledAt} exact />
        </span>
      )}
    </p>
  );
}

function RunTabs({ run }: { readonly run: Run }) {
  const [{ tab }, setFilters] = useFilters();
  const mayAttach = useMay('member') && run.status !== 'CANCELLED';
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
  return <Tabs label="Of the run" tabs={tabs} open={open} onOpen={(name) => setFilters({ tab: name })} />;
}

function RunNotice({ run }: { readonly run: Run }) {
  const { status, progress, scheduleError } = run;
  if (scheduleError !== null) {
    return (
      <Notice tone="bad">
        It should have started, and was refused: {scheduleError}. It is tried again every minute.
      </Notice>
    );
  }
  if (status === 'DRAFT') {
    return (
      <Notice>
        A draft: nobody is called yet. Attach contacts, then launch it; what it costs is shown before.
      </Notice>
    );
  }
  if (status === 'PAUSED') {
    return <Notice tone="warn">Paused: nothing further is dialled. What waits keeps its place.</Notice>;
  }
  if (status !== 'CANCELLED') return null;
  return (
    <Notice tone="warn">
      This run was cancelled: nothing further is dialled.
      {progress.inProgress > 0 &&
        ` ${progress.inProgress} ${progress.inProgress === 1 ? 'call goes' : 'calls go'} on to the end.`}
    </Notice>
  );
}
