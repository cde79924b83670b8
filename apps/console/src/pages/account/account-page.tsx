import { useQueryClient } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { useAct } from '../../api/act.ts';
import { post } from '../../api/client.ts';
import { useMe } from '../../api/me.ts';
import { Button } from '../../kit/button.tsx';
import { Facts, Page, Section } from '../../kit/page.tsx';
import { roleWords } from '../people/role-words.ts';
import { LookChoice } from './look-choice.tsx';
import { NameForm } from './name-form.tsx';
import { PasswordForm } from './password-form.tsx';
import { SessionList } from './session-list.tsx';

/** Who one is here, how one gets in, and how it looks. */
export function AccountPage() {
  const { email, role, isStaff, company } = useMe();
  const queries = useQueryClient();
  const signOut = useAct(() => post('/console/api/sign-out'), {
    onDone: () => {
      // Nothing of the company may stay in this window.
      queries.clear();
      location.assign('/console/sign-in');
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
        <Section title="You">
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
        <Section title="How it looks">
          <LookChoice />
        </Section>
        <Section title="Password">
          <PasswordForm />
        </Section>
        <Section title="Where you are signed in">
          <SessionList />
        </Section>
      </div>
    </Page>
  );
}
