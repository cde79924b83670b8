import { Link } from '@tanstack/react-router';
import type { Reply } from '../../api/client.ts';
import { Meter } from '../../kit/meter.tsx';
import { Section } from '../../kit/page.tsx';

type Agent = Reply<'/console/api/usage', 'get'>['agents'][number];

/** Which agents used the minutes. */
export function UsageAgents({ agents }: { readonly agents: readonly Agent[] }) {
  const most = Math.max(1, ...agents.map(({ minutes }) => minutes));
  return (
    <Section title="By agent">
      {agents.length === 0 ? (
        <p className="text-soft">No agent held a call in this time.</p>
      ) : (
        <table className="w-full text-start">
          <thead className="text-xs text-soft">
            <tr>
              <th className="pb-2 text-start font-medium">Agent</th>
              <th className="hidden w-1/2 pb-2 text-start font-medium sm:table-cell">
                <span className="sr-only">Share</span>
              </th>
              <th className="pb-2 text-end font-medium">Minutes</th>
              <th className="pb-2 text-end font-medium">Calls</th>
            </tr>
          </thead>
          <tbody>
            {agents.map(({ agentId, name, minutes, calls }) => (
              <tr key={agentId} className="border-t border-line/60">
                <td dir="auto" className="max-w-0 truncate py-2 pe-3">
                  {name === null ? (
                    <span className="text-soft">Deleted agent</span>
                  ) : (
                    <Link to="/agents/$id" params={{ id: agentId }} className="font-medium hover:underline">
                      {name}
                    </Link>
                  )}
                </td>
                <td className="hidden py-2 pe-3 sm:table-cell">
                  <Meter
                    label="Minutes"
                    whole={most}
                    parts={[{ name: 'minutes', words: 'Minutes', value: minutes, fill: 'bg-accent' }]}
                  />
                </td>
                <td className="py-2 text-end tabular-nums">{minutes.toLocaleString()}</td>
                <td className="py-2 text-end tabular-nums">{calls.toLocaleString()}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  );
}
