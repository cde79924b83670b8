import { MOST_WAITING } from '@parley/contract/overview.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Badge } from '../../kit/badge.tsx';
import { Page, Section } from '../../kit/page.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import { Stat } from '../../kit/stat.tsx';
import { Trouble } from '../../kit/trouble.tsx';
import { useLookAgain } from '../../live/look-again.ts';
import { FourteenDays } from './fourteen-days.tsx';
import { Health } from './health.tsx';
import { Outcomes } from './outcomes.tsx';
import { type Overview, overviewQuery } from './overview-query.ts';
import { Recent } from './recent.tsx';

/** Nobody tells the pages when a part of the installation falls ill, or when the day is over. */
const LOOK_MS = 15_000;

/** The day so far at a glance; every part of it is as things are now. */
export function OverviewPage() {
  const { data, error, refetch } = useQuery(overviewQuery);
  useLookAgain(LOOK_MS, overviewQuery.queryKey);
  return (
    <Page title="Overview">
      {data ? (
        <Parts of={data} />
      ) : error ? (
        <Trouble error={error} onRetry={() => void refetch()} />
      ) : (
        <Waiting />
      )}
    </Page>
  );
}

function Parts({ of: overview }: { readonly of: Overview }) {
  const { callsNow, waiting, today, minutesLeft } = overview;
  const completed = today.byStatus.find(({ status }) => status === 'COMPLETED')?.count ?? 0;
  return (
    <>
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
                Watch them
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
              See the usage
            </Link>
          }
        />
      </div>
      {/* Two columns that grow apart from each other, so that neither leaves holes in the other. */}
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-5">
          <Section title="Last 14 days">
            <FourteenDays days={overview.week} />
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
          <Section title="Outcomes today">
            <Outcomes today={today} />
          </Section>
          <Section title="Health">
            <Health parts={overview.health} />
          </Section>
        </div>
      </div>
    </>
  );
}

/** The page's own shape, so that nothing jumps when it comes. */
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
