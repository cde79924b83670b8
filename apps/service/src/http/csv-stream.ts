import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

export type CsvRow = readonly (string | number | null)[];

/** Sends a table line by line, as a file that spreadsheets open as it is. */
export const sendCsv = (reply: FastifyReply, rows: AsyncIterable<CsvRow>, fileName: string): FastifyReply =>
  reply
    .headers({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${fileName}"`,
      'cache-control': 'no-store',
    })
    .send(Readable.from(lines(rows), { objectMode: false }));

/** Sends objects as JSON, one a line. */
export const sendNdjson = (
  reply: FastifyReply,
  objects: AsyncIterable<object>,
  fileName: string,
): FastifyReply =>
  reply
    .headers({
      'content-type': 'application/x-ndjson; charset=utf-8',
      'content-disposition': `attachment; filename="${fileName}"`,
      'cache-control': 'no-store',
    })
    .send(Readable.from(jsonLines(objects), { objectMode: false }));

async function* jsonLines(objects: AsyncIterable<object>): AsyncGenerator<string> {
  for await (const one of objects) yield `${JSON.stringify(one)}\n`;
}

/** Without the mark spreadsheets do not read it as UTF-8. */
async function* lines(rows: AsyncIterable<CsvRow>): AsyncGenerator<string> {
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
