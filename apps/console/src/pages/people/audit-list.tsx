import { get, type Reply } from '../../api/client.ts';
import { ROWS_A_PAGE, usePageList } from '../../api/page-list.ts';
import { Badge } from '../../kit/badge.tsx';
import type { Column } from '../../kit/column.ts';
import { DataTable } from '../../kit/data-table.tsx';
import { Empty } from '../../kit/empty.tsx';
import { Time } from '../../kit/time.tsx';
import { deedOf } from './audit-sentences.ts';
import { DeedWords } from './audit-subject.tsx';

type Entry = Reply<'/console/api/audit', 'get'>['data'][number];

const words: Readonly<Record<Entry['eventType'], string>> = {
  USER_SIGNED_IN: 'Signed in',
  USER_SIGN_IN_FAILED: 'Failed to sign in',
  USER_SIGNED_OUT: 'Signed out',
  USER_INVITED: 'Invited somebody',
  USER_JOINED: 'Joined',
  USER_ROLE_CHANGED: 'Changed a role',
  USER_REMOVED: 'Removed somebody',
  SESSION_ENDED: 'Ended a session',
  PASSWORD_CHANGED: 'Changed the password',
  USER_REQUEST: 'Sent a request',
};

/** From this status on a request did nothing. */
const REFUSED = 400;

const columns: readonly Column<Entry>[] = [
  { name: 'when', words: 'When', width: '7rem', cell: ({ timestamp }) => <Time at={timestamp} /> },
  {
    name: 'who',
    words: 'Who',
    width: 'minmax(8rem,1fr)',
    cell: ({ userEmail }) => userEmail ?? 'Unknown',
  },
  {
    name: 'what',
    words: 'What',
    width: 'minmax(8rem,2fr)',
    cell: ({ eventType, endpoint, metadata }) => {
      const deed = eventType === 'USER_REQUEST' && endpoint ? deedOf(endpoint) : undefined;
      return (
        <span className="flex items-center gap-2" title={endpoint ?? undefined}>
          <span className="truncate">
            {deed ? <DeedWords deed={deed} /> : (words[eventType] ?? eventType)}
          </span>
          {Number(metadata.status) >= REFUSED && <Badge tone="warn">Refused</Badge>}
        </span>
      );
    },
  },
  {
    name: 'from',
    words: 'From',
    width: '9rem',
    isExtra: true,
    cell: ({ ipAddress, userAgent }) => <span title={userAgent ?? undefined}>{ipAddress ?? '–'}</span>,
  },
];

/** Everything that people did in the company, newest first. */
export function AuditList() {
  const list = usePageList<Entry>(['audit'], (page, signal) =>
    get('/console/api/audit', { query: { page, limit: ROWS_A_PAGE }, signal }),
  );
  return (
    <div className="flex h-[65vh] flex-col">
      <DataTable
        label="What people did"
        columns={columns}
        list={list}
        empty={
          <Empty title="Nothing yet">Everything that people change in the company is listed here.</Empty>
        }
      />
    </div>
  );
}
