import { Tabs as Radix } from 'radix-ui';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react';
import { direction } from './menu.tsx';

export interface Tab {
  readonly name: string;
  readonly words: string;
  readonly count?: number | undefined;
  readonly content: ReactNode;
}

/**
 * Tabs of a page. The page keeps the open one in its address. Closed tabs are unmounted, except those with unsaved
 * changes: they stay mounted, hidden and marked.
 */
export function Tabs({
  label,
  tabs,
  open: asked,
  onOpen,
}: {
  readonly label: string;
  readonly tabs: readonly Tab[];
  /** The first one is open where none has this name. */
  readonly open: string;
  readonly onOpen: (name: string) => void;
}) {
  const open = (tabs.find(({ name }) => name === asked) ?? tabs[0])?.name ?? asked;
  // Contains a tab once for each of its forms with unsaved changes.
  const [kept, setKept] = useState<readonly string[]>([]);
  const keep = useCallback((name: string) => {
    setKept((before) => [...before, name]);
    return () => setKept((before) => before.toSpliced(before.indexOf(name), 1));
  }, []);
  const strip = useRef<HTMLDivElement>(null);
  // On a narrow screen the open tab may be outside of the strip.
  useEffect(() => {
    const tab = strip.current?.querySelector('[data-state="active"]');
    if (!tab || !strip.current) return;
    const [at, seen] = [tab.getBoundingClientRect(), strip.current.getBoundingClientRect()];
    strip.current.scrollBy({ left: Math.max(0, at.right - seen.right) || Math.min(0, at.left - seen.left) });
  }, [open]);
  return (
    <Radix.Root dir={direction()} value={open} onValueChange={onOpen} className="flex min-h-0 flex-col gap-4">
      <Radix.List
        ref={strip}
        aria-label={label}
        // The line is a shadow: tabs overlapping a border would make the strip scroll vertically.
        className="flex gap-1 overflow-x-auto [scrollbar-width:thin] shadow-[inset_0_-1px_var(--line)]"
      >
        {tabs.map(({ name, words, count }) => (
          <Radix.Trigger
            key={name}
            value={name}
            // The strip clips what is outside of it.
            className="border-b-2 border-transparent px-3 py-2 font-medium whitespace-nowrap text-soft -outline-offset-2 hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink"
          >
            {words}
            {count !== undefined && <span className="ms-1.5 text-xs text-soft tabular-nums">{count}</span>}
            {name !== open && kept.includes(name) && <KeptMark />}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map(({ name, content }) => (
        <Panel key={name} name={name} isOpen={name === open} isKept={kept.includes(name)} onKeep={keep}>
          {content}
        </Panel>
      ))}
    </Radix.Root>
  );
}

function Panel({
  name,
  isOpen,
  isKept,
  onKeep,
  children,
}: {
  readonly name: string;
  readonly isOpen: boolean;
  readonly isKept: boolean;
  readonly onKeep: (name: string) => () => void;
  readonly children: ReactNode;
}) {
  const keep = useCallback(() => onKeep(name), [onKeep, name]);
  return (
    <Radix.Content
      value={name}
      {...(isKept && { forceMount: true })}
      // Radix does not hide a tab that stays mounted.
      hidden={!isOpen}
      className="min-h-0 outline-none"
    >
      <KeepTab value={keep}>{children}</KeepTab>
    </Radix.Content>
  );
}

function KeptMark() {
  return (
    <>
      <span aria-hidden className="ms-1.5 inline-block size-1.5 rounded-full bg-warn align-middle" />
      <span className="sr-only">(unsaved changes)</span>
    </>
  );
}

/** Keeps the surrounding tab mounted; returns a function that ends this. */
const KeepTab = createContext<(() => () => void) | undefined>(undefined);

/** While true, the surrounding tab stays mounted when another one is opened, with what was typed in it. */
export function useKeptTab(isKept: boolean): void {
  const keep = useContext(KeepTab);
  useEffect(() => (isKept ? keep?.() : undefined), [isKept, keep]);
}
