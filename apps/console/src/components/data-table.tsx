// biome-ignore-all lint/a11y/useFocusableInteractive: a row is read; its link is what can be reached
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the row's link is the way by keyboard
// biome-ignore-all lint/a11y/useSemanticElements: rows that are not all there need boxes that can be moved; the roles say what they are
// biome-ignore-all lint/a11y/useFocusableInteractive: headers and cells are read, not pressed

import { Link } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type MouseEvent, memo, type ReactNode, useEffect, useRef } from 'react';
import type { PageList } from '../api/page-list.ts';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { LoadError, Skeleton } from './placeholder.tsx';

/** One column of a list. */
export interface Column<Row> {
  readonly name: string;
  readonly words: string;
  /** A grid track: `2fr`, `8rem`, `minmax(10rem,1fr)`. */
  readonly width: string;
  readonly cell: (row: Row) => ReactNode;
  /** Contains the link of the row. Default: the first column. */
  readonly isMain?: boolean;
  readonly isNumber?: boolean;
  /** More than text, such as a meter or a name with a badge: laid out in the page's direction. */
  readonly hasParts?: boolean;
  /** Hidden on small screens. */
  readonly isExtra?: boolean;
}

/** How many rows a list has, beside the title of its page. */
export function ListTotal({ of: { total } }: { readonly of: Pick<PageList<unknown>, 'total'> }) {
  if (total === undefined) return null;
  return <span className="text-soft tabular-nums">{total.toLocaleString()}</span>;
}

const OVERSCAN = 12;

export interface DataTableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly list: PageList<Row>;
  /** The link of a row. */
  readonly hrefOf?: (row: Row) => string;
  /** Shown when the list is empty. */
  readonly empty: ReactNode;
}

/** A list of any length: only visible rows are in the document, and the next page is loaded before it is needed. */
export function DataTable<Row extends { readonly id: string }>({
  label,
  columns,
  list,
  hrefOf,
  empty,
}: DataTableProps<Row>) {
  const scroller = useRef<HTMLDivElement>(null);
  const { rows, isLoading, error, hasMore, more, again } = list;
  const virtual = useVirtualizer({
    count: rows.length + (hasMore ? 1 : 0),
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    getItemKey: (index) => rows[index]?.id ?? 'more',
    overscan: OVERSCAN,
  });
  const shown = virtual.getVirtualItems();
  const last = shown.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last >= rows.length - 1) more();
  }, [last, rows.length, more]);

  if (error && rows.length === 0) return <LoadError error={error} onRetry={again} />;
  if (!isLoading && rows.length === 0) return <>{empty}</>;

  const wide = columns.map(({ width }) => width).join(' ');
  const narrow = columns
    .filter(({ isExtra }) => !isExtra)
    .map(({ width }) => width)
    .join(' ');
  return (
    <div
      ref={scroller}
      role="table"
      aria-label={label}
      // The header counts as a row. The total is that of the first page; rows may have been added since.
      aria-rowcount={list.total === undefined ? -1 : Math.max(list.total, rows.length) + 1}
      aria-busy={isLoading}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      style={{ '--wide': wide, '--narrow': narrow } as React.CSSProperties}
      className="min-h-0 flex-1 overflow-auto rounded-lg border border-line bg-surface"
    >
      <div role="rowgroup" className="sticky top-0 z-10 border-b border-line bg-surface">
        <div
          role="row"
          aria-rowindex={1}
          className={classNames(gridRow, 'h-9 text-xs font-medium text-soft')}
        >
          {columns.map(({ name, words, isNumber, isExtra }) => (
            <div key={name} role="columnheader" className={cellClass(isNumber, isExtra)}>
              {words}
            </div>
          ))}
        </div>
      </div>
      {isLoading ? (
        <Waiting columns={columns.length} />
      ) : (
        <div role="rowgroup" className="relative" style={{ height: virtual.getTotalSize() }}>
          {shown.map(({ index, start, key }) => {
            const row = rows[index];
            if (row === undefined && list.hasMoreFailed)
              return <FailedRow key={key} index={index} startPx={start} onRetry={list.retryMore} />;
            return (
              <DataRow key={key} row={row} index={index} startPx={start} columns={columns} hrefOf={hrefOf} />
            );
          })}
        </div>
      )}
    </div>
  );
}

