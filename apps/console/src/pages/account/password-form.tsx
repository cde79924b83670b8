import { type FormEvent, useState } from 'react';
import { useAction } from '../../api/action.ts';
import { put } from '../../api/client.ts';
import { formErrors } from '../../api/form-errors.ts';
import { useMe } from '../../api/me.ts';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/field.tsx';
import { FormActions } from '../../components/form.tsx';

/** A new password, or the first one. It ends all other sessions. */
export function PasswordForm() {
  const { hasPassword, email } = useMe();
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const save = useAction(
    () => put('/console/api/me/password', { password, ...(hasPassword && { current }) }),
    {
      isQuiet: true,
      done: 'Password changed. All other sessions were signed out',
      invalidates: [['me'], ['sessions']],
      onDone: () => {
        setCurrent('');
        setPassword('');
      },
    },
  );
  const errors = formErrors(save.failure, (path) => path === 'password');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.run(undefined);
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {/* Password managers need to know whose it is. */}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      {hasPassword ? (
        <TextField
          label="Current password"
          type="password"
          autoComplete="current-password"
          value={current}
          onChange={({ target }) => setCurrent(target.value)}
        />
      ) : (
        <p className="text-soft">
          You sign in with links sent by e-mail. With a password you do not need them.
        </p>
      )}
      <TextField
        label="New password"
        type="password"
        autoComplete="new-password"
        hint="At least 10 characters. All other sessions end."
        value={password}
        error={errors.at('password')}
        onChange={({ target }) => setPassword(target.value)}
      />
      <FormActions errors={errors}>
        <Button
          type="submit"
          look="primary"
          busy={save.busy}
          disabled={password === '' || (hasPassword && current === '')}
        >
          {hasPassword ? 'Change password' : 'Set password'}
        </Button>
      </FormActions>
    </form>
  );
}
