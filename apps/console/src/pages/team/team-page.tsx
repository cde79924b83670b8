import { useQuery } from '@tanstack/react-query';
import { Link2, UserPlus } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useAction } from '../../api/action.ts';
import { get, post, remove } from '../../api/client.ts';
import { formErrors } from '../../api/form-errors.ts';
import { type Role, roleChoices, roleWords, useHasRole } from '../../api/me.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { SelectField, TextField } from '../../components/field.tsx';
import { useFilters } from '../../components/filters.tsx';
import { FormActions } from '../../components/form.tsx';
import { useToast } from '../../components/notice.tsx';
import { Page } from '../../components/page.tsx';
import { Empty, LoadError, SkeletonLines } from '../../components/placeholder.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { Time } from '../../components/time.tsx';
import { AuditList } from './audit-list.tsx';
import { CompanyKeys } from './company-keys.tsx';
import { MemberList } from './member-list.tsx';
import { ScimTokens } from './scim-tokens.tsx';

/** Members, invitations, API keys, provisioning and the audit log. */
export function TeamPage() {
  const isOwner = useHasRole('owner');
  const [{ tab = 'people' }, setFilters] = useFilters();
  const [isInviting, setInviting] = useState(false);
  return (
    <Page
      title="Team"
      fills
      actions={
        isOwner && (
          <Button look="primary" icon={<UserPlus size={14} />} onClick={() => setInviting(true)}>
            Invite member
          </Button>
        )
      }
    >
      {isOwner ? (
        <Tabs
          label="Team sections"
          open={tab}
          onOpen={(next) => setFilters({ tab: next === 'people' ? undefined : next })}
          tabs={[
            { name: 'people', words: 'Members', content: <MemberList /> },
            { name: 'invitations', words: 'Invitations', content: <InvitationList /> },
            { name: 'keys', words: 'API keys', content: <CompanyKeys /> },
            { name: 'provisioning', words: 'Provisioning', content: <ScimTokens /> },
            { name: 'audit', words: 'Audit log', content: <AuditList /> },
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

/** Pending invitations. */
function InvitationList() {
  const invitations = useQuery({
    queryKey: ['invitations'],
    queryFn: ({ signal }) => get('/console/api/invitations', { signal }),
  });
  const withdraw = useAction((id: string) => remove('/console/api/invitations/{id}', { path: { id } }), {
    invalidates: [['invitations']],
    done: 'Invitation withdrawn',
  });
  if (invitations.error) {
    return <LoadError error={invitations.error} onRetry={() => void invitations.refetch()} />;
  }
  if (!invitations.data) return <SkeletonLines />;
  if (invitations.data.data.length === 0) {
    return <Empty title="No pending invitations">Invitations are listed here until they are accepted.</Empty>;
  }
  return (
    <div className="flex flex-col gap-3">
      {!invitations.data.isMailOn && (
        <p className="text-soft">
          This service sends no e-mail. Copy the link of an invitation and send it to that person yourself.
        </p>
      )}
      <ul className="flex flex-col divide-y divide-line/60 rounded-lg border border-line bg-surface px-4">
        {invitations.data.data.map(({ id, email, role, expiresAt, createdAt, link }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
            <span dir="auto" className="min-w-40 flex-1 truncate font-medium">
              {email}
            </span>
            <span>{roleWords(role)}</span>
            <span className="text-xs text-soft">
              {invitations.data.isMailOn ? 'sent' : 'created'} <Time at={createdAt} />, valid until{' '}
              <Time at={expiresAt} exact />
            </span>
            {link && <CopyLink email={email} link={link} />}
            <Button
              size="small"
              busy={withdraw.busy}
              aria-label={`Withdraw invitation for ${email}`}
              onClick={() => withdraw.run(id)}
            >
              Withdraw invitation
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** This service sends no mail: who invites passes the link on. */
function CopyLink({ email, link }: { readonly email: string; readonly link: string }) {
  const say = useToast();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      say({ words: `Link for ${email} copied` });
    } catch {
      say({ words: `Copy this link: ${link}` });
    }
  };
  return (
    <Button
      size="small"
      icon={<Link2 size={14} aria-hidden />}
      aria-label={`Copy link for ${email}`}
      onClick={() => void copy()}
    >
      Copy link
    </Button>
  );
}

/** Invites somebody: by e-mail, or with a link to copy where no mail is sent. */
function InviteDialog({
  isOpen,
  onClose,
  onInvited,
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onInvited: () => void;
}) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('member');
  const invite = useAction(() => post('/console/api/invitations', { email, role }), {
    isQuiet: true,
    done: ({ isMailOn }) =>
      isMailOn
        ? `Invitation sent to ${email}`
        : `Invitation created. This service sends no e-mail: copy the link for ${email}`,
    invalidates: [['invitations']],
    onDone: () => {
      setEmail('');
      onInvited();
    },
  });
  const errors = formErrors(invite.failure, (path) => path === 'email' || path === 'role');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    invite.run(undefined);
  };
  return (
    <Dialog title="Invite member" isOpen={isOpen} onClose={onClose}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <TextField
          label="E-mail"
          type="email"
          value={email}
          error={errors.at('email')}
          onChange={({ target }) => setEmail(target.value)}
        />
        <SelectField
          label="Role"
          value={role}
          choices={roleChoices}
          error={errors.at('role')}
          onChange={({ target }) => setRole(target.value as Role)}
        />
        <FormActions errors={errors} isInDialog>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={invite.busy} disabled={email.trim() === ''}>
            Create invitation
          </Button>
        </FormActions>
      </form>
    </Dialog>
  );
}
