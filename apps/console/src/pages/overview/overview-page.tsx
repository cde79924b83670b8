import { MOST_WAITING } from '@parley/contract/overview.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { get } from '../../api/client.ts';
import { Badge, Status, type Tone } from '../../components/badge.tsx';
import { Stat } from '../../components/chart.tsx';
import { Page, Section } from '../../components/page.tsx';
import { Empty, LoadError, Skeleton } from '../../components/placeholder.tsx';
import { Time } from '../../components/time.tsx';
import { usePolling } from '../../live/refetch.ts';
import { Checklist } from './checklist.tsx';
import { EndingsToday, type Overview } from './overview-charts.tsx';
import { AgentsOfPeriod, DaysOfPeriod, EndingsOfPeriod, PeriodSelect, useStatistics } from './statistics.tsx';

/** Polling interval: there are no events for health or for the end of the day. */
const LOOK_MS = 15_000;

/** The overview of today, always current. */
export function OverviewPage() {
  const { data, error, refetch } = useQuery(overviewQuery);
  usePolling(LOOK_MS, overviewQuery.queryKey);
  return (
    <Page title="Overview">
      {data ? (
        <Parts of={data} />
      ) : error ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : (
        <Waiting />
      )}
    </Page>
  );
}

function Parts({ of: overview }: { readonly of: Overview }) {
  const { callsNow, waiting, today, minutesLeft } = overview;
  const statistics = useStatistics();
  const completed = today.byStatus.find(({ status }) => status === 'COMPLETED')?.count ?? 0;
  return (
    <>
      <Checklist health={overview.health} />
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <Stat
          label="Calls now"
          value={
            <span className="flex items-center gap-2">
              <span>{callsNow.toLocaleString()}</span>
              {callsNow > 0 && <Badge tone="live">Live</Badge>}
            </span>
          }
          note={
            callsNow > 0 ? (
              <Link
                to="/conversations"
                search={{ status: 'IN_PROGRESS' } as never}
                className="hover:text-ink hover:underline"
              >
                Watch live
              </Link>
            ) : (
              `${waiting.toLocaleString()}${waiting >= MOST_WAITING ? ' or more' : ''} waiting`
            )
          }
        />
        <Stat
          label="Calls today"
          value={today.total.toLocaleString()}
          note={today.total === 0 ? 'None so far' : `${completed.toLocaleString()} completed`}
        />
        <Stat label="Minutes today" value={today.minutes.toLocaleString()} note="Each call rounded up" />
        <Stat
          label="Minutes left"
          value={Math.floor(minutesLeft).toLocaleString()}
          note={
            <Link to="/usage" className="hover:text-ink hover:underline">
              View usage
            </Link>
          }
        />
      </div>
      {/** Two independent columns, so that neither leaves gaps in the other. */}
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-5">
          <Section title="Calls by day" actions={<PeriodSelect />}>
            <DaysOfPeriod of={statistics} />
          </Section>
          <Section title={`Agents, last ${statistics.period} days`}>
            <AgentsOfPeriod of={statistics} />
          </Section>
          <Section
            title="Recently finished"
            actions={
              <Link to="/conversations" className="text-xs text-soft hover:text-ink hover:underline">
                All conversations
              </Link>
            }
          >
            <Recent recent={overview.recent} />
          </Section>
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          <Section title="How calls ended today">
            <EndingsToday today={today} />
          </Section>
          <Section title={`How calls ended, last ${statistics.period} days`}>
            <EndingsOfPeriod of={statistics} />
          </Section>
          <Section title="Health">
            <Health parts={overview.health} />
          </Section>
        </div>
      </div>
    </>
  );
}

/** Has the shape of the page, so that nothing moves when it loads. */
function Waiting() {
  return (
    <div role="status" aria-label="Loading" className="flex flex-col gap-5">
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        {['now', 'today', 'minutes', 'left'].map((name) => (
          <Skeleton key={name} className="h-27 rounded-lg" />
        ))}
      </div>
      <div className="grid gap-5 lg:grid-cols-2">
        <Skeleton className="h-64 rounded-lg" />
        <Skeleton className="h-64 rounded-lg" />
      </div>
    </div>
  );
}

/** The conversations that finished last. */
function Recent({ recent }: { readonly recent: Overview['recent'] }) {
  if (recent.length === 0) {
    return <Empty title="Nothing yet">Finished conversations appear here.</Empty>;
  }
  return (
    <ul className="-mx-2 flex flex-col">
      {recent.map(({ id, contactName, agentName, status, endedAt }) => (
        <li key={id}>
          <Link
            to="/conversations/$id"
            params={{ id }}
            className="grid grid-cols-[minmax(0,1fr)_auto_5.5rem] items-center gap-3 rounded-md px-2 py-1.5 hover:bg-hover"
          >
            <span className="flex min-w-0 flex-col">
              <span dir="auto" className="truncate font-medium">
                {contactName}
              </span>
              <span dir="auto" className="truncate text-xs text-soft">
                {agentName ?? 'Deleted agent'}
              </span>
            </span>
            <Status of={status} />
            <span className="text-end text-xs text-soft">
              <Time at={endedAt} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

const looks: Readonly<Record<Overview['health'][number]['state'], readonly [words: string, tone: Tone]>> = {
  ok: ['Healthy', 'good'],
  degraded: ['Degraded', 'warn'],
  down: ['Down', 'bad'],
  off: ['Off', 'neutral'],
  unknown: ['Not known', 'neutral'],
};

const urgency = { down: 0, degraded: 1, unknown: 2, ok: 3, off: 4 } as const;

/** The health of the installation, and what to do about problems. */
function Health({ parts }: { readonly parts: Overview['health'] }) {
  return (
    <ul className="flex flex-col gap-3">
      {parts
        .toSorted((a, b) => urgency[a.state] - urgency[b.state])
        .map(({ part, state, words }) => {
          const [look, tone] = looks[state];
          return (
            <li key={part} className="grid grid-cols-[1fr_auto] items-start gap-x-3">
              <span className="font-medium">{part}</span>
              <Badge tone={tone}>{look}</Badge>
              <span className="col-span-2 text-xs text-soft">{words}</span>
            </li>
          );
        })}
    </ul>
  );
}

const overviewQuery = {
  queryKey: ['overview'],
  queryFn: ({ signal }: { signal: AbortSignal }) => get('/console/api/overview', { signal }),
};
