import { useQuery } from '@tanstack/react-query';
import { get, type Reply } from '../../api/client.ts';
import { Bars } from '../../components/chart.tsx';
import { SelectField } from '../../components/field.tsx';
import { useFilters } from '../../components/filters.tsx';
import { Page, Section } from '../../components/page.tsx';
import { LoadError, SkeletonLines } from '../../components/placeholder.tsx';
import { AgentUsage } from './agent-usage.tsx';
import { PlanUsage } from './plan-usage.tsx';

const spans = [
  { value: '7', words: 'The last 7 days' },
  { value: '30', words: 'The last 30 days' },
  { value: '90', words: 'The last 90 days' },
  { value: '365', words: 'The last year' },
];
const USUAL = '30';

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
    queryFn: ({ signal }) => get('/console/api/usage', { query: { days: Number(days) }, signal }),
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
          <Section title="By agent">
            <AgentUsage agents={byDay.data.agents} />
          </Section>
        </>
      )}
      {byDay.error && <LoadError error={byDay.error} onRetry={() => void byDay.refetch()} />}
      {byDay.isPending && <SkeletonLines lines={6} />}
    </Page>
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
