interface Timed {
  readonly startTime: number;
}

/** The line that is being said at a second: the last that has begun. -1 before the first. */
export function currentLine(lines: readonly Timed[], second: number): number {
  let [low, high] = [0, lines.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((lines[middle]?.startTime ?? 0) <= second) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
