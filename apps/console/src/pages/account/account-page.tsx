import { useQueryClient } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useAction } from '../../api/action.ts';
import { post, put } from '../../api/client.ts';
import { formErrors } from '../../api/form-errors.ts';
import { roleWords, useMe } from '../../api/me.ts';
import { Button } from '../../components/button.tsx';
import { SelectField, TextField } from '../../components/field.tsx';
import { FormActions } from '../../components/form.tsx';
import { Facts, Page, Section } from '../../components/page.tsx';
import { Passkeys } from './passkeys.tsx';
import { SecondFactor } from './second-factor.tsx';
import { SessionList } from './session-list.tsx';

/** The user's profile, appearance, password and sessions. */
export function AccountPage() {
  const { email, role, isStaff, company } = useMe();
  const queries = useQueryClient();
  const signOut = useAction(() => post('/console/api/sign-out'), {
    onDone: ({ logoutUrl }) => {
      // No data of the company may stay in this window. Until it leaves, the page still shows who is signed in.
      addEventListener('pagehide', () => queries.clear(), { once: true });
      location.assign(logoutUrl ?? '/console/sign-in');
    },
  });
  return (
    <Page
      title="Your account"
      actions={
        <Button
          icon={<LogOut size={14} className="rtl:-scale-x-100" />}
          busy={signOut.busy}
          onClick={() => signOut.run(undefined)}
        >
          Sign out
        </Button>
      }
    >
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Section title="Profile">
          <div className="flex flex-col gap-4">
            <NameForm />
            <Facts
              of={[
                ['E-mail', email],
                ['Company', company?.name],
                ['Role', isStaff ? 'Staff' : roleWords(role)],
              ]}
            />
          </div>
        </Section>
        <Section title="Appearance">
          <LookChoice />
        </Section>
        <Section title="Password">
          <PasswordForm />
        </Section>
        <Section title="Second factor">
          <SecondFactor />
        </Section>
        <Section title="Passkeys">
          <Passkeys />
        </Section>
        <Section title="Sessions">
          <SessionList />
        </Section>
      </div>
    </Page>
  );
}

/** The user's name, as the team sees it. */
function NameForm() {
  const me = useMe();
  const [name, setName] = useState(me.name ?? '');
  const save = useAction(() => put('/console/api/me/name', { name }), {
    isQuiet: true,
    done: 'Saved',
    invalidates: [['me'], ['people']],
  });
  const errors = formErrors(save.failure, (path) => path === 'name');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.run(undefined);
  };
  return (
    <form noValidate onSubmit={submit} className="flex items-end gap-2">
      <div className="flex-1">
        <TextField
          label="Name"
          autoComplete="name"
          value={name}
          error={errors.at('name') ?? errors.rest[0]}
          onChange={({ target }) => setName(target.value)}
        />
      </div>
      <Button type="submit" busy={save.busy} disabled={name === (me.name ?? '')}>
        Save name
      </Button>
    </form>
  );
}

/** Colours and direction, kept in this browser. */
function LookChoice() {
  const [look, keep] = useState(readLook);
  const change = (to: Look) => {
    setLook(to);
    keep(to);
  };
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        label="Theme"
        value={look.theme}
        choices={[
          { value: 'system', words: 'Same as system' },
          { value: 'light', words: 'Light' },
          { value: 'dark', words: 'Dark' },
        ]}
        onChange={({ target }) => change({ ...look, theme: target.value as Look['theme'] })}
      />
      <SelectField
        label="Direction"
        value={look.direction}
        choices={[
          { value: 'ltr', words: 'Left to right' },
          { value: 'rtl', words: 'Right to left' },
        ]}
        onChange={({ target }) => change({ ...look, direction: target.value as Look['direction'] })}
      />
    </div>
  );
}

type Theme = 'system' | 'light' | 'dark';
interface Look {
  readonly theme: Theme;
  readonly direction: 'ltr' | 'rtl';
}

const KEY = 'parley.look';

function readLook(): Look {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Look>;
    return { theme: kept.theme ?? 'system', direction: kept.direction ?? 'ltr' };
  } catch {
    return { theme: 'system', direction: 'ltr' };
  }
}

/** Keeps it in this browser and shows it; theme.js does the same before the first paint. */
function setLook(look: Look): void {
  localStorage.setItem(KEY, JSON.stringify(look));
  const isDark =
    look.theme === 'dark' || (look.theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
  document.documentElement.dir = look.direction;
}

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
      {/** Password managers need the user name. */}
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
