import { Outlet, useNavigate } from '@tanstack/react-router';
import { Menu as MenuIcon } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { useMe } from '../api/me.ts';
import { IconButton } from '../components/button.tsx';
import { classNames } from '../components/class-names.ts';
import { LiveChanges } from '../live/live-changes.tsx';
import { CommandPalette } from './command-palette.tsx';
import { ConnectionStatus, navItems, Sidebar } from './sidebar.tsx';

/** The frame of all pages: the sidebar and the page. */
export function Shell() {
  const [opening, setOpening] = useState(0);
  const [isMenuOpen, setMenuOpen] = useState(false);
  const search = useCallback(() => setOpening((before) => before + 1), []);
  useShortcuts(search);
  const { company } = useMe();
  return (
    // Mounted again for another company: no state stays, and live changes are those of the new one.
    <LiveChanges key={company?.id}>
      <a
        href="#main"
        className="sr-only z-50 rounded-md bg-accent px-3 py-2 text-on-accent focus:not-sr-only focus:absolute focus:start-3 focus:top-3"
      >
        Skip to content
      </a>
      <div className="flex h-dvh flex-col lg:flex-row">
        <div className="flex h-12 shrink-0 items-center gap-2 border-b border-line bg-surface px-3 lg:hidden">
          <IconButton
            label={isMenuOpen ? 'Close menu' : 'Open menu'}
            aria-expanded={isMenuOpen}
            icon={<MenuIcon size={18} />}
            onClick={() => setMenuOpen((isOpen) => !isOpen)}
          />
          <span className="font-semibold">Parley</span>
          <ConnectionStatus isTerse className="ms-auto" />
        </div>
        <aside
          className={classNames(
            'w-full shrink-0 border-e border-line bg-ground lg:block lg:w-58',
            isMenuOpen ? 'absolute inset-x-0 top-12 bottom-0 z-30' : 'hidden',
          )}
        >
          <Sidebar onGo={() => setMenuOpen(false)} onSearch={search} />
        </aside>
        {/* Positioned, so that what is only for screen readers scrolls with the page instead of making the document longer. */}
        <div className="relative min-h-0 min-w-0 flex-1 overflow-y-auto">
          <Outlet />
        </div>
      </div>
      <CommandPalette opening={opening} onClose={() => setOpening(0)} />
    </LiveChanges>
  );
}

const SEQUENCE_MS = 1_200;

/** Ctrl K opens the palette; g and a letter go to a page. Never while somebody types. */
function useShortcuts(onPalette: () => void): void {
  const navigate = useNavigate();
  useEffect(() => {
    let wentAtMs = 0;
    const onKey = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        // A dialog or a menu is open.
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
      const navItem = navItems.flat().find(({ key }) => key === event.key);
      if (navItem) void navigate({ to: navItem.to });
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [navigate, onPalette]);
}
