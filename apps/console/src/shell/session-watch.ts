import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { lookAtCompany, type Me, meQuery, readMe } from '../api/me.ts';
import { onOtherWindow, onSession, tellSession, tellWindows } from '../api/session-signals.ts';

/** Why the page cannot go on as it is; `elsewhere` names the company that the session looks at. */
export type SessionTrouble =
  | { readonly kind: 'expired' }
  | { readonly kind: 'elsewhere'; readonly name: string };

export interface SessionWatch {
  readonly trouble: SessionTrouble | undefined;
  /** Looks whether it is over; answers whether anybody is signed in. */
  readonly look: () => Promise<boolean>;
  /** Somebody signed in on this page: they go on with the company that it shows. */
  readonly enter: () => Promise<void>;
  /** Has the session look at the company of the page again. */
  readonly goOn: (companyId: string) => Promise<void>;
}

/** Watches whether the session is still the one that the page was made for: its person, and its company. */
export function useSessionWatch(): SessionWatch {
  const queries = useQueryClient();
  const [trouble, setTrouble] = useState<SessionTrouble>();
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
      setTrouble(undefined);
      tellSession('renewed');
    } else {
      setTrouble({ kind: 'elsewhere', name: now.company?.name ?? 'no company' });
    }
    return true;
  }, [shown]);

  const goOn = useCallback(
    async (companyId: string) => {
      await lookAtCompany(companyId);
      await look();
      tellWindows();
    },
    [look],
  );

  const enter = useCallback(async () => {
    const before = shown();
    if (before === undefined) return queries.invalidateQueries();
    const now = await readMe().catch(() => undefined);
    const isMoved = now?.id === before.id && now.company?.id !== before.company?.id;
    // Who may no longer look at it is told so by the look that follows.
    if (isMoved && before.company) await lookAtCompany(before.company.id).catch(() => undefined);
    await look();
    tellWindows();
  }, [queries, shown, look]);

  const isOut = trouble !== undefined;
  useEffect(() => {
    // Whatever was refused meanwhile is read once more.
    return isOut ? () => void queries.invalidateQueries() : undefined;
  }, [isOut, queries]);
  useEffect(() => onSession('expired', () => setTrouble({ kind: 'expired' })), []);
  useEffect(() => onSession('elsewhere', () => void look()), [look]);
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
  return { trouble, look, enter, goOn };
}
