import { useBlocker } from '@tanstack/react-router';
import { useCallback, useRef } from 'react';
import { useConfirm } from './confirm.tsx';
import { useKeptTab } from './kept-tab.ts';

const editOf = ({ search }: { readonly search: { readonly edit?: unknown } }) => search.edit;
const WORDS = 'What you typed here would be lost.';

/** Keeps typed words when another tab is opened, and asks before they are left behind. Returns how to let go, for when they are saved or discarded. */
export function useUnsaved(isChanged: boolean, words = WORDS): () => void {
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
