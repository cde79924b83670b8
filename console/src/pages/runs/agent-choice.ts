import { useQuery } from '@tanstack/react-query';
import { type Agent, agentsQuery } from '../../api/agents.ts';

/** The agents that somebody can choose from. */
export function useAgentChoice() {
  const { data: agents = [], isPending } = useQuery(agentsQuery);
  return {
    agents,
    isLoading: isPending,
    choices: agents.map(({ id, name }) => ({ value: id, words: name })),
  };
}

/** Only agents of a fixed purpose talk about a job. */
export const needsJob = (agent: Agent | undefined): boolean =>
  agent !== undefined && !agent.custom && agent.focus !== 'GENERIC';
