import { useQuery } from '@tanstack/react-query';
import { get, type Reply } from '../../api/client.ts';

type Agent = Reply<'/agents', 'get'>['data'][number];

const MOST = 100;

/** The agents that somebody can choose from, newest first. */
export function useAgentChoice() {
  const { data } = useQuery({
    queryKey: ['agents', 'choice'],
    queryFn: ({ signal }) => get('/agents', { query: { limit: MOST }, signal }),
  });
  const agents: readonly Agent[] = data?.data ?? [];
  return {
    agents,
    isLoading: data === undefined,
    choices: agents.map(({ id, name }) => ({ value: id, words: name })),
    /** Said where the list is cut off. */
    note: data && data.total > MOST ? `The newest ${MOST} of ${data.total} agents.` : undefined,
  };
}

/** Only agents of a fixed purpose talk about a job. */
export const needsJob = (agent: Agent | undefined): boolean =>
  agent !== undefined && !agent.custom && agent.focus !== 'GENERIC';
