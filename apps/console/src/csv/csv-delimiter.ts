const delimiters = [',', ';', '\t', '|'] as const;

/** What stands between the cells: that which divides the first lines most often and most evenly. */
export function delimiterOf(text: string): string {
  const lines = firstLines(text, 10);
  const [first = ''] = lines;
  let best = ',';
  let bestWorth = 0;
  for (const delimiter of delimiters) {
    const count = first.split(delimiter).length - 1;
    if (count === 0) continue;
    const agreeing = lines.filter((line) => line.split(delimiter).length - 1 === count).length;
    const worth = count * (agreeing / lines.length);
    if (worth > bestWorth) [best, bestWorth] = [delimiter, worth];
  }
  return best;
}

/** Records without what is inside quotation marks, which tells nothing of the delimiter. */
function firstLines(text: string, most: number): string[] {
  const bare = text.replaceAll(/"(?:[^"]|"")*("|$)/g, '');
  return bare
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== '')
    .slice(0, most);
}
