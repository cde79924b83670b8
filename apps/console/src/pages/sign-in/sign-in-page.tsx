import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useAction } from '../../api/action.ts';
import { post } from '../../api/client.ts';
import { SkeletonLines } from '../../components/placeholder.tsx';
import { SignInForm, SignInFrame } from './sign-in-form.tsx';

/** `/sign-in#<token>` redeems a link; without a token it shows the form. The fragment never reaches a server log. */
export function SignInPage() {
  const navigate = useNavigate();
  const enter = () => void navigate({ to: '/', replace: true });
  const redeem = useAction((token: string) => post('/console/api/sign-in-links/redeem', { token }), {
    isQuiet: true,
    onDone: enter,
  });
  const token = useRef(location.hash.slice(1));
  const { run } = redeem;
  const hasBegun = useRef(false);
  useEffect(() => {
    // A link works once, so it is sent once.
    if (token.current === '' || hasBegun.current) return;
    hasBegun.current = true;
    history.replaceState(null, '', location.pathname);
    run(token.current);
  }, [run]);
  if (token.current !== '' && !redeem.failure) {
    return (
      <SignInFrame title="Signing you in">
        <SkeletonLines lines={2} />
      </SignInFrame>
    );
  }
  return (
    <SignInFrame title="Sign in to Parley">
      {redeem.failure && (
        <p role="alert" className="text-bad">
          {redeem.failure.message}
        </p>
      )}
      <SignInForm onSignedIn={enter} />
    </SignInFrame>
  );
}
