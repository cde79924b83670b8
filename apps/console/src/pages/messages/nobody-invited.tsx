import { useQuery } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import { get } from '../../api/client.ts';
import { useHasRole } from '../../api/me.ts';
import { Button } from '../../components/button.tsx';
import { useFilters } from '../../components/filters.tsx';
import { Notice } from '../../components/notice.tsx';
import { agentQuery } from '../conversations/conversation.tsx';
import type { Run } from '../runs/run.ts';
import { noFilter } from '../runs/run-filter.tsx';

/** Of a run on the web that was launched: without an invitation nobody knows of their link. */
export function NobodyInvited({ run: { id, agentId, status, progress } }: { readonly run: Run }) {
  const [, setFilters] = useFilters();
  const mayChange = useHasRole('member');
  const agent = useQuery(agentQuery(agentId));
  const isWaiting = (status === 'RUNNING' || status === 'PAUSED') && progress.queued > 0;
  const { data } = useQuery({
    queryKey: ['messages', 'of', id, 'invitations'],
    queryFn: ({ signal }) => get('/messages', { query: { runId: id, kind: 'INVITATION', limit: 1 }, signal }),
    enabled: isWaiting && agent.data?.type === 'ONLINE',
  });
  if (!isWaiting || data?.total !== 0) return null;
  return (
    <Notice
      tone="warn"
      action={
        mayChange && (
          <Button icon={<Mail size={16} />} onClick={() => setFilters({ ...noFilter, tab: 'messages' })}>
            Invite contacts
          </Button>
        )
      }
    >
      Nobody was invited: contacts do not have their links yet.
    </Notice>
  );
}
