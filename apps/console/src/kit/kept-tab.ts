import { createContext, useContext, useEffect } from 'react';

/** Keeps the tab around a part of the page; returns how to let it go again. */
export const KeepTab = createContext<(() => () => void) | undefined>(undefined);

/** While this is so, the tab around stays in the page when another one is opened, with all that was typed in it. */
export function useKeptTab(isKept: boolean): void {
  const keep = useContext(KeepTab);
  useEffect(() => (isKept ? keep?.() : undefined), [isKept, keep]);
}
