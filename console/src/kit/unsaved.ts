import { useBlocker } from '@tanstack/react-router';
import { useCallback, useRef } from 'react';
import { useConfirm } from './confirm.tsx';

const WORDS = 'What you typed here would be lost.';

/** Asks before typed words are left behind. Returns how to let go, for when they are saved. */
export function useUnsaved(isChanged: boolean, { words = WORDS }: { words?: string } = {}): () => void {
  const confirm = useConfirm();
  const isSaved = useRef(false);
  useBlocker({
    disabled: !isChanged,
    enableBeforeUnload: () => isChanged && !isSaved.current,
    shouldBlockFn: async ({ current, next }) => {
      // Filters of the same page leave nothing behind.
      if (isSaved.current || current.pathname === next.pathname) return false;
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
