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
  /** Above the title: the parent page. */
  readonly trail?: ReactNode;
  readonly actions?: ReactNode;
  /** The page fills the window and its parts scroll, as lists do. */
  readonly fills?: boolean;
  /** The page uses the full width and scrolls. */
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

/** The frame of every page: title, actions, content. */
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

/** The page of a resource that can be edited: with `edit=yes` in the address, the form replaces the page. */
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

/** A list of names and values. */
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
  /** The user came from another page: the focus belongs on the heading until they move it. */
  isArrival: boolean;
}

const Context = createContext<RefObject<Whereabouts> | undefined>(undefined);

/** Remembers the last page, because the placeholder of a page and the loaded page are different components. */
export function LastPageProvider({ children }: { readonly children: ReactNode }) {
  const last = useRef<Whereabouts>({ path: undefined, isArrival: false });
  return <Context value={last}>{children}</Context>;
}

/**
 * After navigation the focus moves to the heading: the keyboard continues there, and a screen reader reads it. The
 * first page of a window keeps the browser's order, starting with the skip link. Filters and tabs are not
 * navigation.
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
    // On the same page, the focus returns only to a heading that was replaced while it had the focus.
    if (isNew || document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, [last, path]);
  return heading;
}

/** The user is typing, or a dialog is open. */
const isBusy = (): boolean =>
  document.querySelector('dialog[open]') !== null ||
  document.activeElement?.matches('input, textarea, select, [contenteditable]') === true;

/**
 * Replaces the page of a deleted resource. Its forms are unmounted first, so that nobody is asked about unsaved
 * changes; the router's `Navigate` would go before that.
 */
export function RedirectTo({ to }: { readonly to: string }) {
  const navigate = useNavigate();
  useEffect(() => void navigate({ to, replace: true }), [navigate, to]);
  return null;
}

/** A list of sentences under a heading; nothing if it is empty. */
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
