import { Outlet } from '@tanstack/react-router';
import { Menu as MenuIcon } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useMe } from '../api/me.ts';
import { IconButton } from '../kit/button.tsx';
import { classNames } from '../kit/class-names.ts';
import { LiveChanges } from '../live/live-changes.tsx';
import { Liveness } from './liveness.tsx';
import { Palette } from './palette.tsx';
import { useShortcuts } from './shortcuts.ts';
import { Sidebar } from './sidebar.tsx';

/** The frame around every page: where one can go at the side, the page beside it. */
export function Shell() {
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  const [isMenuOpen, setMenuOpen] = useState(false);
  useShortcuts(useCallback(() => setPaletteOpen(true), []));
  const { company } = useMe();
  return (
    // Another company, another page: nothing of the one before stays, and changes are told of the new one.
    <LiveChanges key={company?.id}>
      <a
        href="#main"
        className="sr-only z-50 rounded-md bg-accent px-3 py-2 text-on-accent focus:not-sr-only focus:absolute focus:start-3 focus:top-3"
      >
        Skip to the page
      </a>
      <div className="flex h-dvh flex-col lg:flex-row">
        <div className="flex h-12 shrink-0 items-center gap-2 border-b border-line bg-surface px-3 lg:hidden">
          <IconButton
            label={isMenuOpen ? 'Close the menu' : 'Open the menu'}
            aria-expanded={isMenuOpen}
            icon={<MenuIcon size={18} />}
            onClick={() => setMenuOpen((isOpen) => !isOpen)}
          />
          <span className="font-semibold">Parley</span>
          <Liveness isTerse className="ms-auto" />
        </div>
        <aside
          className={classNames(
            'w-full shrink-0 border-e border-line bg-ground lg:block lg:w-58',
            isMenuOpen ? 'absolute inset-x-0 top-12 bottom-0 z-30' : 'hidden',
          )}
        >
          <Sidebar onGo={() => setMenuOpen(false)} onSearch={() => setPaletteOpen(true)} />
        </aside>
        {/* Positioned, so that what is only for screen readers scrolls with the page instead of making the document longer. */}
        <div className="relative min-h-0 min-w-0 flex-1 overflow-y-auto">
          <Outlet />
        </div>
      </div>
      <Palette isOpen={isPaletteOpen} onClose={() => setPaletteOpen(false)} />
    </LiveChanges>
  );
}
