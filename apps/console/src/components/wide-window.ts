import { useSyncExternalStore } from 'react';

/** Where the lists show all columns: Tailwind's `lg`. */
const wide = () => matchMedia('(width >= 64rem)');

function subscribe(onChange: () => void): () => void {
  const query = wide();
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

/** Whether the window is wide enough for all columns of a list. */
export const useIsWide = (): boolean => useSyncExternalStore(subscribe, () => wide().matches);
