// biome-ignore-all lint/a11y/useSemanticElements: rows that are not all there need boxes that can be moved; the roles say what they are
// biome-ignore-all lint/a11y/useFocusableInteractive: headers and cells are read, not pressed

import { ArrowDown, ArrowUp } from 'lucide-react';
import type { Column, RowChoice, Sorting } from './data-column.ts';
import { cellClass } from './data-row.tsx';

export function ChoiceHeader({ choice }: { readonly choice: RowChoice }) {
  return (
    <div role="columnheader" className="flex">
      <input
        type="checkbox"
        aria-label="Select all loaded rows"
        checked={choice.all === 'all'}
        ref={(box) => {
          if (box) box.indeterminate = choice.all === 'some';
        }}
        onChange={choice.toggleAll}
        className="size-4 accent-accent"
      />
    </div>
  );
}

/** The name of a column; one that can be sorted by is a button. */
export function ColumnHeader({
  column: { words, isNumber, isExtra, sort },
  sorting,
}: {
  readonly column: Column<never>;
  readonly sorting: Sorting | undefined;
}) {
  const className = cellClass(isNumber, isExtra);
  if (sort === undefined || sorting === undefined)
    return (
      <div role="columnheader" className={className}>
        {words}
      </div>
    );
  const isUp = sorting.by === sort;
  const isDown = sorting.by === `-${sort}`;
  const Arrow = isDown ? ArrowDown : ArrowUp;
  return (
    <div
      role="columnheader"
      aria-sort={isUp ? 'ascending' : isDown ? 'descending' : 'none'}
      className={className}
    >
      <button
        type="button"
        className="group inline-flex max-w-full items-center gap-1 hover:text-ink"
        onClick={() => sorting.onSort(isUp ? `-${sort}` : sort)}
      >
        <span className="truncate">{words}</span>
        <Arrow
          size={12}
          aria-hidden
          className={isUp || isDown ? undefined : 'opacity-0 group-hover:opacity-60'}
        />
      </button>
    </div>
  );
}
