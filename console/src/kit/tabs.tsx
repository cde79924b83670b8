import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { direction } from './direction.ts';

export interface Tab {
  readonly name: string;
  readonly words: string;
  readonly count?: number | undefined;
  readonly content: ReactNode;
}

/** Parts of a page of which one is shown. Which one is in the address, so the page says it and is told. */
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
  return (
    <Radix.Root dir={direction()} value={open} onValueChange={onOpen} className="flex min-h-0 flex-col gap-4">
      <Radix.List aria-label={label} className="flex gap-1 overflow-x-auto border-b border-line">
        {tabs.map(({ name, words, count }) => (
          <Radix.Trigger
            key={name}
            value={name}
            className="-mb-px border-b-2 border-transparent px-3 py-2 font-medium whitespace-nowrap text-soft hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink"
          >
            {words}
            {count !== undefined && <span className="ms-1.5 text-xs text-soft tabular-nums">{count}</span>}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map(({ name, content }) => (
        <Radix.Content key={name} value={name} className="min-h-0 outline-none">
          {content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
