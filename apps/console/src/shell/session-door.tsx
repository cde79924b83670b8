import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useAct } from '../api/act.ts';
import { ApiFailure } from '../api/client.ts';
import { type Me, meQuery } from '../api/me.ts';
import { Button } from '../kit/button.tsx';
import { Dialog, DialogActions } from '../kit/dialog.tsx';
import { SkeletonLines } from '../kit/skeleton.tsx';
import { Trouble } from '../kit/trouble.tsx';
import { SignInForm } from '../pages/sign-in/sign-in-form.tsx';
import { SignInFrame } from '../pages/sign-in/sign-in-frame.tsx';
import { useSessionWatch } from './session-watch.ts';

/**
 * Lets in who is signed in. A session that ends while somebody works is renewed in a dialog over the page, so that
 * nothing typed is lost.
 */
export function SessionDoor({ children }: { readonly children: ReactNode }) {
  const me = useQuery({
    ...meQuery,
    retry: (count, error) => count < 2 && !(error instanceof ApiFailure && error.status === 401),
  });
  const { trouble, look, enter, goOn } = useSessionWatch();
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
          <SignInForm onSignedIn={() => void enter()} />
        </SignInFrame>
      );
    }
    return <Trouble error={me.error} onRetry={() => void me.refetch()} />;
  }
  return (
    <>
      {children}
      <Dialog
        title="Your session has ended"
        isOpen={trouble?.kind === 'expired'}
        isSticky
        onClose={() => undefined}
      >
        <p className="text-soft">Sign in again to go on. What you typed is still there.</p>
        <SignInForm email={me.data.email} onSignedIn={() => void enter()} onElsewhere={look} />
      </Dialog>
      <Elsewhere
        name={trouble?.kind === 'elsewhere' ? trouble.name : undefined}
        shown={me.data.company}
        goOn={goOn}
      />
    </>
  );
}

/** A session looks at one company. Another window chose another one: which is it to be? */
function Elsewhere({
  name,
  shown,
  goOn,
}: {
  readonly name: string | undefined;
  readonly shown: Me['company'];
  readonly goOn: (companyId: string) => Promise<void>;
}) {
  const back = useAct(goOn, { isQuiet: true });
  return (
    <Dialog
      title="You look at another company"
      isOpen={name !== undefined}
      isSticky
      onClose={() => undefined}
    >
      <p className="text-soft">
        In another window you went to <strong dir="auto">{name}</strong>. This page is still about{' '}
        <strong dir="auto">{shown?.name ?? 'no company'}</strong>; nothing is sent from it until you choose.
      </p>
      {back.failure && (
        <p role="alert" className="text-bad">
          {back.failure.message}
        </p>
      )}
      <DialogActions>
        <Button onClick={() => location.assign('/console/')}>Leave this page for {name}</Button>
        {shown && (
          <Button look="primary" busy={back.busy} onClick={() => back.run(shown.id)}>
            Go on with {shown.name}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
