import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { get, type Reply } from '../../api/client.ts';
import { Bars, Meter } from '../../components/chart.tsx';
import { SelectField } from '../../components/field.tsx';
import { useFilters } from '../../components/filters.tsx';
import { Page, Section } from '../../components/page.tsx';
import { LoadError, SkeletonLines } from '../../components/placeholder.tsx';
import { PlanUsage } from './plan-usage.tsx';

const spans = [
  { value: '7', words: 'The last 7 days' },
  { value: '30', words: 'The last 30 days' },
  { value: '90', words: 'The last 90 days' },
  { value: '365', words: 'The last year' },
];
const USUAL = '30';
const DAY_MS = 86_400_000;

const dateBefore = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

/** Usage of the company: of the plan, by day and by agent. */
export function UsagePage() {
  const [{ days: asked }, setFilters] = useFilters();
  const days = spans.some(({ value }) => value === asked) ? (asked ?? USUAL) : USUAL;
  const plan = useQuery({
    queryKey: ['usage', 'plan'],
    queryFn: ({ signal }) => get('/billing/usage', { signal }),
  });
  const byDay = useQuery({
    queryKey: ['usage', 'days', days],
    queryFn: ({ signal }) =>
      get('/console/api/usage', { query: { from: dateBefore(Number(days) - 1) }, signal }),
  });
  return (
    <Page title="Usage">
      {plan.data && <PlanUsage usage={plan.data} />}
      {plan.error && <LoadError error={plan.error} onRetry={() => void plan.refetch()} />}
      {plan.isPending && <SkeletonLines />}
      <div className="flex">
        <SelectField
          label="Period"
          hideLabel
          choices={spans}
          value={days}
          onChange={(event) => setFilters({ days: event.target.value === USUAL ? '' : event.target.value })}
        />
      </div>
      {byDay.data && (
        <>
          <UsagePlots days={byDay.data.days} />
          <UsageAgents agents={byDay.data.agents} />
        </>
      )}
      {byDay.error && <LoadError error={byDay.error} onRetry={() => void byDay.refetch()} />}
      {byDay.isPending && <SkeletonLines lines={6} />}
    </Page>
  );
}

type Agent = Reply<'/console/api/usage', 'get'>['agents'][number];

/** Minutes by agent. */
function UsageAgents({ agents }: { readonly agents: readonly Agent[] }) {
  const most = Math.max(1, ...agents.map(({ minutes }) => minutes));
  return (
    <Section title="By agent">
      {agents.length === 0 ? (
        <p className="text-soft">No calls in this period.</p>
      ) : (
        <table className="w-full text-start">
          <thead className="text-xs text-soft">
            <tr>
              <th className="pb-2 text-start font-medium">Agent</th>
              <th className="hidden w-1/2 pb-2 text-start font-medium sm:table-cell">
                <span className="sr-only">Share</span>
              </th>
              <th className="pb-2 text-end font-medium">Minutes</th>
              <th className="pb-2 text-end font-medium">Calls</th>
            </tr>
          </thead>
          <tbody>
            {agents.map(({ agentId, name, minutes, calls }) => (
              <tr key={agentId} className="border-t border-line/60">
                <td dir="auto" className="max-w-0 truncate py-2 pe-3">
                  {name === null ? (
                    <span className="text-soft">Deleted agent</span>
                  ) : (
                    <Link to="/agents/$id" params={{ id: agentId }} className="font-medium hover:underline">
                      {name}
                    </Link>
                  )}
                </td>
                <td className="hidden py-2 pe-3 sm:table-cell">
                  <Meter
                    label="Minutes"
                    whole={most}
                    parts={[{ name: 'minutes', words: 'Minutes', value: minutes, fill: 'bg-accent' }]}
                  />
                </td>
                <td className="py-2 text-end tabular-nums">{minutes.toLocaleString()}</td>
                <td className="py-2 text-end tabular-nums">{calls.toLocaleString()}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  );
}

type Day = Reply<'/console/api/usage', 'get'>['days'][number];

// A date has no time: parsed and formatted as UTC, it stays the same day.
const short = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const withYear = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });

/** With more bars than this, weeks are shown. */
const MAX_BARS = 92;
const WEEK = 7;

/** Minutes and calls over time. */
function UsagePlots({ days }: { readonly days: readonly Day[] }) {
  const spans = days.length > MAX_BARS ? weeksOf(days) : days.map((day) => ({ ...day, until: day.date }));
  const step = days.length > MAX_BARS ? 'week' : 'day';
  const bars = (count: 'minutes' | 'calls') =>
    spans.map((span) => ({
      label: (days.length > MAX_BARS ? withYear : short).format(new Date(span.date)),
      value: span[count],
      note: `${withYear.format(new Date(span.date))}${
        span.until === span.date ? '' : ` to ${withYear.format(new Date(span.until))}`
      }: ${span[count].toLocaleString()} ${count}`,
    }));
  const sum = (count: 'minutes' | 'calls') => days.reduce((total, day) => total + day[count], 0);
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      {(['minutes', 'calls'] as const).map((count) => (
        <Section
          key={count}
          title={count === 'minutes' ? 'Minutes' : 'Calls'}
          actions={
            <span className="text-xs text-soft tabular-nums">{sum(count).toLocaleString()} in all</span>
          }
        >
          <Bars title={`By ${step}`} unit={count} bars={bars(count)} />
        </Section>
      ))}
    </div>
  );
}

function weeksOf(days: readonly Day[]) {
  // Weeks up to today; the first may be shorter.
  const first = days.length % WEEK;
  const starts = [...(first > 0 ? [0] : []), ...range(first, days.length, WEEK)];
  return starts.map((start, place) => {
    const week = days.slice(start, starts[place + 1] ?? days.length);
    return {
      date: week[0]?.date ?? '',
      until: week.at(-1)?.date ?? '',
      minutes: week.reduce((total, day) => total + day.minutes, 0),
      calls: week.reduce((total, day) => total + day.calls, 0),
    };
  });
}

const range = (from: number, below: number, step: number): number[] =>
  Array.from({ length: Math.ceil((below - from) / step) }, (_, place) => from + place * step);
