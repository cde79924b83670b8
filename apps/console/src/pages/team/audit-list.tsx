import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { get, type Reply } from '../../api/client.ts';
import { usePageList } from '../../api/page-list.ts';
import { Badge } from '../../components/badge.tsx';
import type { Column } from '../../components/data-column.ts';
import { DataTable } from '../../components/data-table.tsx';
import { Empty } from '../../components/placeholder.tsx';
import { Time } from '../../components/time.tsx';
import { type Deed, deedOf, type Subject } from './audit-sentences.ts';

type Entry = Reply<'/console/api/audit', 'get'>['data'][number];

const words: Readonly<Record<Entry['eventType'], string>> = {
  USER_SIGNED_IN: 'Signed in',
  USER_SIGN_IN_FAILED: 'Failed to sign in',
  USER_SIGNED_OUT: 'Signed out',
  USER_INVITED: 'Invited a member',
  USER_JOINED: 'Joined',
  USER_ROLE_CHANGED: 'Changed a role',
  USER_REMOVED: 'Removed a member',
  SESSION_ENDED: 'Ended a session',
  PASSWORD_CHANGED: 'Changed the password',
  SECOND_FACTOR_ENABLED: 'Enabled the second factor',
  SECOND_FACTOR_REMOVED: 'Removed a second factor',
  RECOVERY_CODES_REPLACED: 'Replaced the recovery codes',
  RECOVERY_CODE_USED: 'Used a recovery code',
  PASSKEY_ADDED: 'Added a passkey',
  PASSKEY_REMOVED: 'Removed a passkey',
  SCIM_TOKEN_CREATED: 'Created a SCIM token',
  SCIM_TOKEN_REVOKED: 'Revoked a SCIM token',
  USER_REQUEST: 'Sent a request',
  USER_READ: 'Viewed personal data',
};

/** From this status on, a request was refused. */
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
    words: 'Action',
    width: 'minmax(8rem,2fr)',
    cell: ({ eventType, endpoint, metadata }) => {
      const isRequest = eventType === 'USER_REQUEST' || eventType === 'USER_READ';
      const deed = isRequest && endpoint ? deedOf(endpoint) : undefined;
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
    words: 'IP address',
    width: '9rem',
    isExtra: true,
    cell: ({ ipAddress, userAgent }) => <span title={userAgent ?? undefined}>{ipAddress ?? '–'}</span>,
  },
];

/** The audit log of the company's users, newest first. */
export function AuditList() {
  const list = usePageList<Entry>(['audit'], (paging, signal) =>
    get('/console/api/audit', { query: { ...paging }, signal }),
  );
  return (
    <div className="flex h-[65vh] flex-col">
      <DataTable
        label="Audit log"
        columns={columns}
        list={list}
        empty={<Empty title="No entries yet">Changes made by members are listed here.</Empty>}
      />
    </div>
  );
}

/** Names rarely change. */
const FRESH_MS = 60_000;

const pages: Readonly<Record<Subject, string>> = {
  run: '/runs',
  agent: '/agents',
  contact: '/contacts',
  conversation: '/conversations',
  job: '/jobs',
  webhook: '/webhooks',
  trunk: '/trunks',
  company: '/companies',
};

async function nameOf(kind: Subject, id: string, signal: AbortSignal): Promise<string> {
  const asked = { path: { id }, signal };
  switch (kind) {
    case 'run':
      return (await get('/runs/{id}', asked)).name;
    case 'agent':
      return (await get('/agents/{id}', asked)).name;
    case 'contact': {
      const { firstName, lastName } = await get('/contacts/{id}', asked);
      return `${firstName ?? ''} ${lastName ?? ''}`.trim() || 'a contact';
    }
    case 'job':
      return (await get('/jobs/{id}', asked)).title;
    case 'webhook':
      return (await get('/webhooks/{id}', asked)).name;
    case 'trunk':
      return (await get('/trunks/{id}', asked)).name;
    case 'company':
      return (await get('/companies/{id}', asked)).name;
    case 'conversation':
      // It has no name; loading it shows whether it still exists.
      await get('/conversations/{id}', asked);
      return 'a conversation';
  }
}

/** A sentence of the audit log, with a link to its subject. */
function DeedWords({ deed: { words, subject } }: { readonly deed: Deed }) {
  const [before = '', after = ''] = words.split('{}');
  return (
    <>
      {before}
      {subject && <SubjectName kind={subject.kind} id={subject.id} />}
      {after}
    </>
  );
}

function SubjectName({ kind, id }: NonNullable<Deed['subject']>) {
  const { data, isError } = useQuery({
    queryKey: ['name', kind, id],
    queryFn: ({ signal }) => nameOf(kind, id, signal),
    staleTime: FRESH_MS,
    retry: false,
  });
  if (isError) return <span className="text-soft">that was deleted</span>;
  return (
    <Link to={`${pages[kind]}/${id}` as '/'} dir="auto" className="font-medium hover:underline">
      {data ?? '…'}
    </Link>
  );
}
