import { useQuery } from '@tanstack/react-query';
import { get } from '../../api/client.ts';
import { SelectField } from '../../kit/field.tsx';
import { useFilters } from '../../kit/filters.ts';
import { Page } from '../../kit/page.tsx';
import { SkeletonLines } from '../../kit/skeleton.tsx';
import { Trouble } from '../../kit/trouble.tsx';
import { PlanUsage } from './plan-usage.tsx';
import { UsageAgents } from './usage-agents.tsx';
import { UsagePlots } from './usage-plots.tsx';

const spans = [
  { value: '7', words: 'The last 7 days' },
  { value: '30', words: 'The last 30 days' },
  { value: '90', words: 'The last 90 days' },
  { value: '365', words: 'The last year' },
];
const USUAL = '30';
const DAY_MS = 86_400_000;

const dateBefore = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

/** What the company's calls have used: of the plan, by day and by agent. */
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
      {plan.error && <Trouble error={plan.error} onRetry={() => void plan.refetch()} />}
      {plan.isPending && <SkeletonLines />}
      <div className="flex">
        <SelectField
          label="Time"
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
      {byDay.error && <Trouble error={byDay.error} onRetry={() => void byDay.refetch()} />}
      {byDay.isPending && <SkeletonLines lines={6} />}
    </Page>
  );
}
