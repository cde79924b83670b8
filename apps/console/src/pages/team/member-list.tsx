import { UserMinus } from 'lucide-react';
import { useAction } from '../../api/action.ts';
import { get, patch, type Reply, remove } from '../../api/client.ts';
import { type Role, roleNames, roleWords, useHasRole, useMe } from '../../api/me.ts';
import { usePageList } from '../../api/page-list.ts';
import { Badge } from '../../components/badge.tsx';
import { IconButton } from '../../components/button.tsx';
import type { Column } from '../../components/data-column.ts';
import { DataTable } from '../../components/data-table.tsx';
import { useConfirm } from '../../components/dialog.tsx';
import { Empty } from '../../components/placeholder.tsx';
import { Time } from '../../components/time.tsx';

type Member = Reply<'/console/api/users', 'get'>['data'][number];

const invalidates = [['people'], ['me']];

/** The people of the company and their roles. */
export function MemberList() {
  const list = usePageList<Member>(['people'], (paging, signal) =>
    get('/console/api/users', { query: { ...paging }, signal }),
  );
  const columns: readonly Column<Member>[] = [
    {
      name: 'who',
      words: 'Name',
      width: 'minmax(9rem,2fr)',
      hasParts: true,
      cell: (member) => <Who member={member} />,
    },
    {
      name: 'role',
      words: 'Role',
      width: '8rem',
      hasParts: true,
      cell: (member) => <RoleOf member={member} />,
    },
    {
      name: 'seen',
      words: 'Last active',
      width: '8rem',
      isExtra: true,
      cell: ({ lastSeenAt }) => <Time at={lastSeenAt} />,
    },
    {
      name: 'joined',
      words: 'Joined',
      width: '8rem',
      isExtra: true,
      cell: ({ createdAt }) => <Time at={createdAt} />,
    },
    { name: 'remove', words: '', width: '2rem', cell: (member) => <Remove member={member} /> },
  ];
  return (
    <div className="flex h-[65vh] flex-col">
      <DataTable
        label="Team members"
        columns={columns}
        list={list}
        empty={<Empty title="No members yet">Invite the people who will use the console.</Empty>}
      />
    </div>
  );
}

function Who({ member: { id, name, email } }: { readonly member: Member }) {
  const me = useMe();
  return (
    <span className="flex min-w-0 items-center gap-2">
      <span className="truncate">
        {name && (
          <span dir="auto" className="font-medium">
            {name}{' '}
          </span>
        )}
        <span className={name ? 'text-soft' : 'font-medium'}>{email}</span>
      </span>
      {id === me.id && <Badge>you</Badge>}
    </span>
  );
}

/** The service refuses to demote the last owner. */
function RoleOf({ member: { id, role, name, email } }: { readonly member: Member }) {
  const isOwner = useHasRole('owner');
  const confirm = useConfirm();
  const me = useMe();
  const change = useAction((to: Role) => patch('/console/api/users/{id}', { role: to }, { path: { id } }), {
    invalidates,
    done: ({ role: now }) => `${name ?? email} is now ${roleWords(now).toLowerCase()}`,
  });
  const ask = async (to: Role) => {
    const isSure =
      id !== me.id ||
      (await confirm({
        title: 'Change your own role?',
        words: 'You will no longer be able to manage the team, and cannot change this back yourself.',
        yes: `Change to ${roleWords(to).toLowerCase()}`,
      }));
    if (isSure) change.run(to);
  };
  if (!isOwner) return <>{roleWords(role)}</>;
  return (
    <select
      aria-label={`Role of ${name ?? email}`}
      value={role}
      disabled={change.busy}
      onChange={({ target }) => void ask(target.value as Role)}
      className="h-7 w-full rounded-md border border-line bg-surface px-2"
    >
      {roleNames.map(({ value, words }) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
    </select>
  );
}

function Remove({ member: { id, name, email } }: { readonly member: Member }) {
  const isOwner = useHasRole('owner');
  const confirm = useConfirm();
  const act = useAction(() => remove('/console/api/users/{id}', { path: { id } }), {
    invalidates,
    done: `${name ?? email} removed`,
  });
  if (!isOwner) return null;
  const ask = async () => {
    const isSure = await confirm({
      title: `Remove ${name ?? email}?`,
      words: 'They are signed out of this company immediately. The audit log keeps what they did.',
      yes: 'Remove member',
    });
    if (isSure) act.run(undefined);
  };
  return (
    <IconButton
      label={`Remove ${name ?? email}`}
      icon={<UserMinus size={14} />}
      busy={act.busy}
      onClick={() => void ask()}
    />
  );
}
