import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { ApiFailure, onSessionExpired } from '../api/client.ts';
import { meQuery } from '../api/me.ts';
import { Dialog } from '../kit/dialog.tsx';
import { SkeletonLines } from '../kit/skeleton.tsx';
import { Trouble } from '../kit/trouble.tsx';
import { SignInForm } from '../pages/sign-in/sign-in-form.tsx';
import { SignInFrame } from '../pages/sign-in/sign-in-frame.tsx';

/**
 * Lets in who is signed in. A session that ends while somebody works is renewed in a dialog over the page, so that
 * nothing typed is lost.
 */
export function SessionDoor({ children }: { readonly children: ReactNode }) {
  const me = useQuery({
    ...meQuery,
    retry: (count, error) => count < 2 && !(error instanceof ApiFailure && error.status === 401),
  });
  const queries = useQueryClient();
  const [hasExpired, setExpired] = useState(false);
  useEffect(() => onSessionExpired(() => setExpired(true)), []);
  const enter = () => {
    setExpired(false);
    void queries.invalidateQueries();
  };
  if (me.data === undefined) {
    if (me.isPending)
      return (
        <div className="p-10">
          <SkeletonLines />
        </div>
      );
    if (me.error instanceof ApiFailure && me.error.status === 401) {
      return (
        <SignInFrame title="Sign in to Parley">
          <SignInForm onSignedIn={enter} />
        </SignInFrame>
      );
    }
    return <Trouble error={me.error} onRetry={() => void me.refetch()} />;
  }
  return (
    <>
      {children}
      <Dialog title="Your session has ended" isOpen={hasExpired} isSticky onClose={() => undefined}>
        <p className="text-soft">Sign in again to go on. What you typed is still there.</p>
        <SignInForm email={me.data.email} onSignedIn={enter} />
      </Dialog>
    </>
  );
}
