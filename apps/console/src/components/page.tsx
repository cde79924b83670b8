import { useMatch, useNavigate } from '@tanstack/react-router';
import { Pencil } from 'lucide-react';
import { createContext, type ReactNode, type RefObject, useContext, useEffect, useRef } from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { useFilters } from './filters.tsx';

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
  const heading = useFocusHeading();
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

/** A page whose thing can be edited: the address says `edit=yes` while its form takes the place of the page. */
export function EditablePage({
  title,
  mayEdit,
  form,
  ...page
}: PageProps & { readonly mayEdit: boolean; readonly form: (onClose: () => void) => ReactNode }) {
  const [filters, setFilters] = useFilters();
  if (filters.edit === undefined || !mayEdit) return <Page title={title} {...page} />;
  return (
    <Page title={`Edit ${title}`} trail={page.trail}>
      {form(() => setFilters({ edit: undefined }))}
    </Page>
  );
}

export function EditButton() {
  const [, setFilters] = useFilters();
  return (
    <Button icon={<Pencil size={14} />} onClick={() => setFilters({ edit: 'yes' })}>
      Edit
    </Button>
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

interface Whereabouts {
  path: string | undefined;
  /** Somebody went here from another page: their place is the heading, until they go on from it. */
  isArrival: boolean;
}

const Context = createContext<RefObject<Whereabouts> | undefined>(undefined);

/** Remembers which page was shown last: a page that waits for its data is another one than the page that has them. */
export function LastPageProvider({ children }: { readonly children: ReactNode }) {
  const last = useRef<Whereabouts>({ path: undefined, isArrival: false });
  return <Context value={last}>{children}</Context>;
}

/**
 * Whoever goes to another page is put at its heading: the keyboard goes on from there, and a screen reader says where
 * that is. The first page of a window keeps the browser's own order, with the way past the menu in front. Filters and
 * tabs are the same page.
 */
export function useFocusHeading(): RefObject<HTMLHeadingElement | null> {
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

/**
 * Goes elsewhere in place of a page whose thing was deleted. By then its forms are away, so nobody is asked about
 * words of what is no more; the router's own `Navigate` goes before they are.
 */
export function RedirectTo({ to }: { readonly to: string }) {
  const navigate = useNavigate();
  useEffect(() => void navigate({ to, replace: true }), [navigate, to]);
  return null;
}

/** A few sentences under one heading; nothing where there are none. */
export function Points({ title, points }: { readonly title: string; readonly points: readonly string[] }) {
  if (points.length === 0) return null;
  return (
    <div className="flex flex-col gap-1">
      <h3 className="text-xs font-medium text-soft">{title}</h3>
      <ul className="flex list-disc flex-col gap-1 ps-4">
        {points.map((point) => (
          <li key={point} dir="auto">
            {point}
          </li>
        ))}
      </ul>
    </div>
  );
}
