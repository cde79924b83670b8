import { useQuery } from '@tanstack/react-query';
import { agentsQuery } from '../../api/agents.ts';

/** The agents that somebody can choose from. */
export function useAgentChoice() {
  const { data: agents = [], isPending } = useQuery(agentsQuery);
  return {
    agents,
    isLoading: isPending,
    choices: agents.map(({ id, name }) => ({ value: id, words: name })),
  };
}
