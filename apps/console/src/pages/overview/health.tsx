import { Badge, type Tone } from '../../kit/badge.tsx';
import type { Overview } from './overview-query.ts';

const looks: Readonly<Record<Overview['health'][number]['state'], readonly [words: string, tone: Tone]>> = {
  ok: ['Works', 'good'],
  degraded: ['Limited', 'warn'],
  off: ['Off', 'neutral'],
};

const urgency = { degraded: 0, ok: 1, off: 2 } as const;

/** How the parts of the installation are, and what to do about those that are not well. */
export function Health({ parts }: { readonly parts: Overview['health'] }) {
  return (
    <ul className="flex flex-col gap-3">
      {parts
        .toSorted((a, b) => urgency[a.state] - urgency[b.state])
        .map(({ part, state, words }) => {
          const [look, tone] = looks[state];
          return (
            <li key={part} className="grid grid-cols-[1fr_auto] items-start gap-x-3">
              <span className="font-medium">{part}</span>
              <Badge tone={tone}>{look}</Badge>
              <span className="col-span-2 text-xs text-soft">{words}</span>
            </li>
          );
        })}
    </ul>
  );
}