/** Placeholders of rows. Screen readers skip them: the table is marked as busy. */
function Waiting({ columns }: { readonly columns: number }) {
  return (
    <div aria-hidden>
      {Array.from({ length: 12 }, (_, line) => (
        <div
          key={line}
          className="flex items-center gap-6 border-b border-line/60 px-4"
          style={{ height: ROW_PX }}
        >
          {Array.from({ length: columns }, (_, place) => (
            <div key={place} className="flex-1">
              <Skeleton className="h-3.5 w-3/4" />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

const ROW_PX = 44;
const gridRow = 'grid items-center gap-3 px-4 grid-cols-[var(--narrow)] lg:grid-cols-[var(--wide)]';
const cellClass = (isNumber?: boolean, isExtra?: boolean) =>
  classNames('min-w-0 truncate', isNumber && 'pe-3 text-end tabular-nums', isExtra && 'hidden lg:block');

/** The header is the first row of the table. */
const FIRST = 2;
/** Of the mouse: left, middle, right. */
const MIDDLE = 1;

interface DataRowProps<Row> {
  /** Undefined: still loading. */
  readonly row: Row | undefined;
  readonly index: number;
  readonly startPx: number;
  readonly columns: readonly Column<Row>[];
  readonly hrefOf: ((row: Row) => string) | undefined;
}

/**
 * One row. Its main cell has a real link; a click elsewhere in the row does the same. Up and down (and k and j) move
 * between the links.
 */
function DrawnRow<Row>({ row, index, startPx, columns, hrefOf }: DataRowProps<Row>) {
  const main = columns.find(({ isMain }) => isMain) ?? columns[0];
  return (
    <div
      role="row"
      aria-rowindex={index + FIRST}
      onClick={pressLink}
      onAuxClick={pressLink}
      style={{ height: ROW_PX, transform: `translateY(${startPx}px)` }}
      className={classNames(
        gridRow,
        'absolute inset-x-0 top-0 border-b border-line/60 -outline-offset-2 outline-accent has-[[data-row-link]:focus-visible]:outline-2',
        hrefOf && 'cursor-pointer hover:bg-hover',
      )}
    >
      {row ? (
        columns.map((column) => {
          const { name, cell, isNumber, isExtra, hasParts } = column;
          const content = cell(row);
          const isMain = column === main;
          // Text is aligned and truncated in its own direction; numbers, badges and meters in that of the page.
          const isWords = !isNumber && !hasParts;
          return (
            <div
              key={name}
              role="cell"
              dir={isWords ? 'auto' : undefined}
              className={cellClass(isNumber, isExtra)}
            >
              {hrefOf && isMain ? <RowLink href={hrefOf(row)}>{content}</RowLink> : content}
            </div>
          );
        })
      ) : (
        <div role="cell">
          <Skeleton />
        </div>
      )}
    </div>
  );
}

/** After a refetch, unchanged rows are not rendered again. */
const DataRow = memo(DrawnRow) as typeof DrawnRow;

function RowLink({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  const [to = '', search = ''] = href.split('?');
  return (
    <Link
      to={to}
      search={Object.fromEntries(new URLSearchParams(search)) as never}
      data-row-link
      onKeyDown={goBeside}
      // The ring is drawn around the row.
      className="outline-none"
    >
      {children}
    </Link>
  );
}

function goBeside(event: KeyboardEvent<HTMLElement>): void {
  const step = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[event.key];
  if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  const row = event.currentTarget.closest('[role="row"]');
  const beside = step > 0 ? row?.nextElementSibling : row?.previousElementSibling;
  linkOf(beside)?.focus();
}

/** Acts as a click on the link: with Ctrl, Shift or the middle button it opens elsewhere. */
function pressLink(event: MouseEvent<HTMLElement>): void {
  if (isForItself(event.target)) return;
  const link = linkOf(event.currentTarget);
  const { ctrlKey, metaKey, shiftKey, button } = event;
  if (link === null || button > MIDDLE) return;
  if (ctrlKey || metaKey || shiftKey || button === MIDDLE) window.open(link.href, '_blank', 'noopener');
  else link.click();
}

const linkOf = (row: Element | null | undefined): HTMLAnchorElement | null =>
  row?.querySelector<HTMLAnchorElement>('[data-row-link]') ?? null;

/** Clicks on a button or a link inside a row are left to it. */
const isForItself = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('a,button,input,select,label') !== null;

/** Shown in place of the next rows when loading them failed. */
function FailedRow({
  index,
  startPx,
  onRetry,
}: {
  readonly index: number;
  readonly startPx: number;
  readonly onRetry: () => void;
}) {
  return (
    <div
      role="row"
      aria-rowindex={index + FIRST}
      style={{ height: ROW_PX, transform: `translateY(${startPx}px)` }}
      className="absolute inset-x-0 top-0 flex items-center gap-3 px-4"
    >
      <div role="cell" className="flex items-center gap-3 text-bad">
        <span role="alert">Could not load more rows.</span>
        <Button size="small" onClick={onRetry}>
          Try again
        </Button>
      </div>
    </div>
  );
}

/** A list inside a scrolling page: as tall as its rows, but not taller than most of the window. */
export function BoxedList({ children }: { readonly children: ReactNode }) {
  return <div className="flex max-h-[min(34rem,70dvh)] flex-col">{children}</div>;
}
