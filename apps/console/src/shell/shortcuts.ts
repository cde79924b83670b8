import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { places } from './places.ts';

const SEQUENCE_MS = 1_200;

/** Ctrl K opens the palette; g and a letter go to a page. Never while somebody types. */
export function useShortcuts(onPalette: () => void): void {
  const navigate = useNavigate();
  useEffect(() => {
    let wentAtMs = 0;
    const onKey = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        // What stands over the page wants an answer first.
        if (!document.querySelector('dialog[open]')) onPalette();
        return;
      }
      const isTyping =
        event.target instanceof HTMLElement &&
        event.target.closest('input,textarea,select,[contenteditable]');
      if (
        isTyping ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        document.querySelector('dialog[open]')
      )
        return;
      if (event.key === 'g') {
        wentAtMs = event.timeStamp;
        return;
      }
      if (wentAtMs === 0 || event.timeStamp - wentAtMs > SEQUENCE_MS) return;
      wentAtMs = 0;
      const place = places.flat().find(({ key }) => key === event.key);
      if (place) void navigate({ to: place.to });
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [navigate, onPalette]);
}
