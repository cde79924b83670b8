import { useMatches } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef } from 'react';

/**
 * Whoever goes to another page is put at its heading: the keyboard goes on from there, and a screen reader says where
 * that is. The first page of a window keeps the browser's own order, with the way past the menu in front.
 */
export function useArrival(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const path = useMatches({ select: (matches) => matches.at(-1)?.pathname ?? '' });
  useEffect(() => {
    // Kept in the document: a page that waits for its data is another element than the one that has them.
    const { dataset } = document.documentElement;
    const before = dataset.page;
    dataset.page = path;
    const { activeElement, body } = document;
    const isNew = before !== undefined && before !== path;
    const isLost = before === path && activeElement === body;
    if (!isNew && !isLost) return;
    // Where a page or a dialog has put somebody already, they stay.
    const isPlaced = activeElement?.closest('main, dialog') != null || body.querySelector('dialog[open]');
    if (!isPlaced) heading.current?.focus({ preventScroll: true });
  }, [path]);
  return heading;
}
