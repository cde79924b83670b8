/** How many words must be changed, added or left out until one is the other. */
export function wordErrors(from: readonly string[], to: readonly string[]): number {
  let before = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (const [row, word] of from.entries()) {
    const now = [row + 1];
    for (const [column, other] of to.entries())
      now.push(
        Math.min(
          (before[column] as number) + (word === other ? 0 : 1),
          (before[column + 1] as number) + 1,
          (now[column] as number) + 1,
        ),
      );
    before = now;
  }
  return before.at(-1) as number;
}
