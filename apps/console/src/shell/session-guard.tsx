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
 * Shows pages only to signed-in users. An expired session is renewed in a dialog over the page, so that nothing
 * typed is lost.
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

/** A session has one company. Another window switched to another one: the user chooses. */
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

/** Why the page is blocked; `other-company` has the company of the session. */
type SessionProblem =
  | { readonly kind: 'expired' }
  | { readonly kind: 'other-company'; readonly name: string };

interface SessionWatch {
  readonly problem: SessionProblem | undefined;
  /** Checks whether the block is over; returns whether somebody is signed in. */
  readonly look: () => Promise<boolean>;
  /** The user signed in on this page and continues with its company. */
  readonly enter: () => Promise<void>;
  /** Switches the session back to the company of the page. */
  readonly goOn: (companyId: string) => Promise<void>;
}

/** Watches whether the session still has the user and the company of the page. */
function useSessionWatch(): SessionWatch {
  const queries = useQueryClient();
  const [problem, setProblem] = useState<SessionProblem>();
  const shown = useCallback(() => queries.getQueryData<Me>(meQuery.queryKey), [queries]);

  const look = useCallback(async () => {
    // An expired session is signalled; other failures are retried later.
    const now = await readMe().catch(() => undefined);
    const before = shown();
    if (now === undefined || before === undefined) return now !== undefined;
    if (now.id !== before.id) {
      // Another user must not see data or drafts of this one.
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
    if (before === undefined) {
      // The question who is signed in was refused before: that must not open the dialog over the page.
      setProblem(undefined);
      return queries.invalidateQueries();
    }
    const now = await readMe().catch(() => undefined);
    const isMoved = now?.id === before.id && now.company?.id !== before.company?.id;
    // If the user lost access to the company, the next check shows it.
    if (isMoved && before.company) await switchCompany(before.company.id).catch(() => undefined);
    await look();
    notifyWindows();
  }, [queries, shown, look]);

  const isOut = problem !== undefined;
  useEffect(() => {
    // Refetch what was refused meanwhile.
    return isOut ? () => void queries.invalidateQueries() : undefined;
  }, [isOut, queries]);
  useEffect(() => onSession('expired', () => setProblem({ kind: 'expired' })), []);
  useEffect(() => onSession('other-company', () => void look()), [look]);
  useEffect(() => onOtherWindow(() => void look()), [look]);
  useEffect(() => {
    // The user may have signed in or switched back in another window.
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
