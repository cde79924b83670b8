import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useMay } from '../../api/me.ts';
import { Button } from '../../kit/button.tsx';
import { useFilters } from '../../kit/filters.ts';
import { Page } from '../../kit/page.tsx';
import { Tabs } from '../../kit/tabs.tsx';
import { AuditList } from './audit-list.tsx';
import { InvitationList } from './invitation-list.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { MemberList } from './member-list.tsx';

/** Who may do what here, who is invited, and who did what. */
export function PeoplePage() {
  const isOwner = useMay('owner');
  const [{ tab = 'people' }, setFilters] = useFilters();
  const [isInviting, setInviting] = useState(false);
  return (
    <Page
      title="People"
      fills
      actions={
        isOwner && (
          <Button look="primary" icon={<UserPlus size={14} />} onClick={() => setInviting(true)}>
            Invite
          </Button>
        )
      }
    >
      {isOwner ? (
        <Tabs
          label="People"
          open={tab}
          onOpen={(next) => setFilters({ tab: next === 'people' ? undefined : next })}
          tabs={[
            { name: 'people', words: 'People', content: <MemberList /> },
            { name: 'invitations', words: 'Invitations', content: <InvitationList /> },
            { name: 'audit', words: 'What people did', content: <AuditList /> },
          ]}
        />
      ) : (
        <MemberList />
      )}
      {isOwner && (
        <InviteDialog
          isOpen={isInviting}
          onClose={() => setInviting(false)}
          onInvited={() => {
            setInviting(false);
            setFilters({ tab: 'invitations' });
          }}
        />
      )}
    </Page>
  );
}
