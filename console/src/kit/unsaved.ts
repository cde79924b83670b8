import { useBlocker } from '@tanstack/react-router';
import { useCallback, useRef } from 'react';
import { useConfirm } from './confirm.tsx';

const WORDS = 'What you typed here would be lost.';

/**
 * Asks before typed words are left behind. Returns how to let go, for when they are saved.
 * A form that stands in a tab goes away with its tab: it says so, and is asked for then too.
 */
export function useUnsaved(
  isChanged: boolean,
  { words = WORDS, isInTab = false }: { readonly words?: string; readonly isInTab?: boolean } = {},
): () => void {
  const confirm = useConfirm();
  const isSaved = useRef(false);
  useBlocker({
    disabled: !isChanged,
    enableBeforeUnload: () => isChanged && !isSaved.current,
    shouldBlockFn: async ({ current, next }) => {
      const isOtherTab = isInTab && tabOf(current.search) !== tabOf(next.search);
      // Filters of the same page leave nothing behind.
      if (isSaved.current || (current.pathname === next.pathname && !isOtherTab)) return false;
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

const tabOf = (search: { readonly tab?: string }): string | undefined => search.tab;
