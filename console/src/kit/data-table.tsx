// biome-ignore-all lint/a11y/useSemanticElements: rows that are not all there need boxes that can be moved; the roles say what they are
// biome-ignore-all lint/a11y/useFocusableInteractive: headers and cells are read, not pressed
import { useNavigate } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, memo, type ReactNode, useEffect, useRef } from 'react';
import type { PageList } from '../api/page-list.ts';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { Skeleton } from './skeleton.tsx';
import { Trouble } from './trouble.tsx';

const ROW_PX = 44;
const OVERSCAN = 12;

export interface Column<Row> {
  readonly name: string;
  readonly words: string;
  /** Of the grid: `2fr`, `8rem`, `minmax(10rem,1fr)`. */
  readonly width: string;
  readonly cell: (row: Row) => ReactNode;
  readonly isNumber?: boolean;
  /** Left out where there is little room. */
  readonly isExtra?: boolean;
}

export interface DataTableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly list: PageList<Row>;
  /** Where a row leads. */
  readonly hrefOf?: (row: Row) => string;
  /** What stands there when the list is empty. */
  readonly empty: ReactNode;
}

/** A list of any length: only the rows in sight are in the document, and the next page is read before it is needed. */
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

  if (error && rows.length === 0) return <Trouble error={error} onRetry={again} />;
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
      aria-rowcount={list.total ?? -1}
      aria-busy={isLoading}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      style={{ '--wide': wide, '--narrow': narrow } as React.CSSProperties}
      className="min-h-0 flex-1 overflow-auto rounded-lg border border-line bg-surface"
    >
      <div role="rowgroup" className="sticky top-0 z-10 border-b border-line bg-surface">
        <div role="row" className={classNames(gridRow, 'h-9 text-xs font-medium text-soft')}>
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
              return <Failed key={key} startPx={start} onRetry={list.moreAgain} />;
            return (
              <Line key={key} row={row} index={index} startPx={start} columns={columns} hrefOf={hrefOf} />
            );
          })}
        </div>
      )}
    </div>
  );
}

interface LineProps<Row> {
  /** Undefined: it is being read. */
  readonly row: Row | undefined;
  readonly index: number;
  readonly startPx: number;
  readonly columns: readonly Column<Row>[];
  readonly hrefOf: ((row: Row) => string) | undefined;
}

function DrawnLine<Row>({ row, index, startPx, columns, hrefOf }: LineProps<Row>) {
  const navigate = useNavigate();
  const go = () => row && hrefOf && void navigate({ href: hrefOf(row) });
  const onKey = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.target !== event.currentTarget) return;
    if (event.key === 'Enter') go();
    const step = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const beside =
      step > 0 ? event.currentTarget.nextElementSibling : event.currentTarget.previousElementSibling;
    if (beside instanceof HTMLElement) beside.focus();
  };
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      tabIndex={row && hrefOf ? 0 : -1}
      onClick={(event) => !isForItself(event.target) && go()}
      onKeyDown={onKey}
      style={{ height: ROW_PX, transform: `translateY(${startPx}px)` }}
      className={classNames(
        gridRow,
        'absolute inset-x-0 top-0 border-b border-line/60 -outline-offset-2',
        hrefOf && 'cursor-pointer hover:bg-hover',
      )}
    >
      {row ? (
        columns.map(({ name, cell, isNumber, isExtra }) => (
          <div key={name} role="cell" dir="auto" className={cellClass(isNumber, isExtra)}>
            {cell(row)}
          </div>
        ))
      ) : (
        <div role="cell">
          <Skeleton />
        </div>
      )}
    </div>
  );
}

/** Where the next rows would stand, had they come. */
function Failed({ startPx, onRetry }: { readonly startPx: number; readonly onRetry: () => void }) {
  return (
    <div
      role="row"
      style={{ height: ROW_PX, transform: `translateY(${startPx}px)` }}
      className="absolute inset-x-0 top-0 flex items-center gap-3 px-4"
    >
      <div role="cell" className="flex items-center gap-3 text-bad">
        <span role="alert">The next rows could not be read.</span>
        <Button size="small" onClick={onRetry}>
          Try again
        </Button>
      </div>
    </div>
  );
}

/** Of a list that is read again, the rows that are as they were are not drawn again. */
const Line = memo(DrawnLine) as typeof DrawnLine;

/** A button or a link inside a row does what it says, and the row does nothing. */
const isForItself = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('a,button,input,select,label') !== null;

const gridRow = 'grid items-center gap-3 px-4 grid-cols-[var(--narrow)] lg:grid-cols-[var(--wide)]';
const cellClass = (isNumber?: boolean, isExtra?: boolean) =>
  classNames('min-w-0 truncate', isNumber && 'pe-3 text-end tabular-nums', isExtra && 'hidden lg:block');

function Waiting({ columns }: { readonly columns: number }) {
  return (
    <div role="rowgroup">
      {Array.from({ length: 12 }, (_, line) => (
        <div
          key={line}
          role="row"
          className="flex items-center gap-6 border-b border-line/60 px-4"
          style={{ height: ROW_PX }}
        >
          {Array.from({ length: columns }, (_, place) => (
            <div key={place} role="cell" className="flex-1">
              <Skeleton className="h-3.5 w-3/4" />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
