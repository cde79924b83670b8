// biome-ignore-all lint/a11y/useSemanticElements: rows that are not all there need boxes that can be moved; the roles say what they are
// biome-ignore-all lint/a11y/useFocusableInteractive: headers and cells are read, not pressed
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useRef } from 'react';
import type { PageList } from '../api/page-list.ts';
import { classNames } from './class-names.ts';
import type { Column } from './column.ts';
import { cellClass, DataRow, FailedRow, gridRow, ROW_PX } from './data-row.tsx';
import { Skeleton } from './skeleton.tsx';
import { Trouble } from './trouble.tsx';

const OVERSCAN = 12;

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
      // The header is a row too. How many there are was said with the first page; more may have come since.
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
              return <FailedRow key={key} index={index} startPx={start} onRetry={list.moreAgain} />;
            return (
              <DataRow key={key} row={row} index={index} startPx={start} columns={columns} hrefOf={hrefOf} />
            );
          })}
        </div>
      )}
    </div>
  );
}

/** Where rows will stand. There is nothing in them to read out: the table says that it is busy. */
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
