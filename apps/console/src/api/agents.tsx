import { useQuery } from '@tanstack/react-query';
import { get, type Reply } from './client.ts';

export type Agent = Reply<'/agents', 'get'>['data'][number];

type Purpose = Pick<Agent, 'custom' | 'focus'>;
/** Only agents without a flow can have a job, and all of these but general ones need one. */
export const takesJob = (agent: Purpose | undefined): boolean => agent !== undefined && !agent.custom;
export const needsJob = (agent: Purpose | undefined): boolean =>
  takesJob(agent) && agent?.focus !== 'GENERIC';

const MAX_PER_PAGE = 100;
/** Enough to choose from; the agents page lists the others. */
const MAX_PAGES = 5;

async function readAgents(signal: AbortSignal): Promise<readonly Agent[]> {
  const agents: Agent[] = [];
  for (let page = 1; page <= MAX_PAGES; page++) {
    const { data, totalPages } = await get('/agents', { query: { page, limit: MAX_PER_PAGE }, signal });
    agents.push(...data);
    if (page >= totalPages) break;
  }
  return agents;
}

/** Agents to choose from. */
export const agentsQuery = {
  queryKey: ['agents', 'all'],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => readAgents(signal),
  staleTime: 30_000,
} as const;

/** Names of agents by id. */
export const agentNamesQuery = {
  ...agentsQuery,
  select: (agents: readonly Agent[]): ReadonlyMap<string, string> =>
    new Map(agents.map(({ id, name }) => [id, name])),
} as const;

/** Names rarely change. */
const FRESH_MS = 60_000;

export function AgentName({ id }: { readonly id: string }) {
  const { data, isError } = useQuery({
    queryKey: ['agent', id],
    queryFn: ({ signal }) => get('/agents/{id}', { path: { id }, signal }),
    staleTime: FRESH_MS,
  });
  return <span dir="auto">{data?.name ?? (isError ? 'Deleted agent' : '…')}</span>;
}

/** The agents that somebody can choose from. */
export function useAgentChoice() {
  const { data: agents = [], isPending } = useQuery(agentsQuery);
  return {
    agents,
    isLoading: isPending,
    choices: agents.map(({ id, name }) => ({ value: id, words: name })),
  };
}
