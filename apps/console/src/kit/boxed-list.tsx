import type { ReactNode } from 'react';

/** A list inside a page that scrolls: as tall as its rows, and never taller than most of the window. */
export function BoxedList({ children }: { readonly children: ReactNode }) {
  return <div className="flex max-h-[min(34rem,70dvh)] flex-col">{children}</div>;
}
