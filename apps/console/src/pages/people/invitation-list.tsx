import { useQuery } from '@tanstack/react-query';
import { useAct } from '../../api/act.ts';
import { get, remove } from '../../api/client.ts';
import { Button } from '../../kit/button.tsx';
import { Empty } from '../../kit/empty.tsx';
import { SkeletonLines } from '../../kit/skeleton.tsx';
import { Time } from '../../kit/time.tsx';
import { Trouble } from '../../kit/trouble.tsx';
import { roleWords } from './role-words.ts';

/** Who was invited and has not answered yet. */
export function InvitationList() {
  const invitations = useQuery({
    queryKey: ['invitations'],
    queryFn: ({ signal }) => get('/console/api/invitations', { signal }),
  });
  const withdraw = useAct((id: string) => remove('/console/api/invitations/{id}', { path: { id } }), {
    touches: [['invitations']],
    done: 'The invitation is withdrawn',
  });
  if (invitations.error) {
    return <Trouble error={invitations.error} onRetry={() => void invitations.refetch()} />;
  }
  if (!invitations.data) return <SkeletonLines />;
  if (invitations.data.data.length === 0) {
    return <Empty title="No invitation is open">Whom you invite stands here until they have joined.</Empty>;
  }
  return (
    <ul className="flex flex-col divide-y divide-line/60 rounded-lg border border-line bg-surface px-4">
      {invitations.data.data.map(({ id, email, role, expiresAt, createdAt }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
          <span dir="auto" className="min-w-40 flex-1 truncate font-medium">
            {email}
          </span>
          <span>{roleWords(role)}</span>
          <span className="text-xs text-soft">
            mailed <Time at={createdAt} />, works until <Time at={expiresAt} exact />
          </span>
          <Button
            size="small"
            busy={withdraw.busy}
            aria-label={`Withdraw the invitation of ${email}`}
            onClick={() => withdraw.run(id)}
          >
            Withdraw
          </Button>
        </li>
      ))}
    </ul>
  );
}
