import { type FormEvent, useState } from 'react';
import { useAct } from '../../api/act.ts';
import { post } from '../../api/client.ts';
import { formErrors } from '../../api/form-errors.ts';
import type { Role } from '../../api/me.ts';
import { Button } from '../../kit/button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { SelectField, TextField } from '../../kit/field.tsx';
import { FormActions } from '../../kit/form-actions.tsx';
import { roleChoices } from './role-words.ts';

/** Mails somebody a link with which they join. */
export function InviteDialog({
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
  const invite = useAct(() => post('/console/api/invitations', { email, role }), {
    isQuiet: true,
    done: `${email} gets a mail`,
    touches: [['invitations']],
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
    <Dialog title="Invite somebody" isOpen={isOpen} onClose={onClose}>
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
        <FormActions errors={errors}>
          <Button type="submit" look="primary" busy={invite.busy} disabled={email.trim() === ''}>
            Send the invitation
          </Button>
          <Button look="quiet" onClick={onClose}>
            Not now
          </Button>
        </FormActions>
      </form>
    </Dialog>
  );
}
