import { useQuery } from '@tanstack/react-query';
import { agentsQuery } from '../../api/agents.ts';
import { get } from '../../api/client.ts';

/** Names change seldom. */
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
