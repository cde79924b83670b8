import { Link } from '@tanstack/react-router';
import { Meter } from '../../components/chart.tsx';
import { Empty } from '../../components/placeholder.tsx';
import { costTitle, decimals, type Price } from './price.ts';

interface Usage {
  readonly agentId: string;
  /** Null: the agent was deleted. */
  readonly name: string | null;
  readonly calls: number;
  /** Where it is known, it has a column of its own. */
  readonly completed?: number;
  readonly minutes: number;
  /** Where the plan has a price, it has a column of its own. */
  readonly cost?: number | null;
}

/** What each agent used, most minutes first. */
export function AgentUsage({
  agents,
  price = null,
}: {
  readonly agents: readonly Usage[];
  readonly price?: Price | null;
}) {
  if (agents.length === 0) return <Empty title="No calls">Agents are listed here once they call.</Empty>;
  const most = Math.max(1, ...agents.map(({ minutes }) => minutes));
  const hasCompleted = agents.some(({ completed }) => completed !== undefined);
  return (
    <table className="w-full text-start">
      <thead className="text-xs text-soft">
        <tr>
          <th className="pb-2 text-start font-medium">Agent</th>
          <th className="hidden w-1/3 pb-2 sm:table-cell">
            <span className="sr-only">Share of the minutes</span>
          </th>
          <th className="pb-2 text-end font-medium">Calls</th>
          {hasCompleted && <th className="pb-2 text-end font-medium">Completed</th>}
          <th className="pb-2 text-end font-medium">Minutes</th>
          {price && <th className="pb-2 text-end font-medium">{costTitle(price)}</th>}
        </tr>
      </thead>
      <tbody>
        {agents.map(({ agentId, name, calls, completed, minutes, cost }) => (
          <tr key={agentId} className="border-t border-line/60">
            <td dir="auto" className="max-w-0 truncate py-1.5 pe-3">
              {name === null ? (
                <span className="text-soft">Deleted agent</span>
              ) : (
                <Link to="/agents/$id" params={{ id: agentId }} className="font-medium hover:underline">
                  {name}
                </Link>
              )}
            </td>
            <td className="hidden py-1.5 pe-3 sm:table-cell">
              <Meter
                label="Minutes"
                whole={most}
                parts={[{ name: 'minutes', words: 'Minutes', value: minutes, fill: 'bg-accent' }]}
              />
            </td>
            <td className="py-1.5 text-end tabular-nums">{calls.toLocaleString()}</td>
            {completed !== undefined && (
              <td className="py-1.5 text-end tabular-nums">
                {calls === 0 ? '–' : `${Math.round((completed / calls) * 100)} %`}
              </td>
            )}
            <td className="py-1.5 text-end tabular-nums">{minutes.toLocaleString()}</td>
            {price && (
              <td className="py-1.5 text-end tabular-nums">
                {(cost ?? 0).toLocaleString(undefined, decimals)}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
