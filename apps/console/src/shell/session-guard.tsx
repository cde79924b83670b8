import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { useAction } from '../api/action.ts';
import { ApiFailure, notifyWindows, onOtherWindow, onSession, signalSession } from '../api/client.ts';
import { type Me, meQuery, readMe, switchCompany } from '../api/me.ts';
import { Button } from '../components/button.tsx';
import { Dialog, DialogActions } from '../components/dialog.tsx';
import { LoadError, SkeletonLines } from '../components/placeholder.tsx';
import { SignInForm, SignInFrame } from '../pages/sign-in/sign-in-form.tsx';

/**
 * Lets in who is signed in. A session that ends while somebody works is renewed in a dialog over the page, so that
 * nothing typed is lost.
 */
export function SessionGuard({ children }: { readonly children: ReactNode }) {
  const me = useQuery({
    ...meQuery,
    retry: (count, error) => count < 2 && !(error instanceof ApiFailure && error.status === 401),
  });
  const { problem, look, enter, goOn } = useSessionWatch();
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
    return <LoadError error={me.error} onRetry={() => void me.refetch()} />;
  }
  return (
    <>
      {children}
      <Dialog
        title="Your session has ended"
        isOpen={problem?.kind === 'expired'}
        isSticky
        onClose={() => undefined}
      >
        <p className="text-soft">Sign in again to continue. Your changes are still here.</p>
        <SignInForm email={me.data.email} onSignedIn={() => void enter()} onElsewhere={look} />
      </Dialog>
      <Elsewhere
        name={problem?.kind === 'other-company' ? problem.name : undefined}
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
  const back = useAction(goOn, { isQuiet: true });
  return (
    <Dialog
      title="You switched to another company"
      isOpen={name !== undefined}
      isSticky
      onClose={() => undefined}
    >
      <p className="text-soft">
        In another window you switched to <strong dir="auto">{name}</strong>. This page still shows{' '}
        <strong dir="auto">{shown?.name ?? 'no company'}</strong> and sends nothing until you choose.
      </p>
      {back.failure && (
        <p role="alert" className="text-bad">
          {back.failure.message}
        </p>
      )}
      <DialogActions>
        <Button onClick={() => location.assign('/console/')}>Switch to {name}</Button>
        {shown && (
          <Button look="primary" busy={back.busy} onClick={() => back.run(shown.id)}>
            Stay with {shown.name}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

/** Why the page cannot go on as it is; `other-company` names the company that the session looks at. */
type SessionProblem =
  | { readonly kind: 'expired' }
  | { readonly kind: 'other-company'; readonly name: string };

interface SessionWatch {
  readonly problem: SessionProblem | undefined;
  /** Looks whether it is over; answers whether anybody is signed in. */
  readonly look: () => Promise<boolean>;
  /** Somebody signed in on this page: they go on with the company that it shows. */
  readonly enter: () => Promise<void>;
  /** Has the session look at the company of the page again. */
  readonly goOn: (companyId: string) => Promise<void>;
}

/** Watches whether the session is still the one that the page was made for: its person, and its company. */
function useSessionWatch(): SessionWatch {
  const queries = useQueryClient();
  const [problem, setProblem] = useState<SessionProblem>();
  const shown = useCallback(() => queries.getQueryData<Me>(meQuery.queryKey), [queries]);

  const look = useCallback(async () => {
    // That nobody is signed in is told as a signal; who cannot be asked is asked again later.
    const now = await readMe().catch(() => undefined);
    const before = shown();
    if (now === undefined || before === undefined) return now !== undefined;
    if (now.id !== before.id) {
      // Nothing that one person read or typed is for another.
      location.reload();
    } else if (now.company?.id === before.company?.id) {
      setProblem(undefined);
      signalSession('renewed');
    } else {
      setProblem({ kind: 'other-company', name: now.company?.name ?? 'no company' });
    }
    return true;
  }, [shown]);

  const goOn = useCallback(
    async (companyId: string) => {
      await switchCompany(companyId);
      await look();
      notifyWindows();
    },
    [look],
  );

  const enter = useCallback(async () => {
    const before = shown();
    if (before === undefined) return queries.invalidateQueries();
    const now = await readMe().catch(() => undefined);
    const isMoved = now?.id === before.id && now.company?.id !== before.company?.id;
    // Who may no longer look at it is told so by the look that follows.
    if (isMoved && before.company) await switchCompany(before.company.id).catch(() => undefined);
    await look();
    notifyWindows();
  }, [queries, shown, look]);

  const isOut = problem !== undefined;
  useEffect(() => {
    // Whatever was refused meanwhile is read once more.
    return isOut ? () => void queries.invalidateQueries() : undefined;
  }, [isOut, queries]);
  useEffect(() => onSession('expired', () => setProblem({ kind: 'expired' })), []);
  useEffect(() => onSession('other-company', () => void look()), [look]);
  useEffect(() => onOtherWindow(() => void look()), [look]);
  useEffect(() => {
    // They may have signed in, or gone back, in another window.
    const back = () => document.visibilityState === 'visible' && void look();
    if (!isOut) return;
    window.addEventListener('focus', back);
    document.addEventListener('visibilitychange', back);
    return () => {
      window.removeEventListener('focus', back);
      document.removeEventListener('visibilitychange', back);
    };
  }, [isOut, look]);
  return { problem, look, enter, goOn };
}
