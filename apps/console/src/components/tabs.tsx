import { Tabs as Radix } from 'radix-ui';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react';
import { direction } from './menu.tsx';

export interface Tab {
  readonly name: string;
  readonly words: string;
  readonly count?: number | undefined;
  readonly content: ReactNode;
}

/**
 * Parts of a page of which one is shown. Which one is in the address, so the page says it and is told.
 * A part that is not shown is away, but for one in which somebody typed: that one stays, out of sight, and is marked.
 */
export function Tabs({
  label,
  tabs,
  open,
  onOpen,
}: {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly open: string;
  readonly onOpen: (name: string) => void;
}) {
  // A tab stands in it once for each of its forms that has something to keep.
  const [kept, setKept] = useState<readonly string[]>([]);
  const keep = useCallback((name: string) => {
    setKept((before) => [...before, name]);
    return () => setKept((before) => before.toSpliced(before.indexOf(name), 1));
  }, []);
  return (
    <Radix.Root dir={direction()} value={open} onValueChange={onOpen} className="flex min-h-0 flex-col gap-4">
      <Radix.List
        aria-label={label}
        // The line is a shadow: tabs that overlapped a border would make the strip scroll up and down.
        className="flex gap-1 overflow-x-auto shadow-[inset_0_-1px_var(--line)]"
      >
        {tabs.map(({ name, words, count }) => (
          <Radix.Trigger
            key={name}
            value={name}
            className="border-b-2 border-transparent px-3 py-2 font-medium whitespace-nowrap text-soft hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink"
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
      // One that is kept is not hidden by Radix.
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

/** Keeps the tab around a part of the page; returns how to let it go again. */
const KeepTab = createContext<(() => () => void) | undefined>(undefined);

/** While this is so, the tab around stays in the page when another one is opened, with all that was typed in it. */
export function useKeptTab(isKept: boolean): void {
  const keep = useContext(KeepTab);
  useEffect(() => (isKept ? keep?.() : undefined), [isKept, keep]);
}
