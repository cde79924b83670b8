import { useBlocker } from '@tanstack/react-router';
import { useCallback, useEffect, useRef } from 'react';
import { useConfirm } from './dialog.tsx';
import { useKeptTab } from './tabs.tsx';

const editOf = ({ search }: { readonly search: { readonly edit?: unknown } }) => search.edit;
const WORDS = 'Your changes will be lost.';

/** Keeps typed words when another tab is opened, and asks before they are left behind. Returns how to let go, for when they are saved or discarded. */
export function useUnsavedChanges(isChanged: boolean, words = WORDS): () => void {
  const confirm = useConfirm();
  const isSaved = useRef(false);
  useKeptTab(isChanged);
  useBlocker({
    disabled: !isChanged,
    enableBeforeUnload: () => isChanged && !isSaved.current,
    shouldBlockFn: async ({ current, next }) => {
      // Filters and tabs of the same page leave nothing behind; what `edit` opened goes with it.
      const isSamePage = current.pathname === next.pathname && editOf(current) === editOf(next);
      if (isSaved.current || isSamePage) return false;
      return !(await confirm({
        title: 'Leave without saving?',
        words,
        yes: 'Leave',
        no: 'Stay',
      }));
    },
  });
  return useCallback(() => {
    isSaved.current = true;
  }, []);
}

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
export function useAbortOnLeave(): () => AbortSignal {
  const left = useRef(new AbortController());
  useEffect(() => {
    // Anew, for a page that is taken away and put back.
    if (left.current.signal.aborted) left.current = new AbortController();
    return () => left.current.abort();
  }, []);
  return useCallback(() => left.current.signal, []);
}
