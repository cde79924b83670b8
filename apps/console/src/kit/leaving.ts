import { useBlocker } from '@tanstack/react-router';
import { useCallback, useEffect, useRef } from 'react';
import { useConfirm } from './confirm.tsx';

export interface UnderWay {
  readonly is: boolean;
  /** "Leave the import?" */
  readonly title: string;
  /** What would be left undone. */
  readonly words: string;
  /** It goes on in its tab while another one is looked at. */
  readonly isKept?: boolean;
}

/** Asks before somebody leaves what is still being sent. */
export function useAskBeforeLeaving({ is, title, words, isKept = false }: UnderWay): void {
  const confirm = useConfirm();
  useBlocker({
    disabled: !is,
    enableBeforeUnload: is,
    shouldBlockFn: async ({ current, next }) => {
      if (isKept && current.pathname === next.pathname) return false;
      return !(await confirm({ title, words, yes: 'Leave', no: 'Stay' }));
    },
  });
}

/** A signal for what is sent piece by piece: who leaves the page ends it. */
export function useUntilLeft(): () => AbortSignal {
  const left = useRef(new AbortController());
  useEffect(() => {
    // Anew, for a page that is taken away and put back.
    if (left.current.signal.aborted) left.current = new AbortController();
    return () => left.current.abort();
  }, []);
  return useCallback(() => left.current.signal, []);
}
