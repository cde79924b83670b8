export type CsvRow = readonly (string | number | null)[];

/** Objects as JSON, one a line. */
export async function* jsonLines(objects: AsyncIterable<object>): AsyncGenerator<string> {
  for await (const one of objects) yield `${JSON.stringify(one)}\n`;
}

/** A table as a file that spreadsheets open as it is: without the mark they do not read it as UTF-8. */
export async function* csvLines(rows: AsyncIterable<CsvRow>): AsyncGenerator<string> {
  yield '\uFEFF';
  for await (const row of rows) yield csvLine(row);
}

export const csvLine = (row: CsvRow): string => `${row.map(cellOf).join(',')}\r\n`;

/** A name that a spreadsheet would take for a formula must not be one: it is kept as text by an apostrophe. */
function cellOf(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r\n]/.test(value) ? `'${value}` : value;
  return /[",\r\n;\t]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
