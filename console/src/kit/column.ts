import type { ReactNode } from 'react';

/** One column of a list. */
export interface Column<Row> {
  readonly name: string;
  readonly words: string;
  /** Of the grid: `2fr`, `8rem`, `minmax(10rem,1fr)`. */
  readonly width: string;
  readonly cell: (row: Row) => ReactNode;
  /** Holds the link to where the row leads. Without one, the first does. */
  readonly isMain?: boolean;
  readonly isNumber?: boolean;
  /** Words beside a badge and the like: they stand in the page's direction, and the words say their own. */
  readonly hasParts?: boolean;
  /** Left out where there is little room. */
  readonly isExtra?: boolean;
}
