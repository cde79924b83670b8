import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { agentQuery } from '../conversations/conversation.tsx';

export const Nothing = ({ children }: { readonly children: ReactNode }) => (
  <p className="text-soft">{children}</p>
);

/** Why a run has no outcomes, and where that is changed. */
export function NoOutcomes({ agentId }: { readonly agentId: string }) {
  const agent = useQuery(agentQuery(agentId));
  return agent.data?.custom === false ? (
    <Nothing>
      This agent has no flow: each call gets a score, which its conversation and the export show. Outcomes,
      tags and answers are counted for agents with a flow.{' '}
      <Link to="/agents/$id" params={{ id: agentId }} className="underline decoration-dotted hover:text-ink">
        Create a flow
      </Link>
    </Nothing>
  ) : (
    <Nothing>
      No outcomes yet. They appear when calls are analysed, if the agent has outcomes to look for: they answer
      questions such as “Will they renew?” for each person.{' '}
      <Link
        to="/agents/$id"
        params={{ id: agentId }}
        search={{ tab: 'settings' } as never}
        className="underline decoration-dotted hover:text-ink"
      >
        Open the agent's settings
      </Link>
    </Nothing>
  );
}
