import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { useAction } from '../../api/action.ts';
import { post } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/field.tsx';
import { useFocusHeading } from '../../components/page.tsx';

/** Signs in with a password, or with a link by e-mail. */
export function SignInForm({
  email: known = '',
  onSignedIn,
  onElsewhere,
}: {
  readonly email?: string;
  readonly onSignedIn: () => void;
  /** Checks whether the user has signed in by the link in another window. */
  readonly onElsewhere?: () => Promise<boolean>;
}) {
  const [email, setEmail] = useState(known);
  const [password, setPassword] = useState('');
  const [isMailed, setMailed] = useState(false);
  const [isStillOut, setStillOut] = useState(false);
  const signIn = useAction(() => post('/console/api/sign-in', { email, password }), {
    isQuiet: true,
    onDone: onSignedIn,
  });
  const mail = useAction(() => post('/console/api/sign-in-links', { email }), {
    isQuiet: true,
    onDone: () => setMailed(true),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (password === '') mail.run(undefined);
    else signIn.run(undefined);
  };
  const lookElsewhere = async (isSignedIn: () => Promise<boolean>) => {
    setStillOut(false);
    setStillOut(!(await isSignedIn()));
  };
  const beginAgain = () => {
    setMailed(false);
    setStillOut(false);
  };
  const failure = signIn.failure ?? mail.failure;
  if (isMailed) {
    return (
      <div className="flex flex-col gap-4">
        <p role="status" className="text-soft">
          If {email} has an account, we sent a link. It works once; open it in this browser.
        </p>
        {isStillOut && (
          <p role="alert" className="text-bad">
            You are not signed in yet. Open the link from the e-mail in this browser first.
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          {onElsewhere && (
            <Button look="primary" onClick={() => void lookElsewhere(onElsewhere)}>
              I have signed in
            </Button>
          )}
          <Button onClick={beginAgain}>Use another method</Button>
        </div>
      </div>
    );
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <TextField
        label="E-mail"
        type="email"
        autoComplete="username"
        required
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <TextField
        label="Password"
        type="password"
        autoComplete="current-password"
        hint="Leave it empty to get a sign-in link by e-mail."
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      {failure && (
        <p role="alert" className="text-bad">
          {failure.message}
        </p>
      )}
      <Button type="submit" look="primary" busy={signIn.busy || mail.busy}>
        {password === '' ? 'E-mail me a link' : 'Sign in'}
      </Button>
    </form>
  );
}

/** The frame of the pages before sign-in. */
export function SignInFrame({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Parley`;
  }, [title]);
  const heading = useFocusHeading();
  return (
    <main className="grid min-h-dvh place-items-center p-4">
      <div className="flex w-full max-w-sm flex-col gap-5 rounded-xl border border-line bg-surface p-6 shadow-sm">
        <div className="flex items-center gap-2.5">
          <img src="/console/icon.svg" alt="" className="size-7" />
          <h1 ref={heading} tabIndex={-1} className="text-lg font-semibold tracking-tight">
            {title}
          </h1>
        </div>
        {children}
      </div>
    </main>
  );
}
