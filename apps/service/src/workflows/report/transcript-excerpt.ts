import type { ReportLine } from '../../domains/analysis/report.model.ts';

/** What of a transcript is printed: its beginning and its end, and how many lines between them are not. */
interface Excerpt {
  readonly first: readonly ReportLine[];
  readonly leftOut: number;
  readonly last: readonly ReportLine[];
}

/** How much of the room the beginning gets: the answers are there, and the end tells what was agreed. */
const BEGINNING = 0.6;

/** As much of the transcript as there is room for. */
export function excerptOf(
  lines: readonly ReportLine[],
  room: number,
  heightOf: (line: ReportLine) => number,
): Excerpt {
  const heights = lines.map(heightOf);
  if (sum(heights) <= room) return { first: lines, leftOut: 0, last: [] };
  const first = fitting(heights, room * BEGINNING);
  const last = fitting(heights.slice(first).reverse(), room * (1 - BEGINNING));
  const leftOut = lines.length - first - last;
  return { first: lines.slice(0, first), leftOut, last: lines.slice(first + leftOut) };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** How many of the first ones have room. */
function fitting(heights: readonly number[], room: number): number {
  let used = 0;
  const over = heights.findIndex((height) => {
    used += height;
    return used > room;
  });
  return over < 0 ? heights.length : over;
}
