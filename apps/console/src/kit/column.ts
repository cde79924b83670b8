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
  /** More than words, such as a meter, or a name beside a badge: it is laid out in the page's direction. */
  readonly hasParts?: boolean;
  /** Left out where there is little room. */
  readonly isExtra?: boolean;
}
