import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { useAction } from '../../api/action.ts';
import { post } from '../../api/client.ts';
import { passkeysWorkHere, signInWithPasskey } from '../../api/passkey.ts';
import { useSignInMethods } from '../../api/sign-in-methods.ts';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/field.tsx';
import { useFocusHeading } from '../../components/page.tsx';
import { SkeletonLines } from '../../components/placeholder.tsx';
import { beginOidc } from './oidc-return.ts';

interface SignInFormProps {
  readonly email?: string;
  readonly onSignedIn: () => void;
  /** Checks whether the user has signed in in another window. Without it the page may be left to sign in. */
  readonly onElsewhere?: () => Promise<boolean>;
}

/** Every way to sign in that this installation has. */
export function SignInForm(props: SignInFormProps) {
  const methods = useSignInMethods();
  if (methods.isPending) return <SkeletonLines lines={3} />;
  // The form is there even if the question failed: it says itself that the service is unreachable.
  const { isLocal, oidc, passkeys } = methods.data ?? { isLocal: true, oidc: null, passkeys: null };
  return (
    <div className="flex flex-col gap-4">
      {oidc && <OidcButton name={oidc.name} isElsewhere={props.onElsewhere !== undefined} />}
      {oidc && isLocal && <p className="text-center text-xs text-soft">or</p>}
      {isLocal && <LocalForm {...props} />}
      {passkeysWorkHere(passkeys?.host) && <PasskeyButton onSignedIn={props.onSignedIn} />}
    </div>
  );
}

/** In a dialog over a page that must not be lost, the provider is opened in another window. */
function OidcButton({ name, isElsewhere }: { readonly name: string; readonly isElsewhere: boolean }) {
  const begin = useAction(() => beginOidc(`${location.pathname}${location.search}`), { isQuiet: true });
  const open = () => (isElsewhere ? void window.open('/console/sign-in') : begin.run(undefined));
  return (
    <>
      <Button look="primary" busy={begin.busy} onClick={open}>
        Sign in with {name}
      </Button>
      {begin.failure && (
        <p role="alert" className="text-bad">
          {begin.failure.message}
        </p>
      )}
    </>
  );
}

function PasskeyButton({ onSignedIn }: Pick<SignInFormProps, 'onSignedIn'>) {
  const signIn = useAction(signInWithPasskey, { isQuiet: true, onDone: onSignedIn });
  return (
    <>
      <Button busy={signIn.busy} onClick={() => signIn.run(undefined)}>
        Sign in with a passkey
      </Button>
      {signIn.problem && (
        <p role="alert" className="text-bad">
          {signIn.problem}
        </p>
      )}
    </>
  );
}

/** Signs in with a password, or with a link by e-mail. */
function LocalForm({ email: known = '', onSignedIn, onElsewhere }: SignInFormProps) {
  const [email, setEmail] = useState(known);
  const [password, setPassword] = useState('');
  const [isMailed, setMailed] = useState(false);
  const [isStillOut, setStillOut] = useState(false);
  const [needsCode, setNeedsCode] = useState(false);
  const signIn = useAction(
    (code?: string) =>
      post('/console/api/sign-in', { email, password, ...(code === undefined ? {} : { code }) }),
    {
      isQuiet: true,
      onDone: ({ done }) => (done ? onSignedIn() : setNeedsCode(true)),
    },
  );
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
  if (needsCode) {
    return (
      <CodeForm
        busy={signIn.busy}
        failure={failure?.message}
        onCode={signIn.run}
        onCancel={() => setNeedsCode(false)}
      />
    );
  }
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

/** Asks for a code of the second factor. */
export function CodeForm({
  busy,
  failure,
  onCode,
  onCancel,
}: {
  readonly busy: boolean;
  readonly failure: string | undefined;
  readonly onCode: (code: string) => void;
  readonly onCancel?: () => void;
}) {
  const [code, setCode] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onCode(code);
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <TextField
        label="Code"
        autoComplete="one-time-code"
        autoFocus
        required
        maxLength={40}
        hint="Enter the code that your authenticator app shows, or a recovery code."
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      {failure && (
        <p role="alert" className="text-bad">
          {failure}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" busy={busy}>
          Sign in
        </Button>
        {onCancel && <Button onClick={onCancel}>Cancel</Button>}
      </div>
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
