import { useMatch } from '@tanstack/react-router';
import { createContext, type ReactNode, type RefObject, useContext, useEffect, useRef } from 'react';

interface Whereabouts {
  path: string | undefined;
  /** Somebody went here from another page: their place is the heading, until they go on from it. */
  isArrival: boolean;
}

const Context = createContext<RefObject<Whereabouts> | undefined>(undefined);

/** Remembers which page was shown last: a page that waits for its data is another one than the page that has them. */
export function ArrivalProvider({ children }: { readonly children: ReactNode }) {
  const last = useRef<Whereabouts>({ path: undefined, isArrival: false });
  return <Context value={last}>{children}</Context>;
}

/**
 * Whoever goes to another page is put at its heading: the keyboard goes on from there, and a screen reader says where
 * that is. The first page of a window keeps the browser's own order, with the way past the menu in front. Filters and
 * tabs are the same page.
 */
export function useArrival(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const last = useContext(Context);
  const path = useMatch({ strict: false, select: ({ pathname }) => pathname });
  useEffect(() => {
    if (last === undefined) return;
    const { path: before } = last.current;
    const isNew = before !== path;
    if (isNew) last.current = { path, isArrival: before !== undefined };
    if (!last.current.isArrival || isBusy()) return;
    // Of the same page, only a heading that was replaced under somebody is looked for again.
    if (isNew || document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, [last, path]);
  return heading;
}

/** Somebody types already, or something over the page wants an answer. */
const isBusy = (): boolean =>
  document.querySelector('dialog[open]') !== null ||
  document.activeElement?.matches('input, textarea, select, [contenteditable]') === true;
