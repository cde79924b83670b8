import { Link } from '@tanstack/react-router';
import { Empty } from '../../kit/empty.tsx';
import { Status } from '../../kit/status.tsx';
import { Time } from '../../kit/time.tsx';
import type { Overview } from './overview-query.ts';

/** The conversations that ended last. */
export function Recent({ recent }: { readonly recent: Overview['recent'] }) {
  if (recent.length === 0) {
    return <Empty title="Nothing yet">Conversations appear here when they are over.</Empty>;
  }
  return (
    <ul className="-mx-2 flex flex-col">
      {recent.map(({ id, contactName, agentName, status, endedAt }) => (
        <li key={id}>
          <Link
            to="/conversations/$id"
            params={{ id }}
            className="grid grid-cols-[minmax(0,1fr)_auto_5.5rem] items-center gap-3 rounded-md px-2 py-1.5 hover:bg-hover"
          >
            <span className="flex min-w-0 flex-col">
              <span dir="auto" className="truncate font-medium">
                {contactName}
              </span>
              <span dir="auto" className="truncate text-xs text-soft">
                {agentName ?? 'Deleted agent'}
              </span>
            </span>
            <Status of={status} />
            <span className="text-end text-xs text-soft">
              <Time at={endedAt} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
