// biome-ignore-all lint/a11y/useFocusableInteractive: a row is read; its link is what can be reached
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the row's link is the way by keyboard
// biome-ignore-all lint/a11y/useSemanticElements: rows that are not all there need boxes that can be moved; the roles say what they are
// biome-ignore-all lint/a11y/useFocusableInteractive: headers and cells are read, not pressed

import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import type { PageList } from '../api/page-list.ts';
import { classNames } from './class-names.ts';
import { ChoiceHeader, ColumnHeader } from './column-header.tsx';
import type { Column, RowChoice, Sorting } from './data-column.ts';
import { DataRow, FailedRow, gridRow, LINE_PX, ROW_PX } from './data-row.tsx';
import { LoadError, Skeleton } from './placeholder.tsx';
import { useIsWide } from './wide-window.ts';

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
  readonly sorting?: Sorting;
  readonly choice?: RowChoice;
  /** On small screens, columns that do not fit are lines of the main cell instead of hidden. */
  readonly hasLines?: boolean;
}

/** A list of any length: only visible rows are in the document, and the next page is loaded before it is needed. */
export function DataTable<Row extends { readonly id: string }>({
  label,
  columns,
  list,
  hrefOf,
  empty,
  sorting,
  choice,
  hasLines = false,
}: DataTableProps<Row>) {
  const isWide = useIsWide();
  const lines = useMemo(
    () => (hasLines && !isWide ? columns.filter(({ isExtra }) => isExtra) : []),
    [hasLines, isWide, columns],
  );
  const rowPx = ROW_PX + lines.length * LINE_PX;
  const scroller = useRef<HTMLDivElement>(null);
  const { rows, isLoading, error, hasMore, more, again } = list;
  const virtual = useVirtualizer({
    count: rows.length + (hasMore ? 1 : 0),
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    getItemKey: (index) => rows[index]?.id ?? 'more',
    overscan: OVERSCAN,
  });
  // Sizes that were estimated before are kept until they are measured anew.
  useLayoutEffect(() => virtual.measure(), [rowPx]);
  const shown = virtual.getVirtualItems();
  const last = shown.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last >= rows.length - 1) more();
  }, [last, rows.length, more]);

  if (error && rows.length === 0) return <LoadError error={error} onRetry={again} />;
  if (!isLoading && rows.length === 0) return <>{empty}</>;

  const first = choice === undefined ? [] : [CHOICE_WIDTH];
  const wide = [...first, ...columns.map(({ width }) => width)].join(' ');
  const narrow = [...first, ...columns.filter(({ isExtra }) => !isExtra).map(({ width }) => width)].join(' ');
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
          {choice && <ChoiceHeader choice={choice} />}
          {columns.map((column) => (
            <ColumnHeader key={column.name} column={column as Column<never>} sorting={sorting} />
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
              <DataRow
                key={key}
                row={row}
                index={index}
                startPx={start}
                columns={columns}
                lines={lines}
                heightPx={rowPx}
                hrefOf={hrefOf}
                choice={choice}
                isChosen={row !== undefined && (choice?.has(row.id) ?? false)}
              />
            );
          })}
        </div>
      )}
    </div>
  );
}

const CHOICE_WIDTH = '1.25rem';

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

/** A list inside a scrolling page: as tall as its rows, but not taller than most of the window. */
export function BoxedList({ children }: { readonly children: ReactNode }) {
  return <div className="flex max-h-[min(34rem,70dvh)] flex-col">{children}</div>;
}
