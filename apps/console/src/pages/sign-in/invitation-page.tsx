import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useAction } from '../../api/action.ts';
import { post } from '../../api/client.ts';
import { useSignInMethods } from '../../api/sign-in-methods.ts';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/field.tsx';
import { SignInFrame } from './sign-in-form.tsx';

/**
 * `/invitations#<token>`, the link in the e-mail: the invited user enters a name and a password. The fragment never reaches
 * a server log.
 */
export function InvitationPage() {
  const { token: tokenOfPath = '' } = useParams({ strict: false });
  const [token] = useState(() => location.hash.slice(1) || tokenOfPath);
  const navigate = useNavigate();
  const methods = useSignInMethods();
  const isLocal = methods.data?.isLocal ?? true;
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [isOtherCompany, setElsewhere] = useState(false);
  const accept = useAction(
    () =>
      post('/console/api/invitations/redeem', {
        token,
        ...(name === '' ? {} : { name }),
        ...(password === '' ? {} : { password }),
      }),
    {
      isQuiet: true,
      onDone: ({ isSignedIn }) =>
        isSignedIn ? void navigate({ to: '/', replace: true }) : setElsewhere(true),
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    accept.run(undefined);
  };
  if (isOtherCompany) {
    return (
      <SignInFrame title="You joined the company">
        <p role="status">
          {isLocal
            ? 'You already have an account. Open the sign-in link we have e-mailed you, or use single sign-on.'
            : 'Now sign in with single sign-on.'}
        </p>
      </SignInFrame>
    );
  }
  return (
    <SignInFrame title="Join Parley">
      <form onSubmit={submit} className="flex flex-col gap-4">
        <TextField
          label="Your name"
          autoComplete="name"
          value={name}
          error={accept.errorAt('name')}
          onChange={(event) => setName(event.target.value)}
        />
        {!methods.isPending && isLocal && (
          <TextField
            label="Choose a password"
            type="password"
            autoComplete="new-password"
            hint="Or leave it empty and sign in with links sent by e-mail."
            value={password}
            error={accept.errorAt('password')}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
        {accept.failure && (
          <p role="alert" className="text-bad">
            {accept.failure.message}
          </p>
        )}
        {accept.failure?.status === 409 && (
          <Link to="/sign-in" className="underline">
            Sign in
          </Link>
        )}
        <Button type="submit" look="primary" busy={accept.busy}>
          Join company
        </Button>
      </form>
    </SignInFrame>
  );
}
