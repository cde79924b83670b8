import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useAction } from '../../api/action.ts';
import { post } from '../../api/client.ts';
import { SkeletonLines } from '../../components/placeholder.tsx';
import { type OidcReturn, readOidcReturn } from './oidc-return.ts';
import { CodeForm, SignInForm, SignInFrame } from './sign-in-form.tsx';

/**
 * `/sign-in#<token>` redeems a link; the fragment never reaches a server log. With a state the user comes back from the
 * identity provider. Without either it shows the form.
 */
export function SignInPage() {
  const navigate = useNavigate();
  const enter = () => void navigate({ to: '/', replace: true });
  const [needsCode, setNeedsCode] = useState(false);
  const redeem = useAction(
    (given: { readonly token: string; readonly code?: string }) =>
      post('/console/api/sign-in-links/redeem', given),
    { isQuiet: true, onDone: ({ done }) => (done ? enter() : setNeedsCode(true)) },
  );
  const finish = useAction((returned: OidcReturn) => post('/console/api/sign-in/oidc/finish', returned), {
    isQuiet: true,
    // The service allowed only a page of the console.
    onDone: ({ returnTo }) => location.replace(returnTo),
  });
  const token = useRef(location.hash.slice(1));
  const [returned] = useState(() => readOidcReturn(location.search));
  const { run } = redeem;
  const { run: runFinish } = finish;
  const hasBegun = useRef(false);
  useEffect(() => {
    // A link works once, so it is sent once.
    if ((token.current === '' && !returned) || hasBegun.current) return;
    hasBegun.current = true;
    history.replaceState(null, '', location.pathname);
    if (returned) runFinish(returned);
    else run({ token: token.current });
  }, [run, runFinish, returned]);
  const failure = redeem.failure ?? finish.failure;
  if (needsCode) {
    return (
      <SignInFrame title="Sign in to Parley">
        <CodeForm
          busy={redeem.busy}
          failure={failure?.message}
          onCode={(code) => run({ token: token.current, code })}
        />
      </SignInFrame>
    );
  }
  if ((token.current !== '' || returned) && !failure) {
    return (
      <SignInFrame title="Signing you in">
        <SkeletonLines lines={2} />
      </SignInFrame>
    );
  }
  return (
    <SignInFrame title="Sign in to Parley">
      {failure && (
        <p role="alert" className="text-bad">
          {failure.message}
        </p>
      )}
      <SignInForm onSignedIn={enter} />
    </SignInFrame>
  );
}
