import type { ReactNode } from 'react';

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
  /** The order that the service knows it by: the list can be sorted by this column. */
  readonly sort?: string;
}

/** The order of a list: a column's `sort`, with a minus from the last to the first. */
export interface Sorting {
  readonly by: string;
  readonly onSort: (by: string) => void;
}

/** Rows that were chosen for a common action. */
export interface RowChoice {
  readonly has: (id: string) => boolean;
  readonly toggle: (id: string, isRange: boolean) => void;
  readonly all: 'all' | 'some' | 'none';
  readonly toggleAll: () => void;
  /** Of a row, for screen readers. */
  readonly labelOf: (id: string) => string;
}
