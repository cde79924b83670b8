import { type ReactNode, useEffect } from 'react';
import { useArrival } from './arrival.tsx';
import { classNames } from './class-names.ts';

export interface PageProps {
  readonly title: string;
  /** Beside the title: a badge, a count. */
  readonly aside?: ReactNode;
  /** Above the title: where this belongs. */
  readonly trail?: ReactNode;
  readonly actions?: ReactNode;
  /** The page fills the window and its parts scroll, as lists do. */
  readonly fills?: boolean;
  /** The page takes the whole width, and grows downwards as others do. */
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

/** The frame of every page: what it is, what can be done, then itself. */
export function Page({ title, aside, trail, actions, fills = false, isWide = false, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Parley`;
  }, [title]);
  const heading = useArrival();
  return (
    <main
      id="main"
      tabIndex={-1}
      className={
        fills
          ? 'flex h-full min-h-0 flex-col gap-4 p-4 outline-none sm:p-6'
          : classNames(
              'mx-auto flex w-full flex-col gap-5 p-4 outline-none sm:p-6',
              isWide ? 'max-w-[110rem]' : 'max-w-6xl',
            )
      }
    >
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="me-auto min-w-0">
          {trail && <div className="mb-0.5 text-xs text-soft">{trail}</div>}
          <div className="flex min-w-0 flex-wrap items-center gap-2">
            <h1
              ref={heading}
              tabIndex={-1}
              dir="auto"
              className="truncate text-lg font-semibold tracking-tight"
            >
              {title}
            </h1>
            {aside}
          </div>
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </header>
      {children}
    </main>
  );
}

/** A part of a page with its own heading. */
export function Section({
  title,
  actions,
  children,
}: {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <section aria-label={title} className="rounded-lg border border-line bg-surface">
      <header className="flex min-h-11 flex-wrap items-center gap-2 border-b border-line px-4 py-1.5">
        <h2 className="me-auto text-sm font-semibold">{title}</h2>
        {actions}
      </header>
      <div className="p-4">{children}</div>
    </section>
  );
}

/** Names and values: the facts of a thing. */
export function Facts({
  of: facts,
}: {
  readonly of: readonly (readonly [name: string, value: ReactNode])[];
}) {
  return (
    <dl className="grid grid-cols-[minmax(7rem,max-content)_1fr] gap-x-4 gap-y-2">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-soft">{name}</dt>
          <dd dir={typeof value === 'string' ? 'auto' : undefined} className="min-w-0 break-words">
            {value ?? <span className="text-soft">–</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
