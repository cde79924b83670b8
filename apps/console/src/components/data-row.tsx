// biome-ignore-all lint/a11y/useFocusableInteractive: a row is read; its link is what can be reached
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the row's link is the way by keyboard
// biome-ignore-all lint/a11y/useSemanticElements: rows that are not all there need boxes that can be moved; the roles say what they are

import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, type MouseEvent, memo, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import type { Column, RowChoice } from './data-column.ts';
import { Skeleton } from './placeholder.tsx';

export const ROW_PX = 44;
/** Of a column that is a line of the main cell. */
export const LINE_PX = 20;
export const gridRow = 'grid items-center gap-3 px-4 grid-cols-[var(--narrow)] lg:grid-cols-[var(--wide)]';
export const cellClass = (isNumber?: boolean, isExtra?: boolean) =>
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
  /** Columns that do not fit beside the others: lines of the main cell. */
  readonly lines: readonly Column<Row>[];
  readonly heightPx: number;
  readonly hrefOf: ((row: Row) => string) | undefined;
  readonly choice?: RowChoice | undefined;
  readonly isChosen?: boolean;
}

/**
 * One row. Its main cell has a real link; a click elsewhere in the row does the same. Up and down (and k and j) move
 * between the links.
 */
function DrawnRow<Row extends { readonly id: string }>({
  row,
  index,
  startPx,
  columns,
  lines,
  heightPx,
  hrefOf,
  choice,
  isChosen = false,
}: DataRowProps<Row>) {
  const main = columns.find(({ isMain }) => isMain) ?? columns[0];
  return (
    <div
      role="row"
      aria-rowindex={index + FIRST}
      onClick={pressLink}
      onAuxClick={pressLink}
      style={{ height: heightPx, transform: `translateY(${startPx}px)` }}
      className={classNames(
        gridRow,
        'absolute inset-x-0 top-0 border-b border-line/60 -outline-offset-2 outline-accent has-[[data-row-link]:focus-visible]:outline-2',
        hrefOf && 'cursor-pointer hover:bg-hover',
        isChosen && 'bg-accent-soft',
      )}
    >
      {row && choice && (
        <div role="cell" className="flex">
          <input
            type="checkbox"
            aria-label={choice.labelOf(row.id)}
            checked={isChosen}
            onChange={() => undefined}
            onClick={(event) => choice.toggle(row.id, event.shiftKey)}
            className="size-4 accent-accent"
          />
        </div>
      )}
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
              {isMain && lines.map((line) => <Line key={line.name} column={line} row={row} />)}
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

function Line<Row>({ column: { words, cell }, row }: { readonly column: Column<Row>; readonly row: Row }) {
  return (
    <div className="flex gap-1.5 text-xs leading-5 text-soft">
      <span>{words}:</span>
      <span dir="auto" className="min-w-0 truncate">
        {cell(row)}
      </span>
    </div>
  );
}

/** After a refetch, unchanged rows are not rendered again. */
export const DataRow = memo(DrawnRow) as typeof DrawnRow;

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
export function FailedRow({
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
