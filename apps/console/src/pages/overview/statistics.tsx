import { useQuery } from '@tanstack/react-query';
import { get, type Reply } from '../../api/client.ts';
import { FilterSelect, useFilters } from '../../components/filters.tsx';
import { Pending } from '../../components/placeholder.tsx';
import { AgentUsage } from '../usage/agent-usage.tsx';
import { CallDays, EndingBars } from './overview-charts.tsx';

const USUAL = 14;
const others = [30, 90];

interface Statistics {
  readonly period: number;
  readonly data: Reply<'/statistics', 'get'> | undefined;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

/** The calls of the last days, as many as the address says. */
export function useStatistics(): Statistics {
  const [{ days }] = useFilters();
  const period = others.find((one) => String(one) === days) ?? USUAL;
  const { data, error, refetch } = useQuery({
    // Refetched with the rest of the overview.
    queryKey: ['overview', 'statistics', period],
    queryFn: ({ signal }) => get('/statistics', { query: { days: period }, signal }),
  });
  return { period, data, error, refetch };
}

export const PeriodSelect = () => (
  <FilterSelect
    name="days"
    label="Period"
    any={`Last ${USUAL} days`}
    choices={others.map((days) => ({ value: String(days), words: `Last ${days} days` }))}
  />
);

interface Part {
  readonly of: Statistics;
}

export const DaysOfPeriod = ({ of }: Part) =>
  of.data ? <CallDays days={of.data.days} price={of.data.price} /> : <Waiting of={of} />;

export const AgentsOfPeriod = ({ of }: Part) =>
  of.data ? <AgentUsage agents={of.data.agents} price={of.data.price} /> : <Waiting of={of} />;

export const EndingsOfPeriod = ({ of }: Part) =>
  of.data ? <EndingBars endings={of.data.outcomes} period={of.data} /> : <Waiting of={of} />;

const Waiting = ({ of: { error, refetch } }: Part) => (
  <Pending error={error} onRetry={() => void refetch()} />
);
