import { delimiterOf } from './csv-delimiter.ts';
import { encodingOf } from './csv-encoding.ts';
import { CsvParser, type CsvProblem, type CsvRow } from './csv-parser.ts';

/** Read and parsed in a few milliseconds, after which the page is let to breathe. */
const PIECE_BYTES = 128 * 1024;
const MAX_ROWS = 200_000;
const MAX_COLUMNS = 300;

export interface CsvFile {
  readonly name: string;
  readonly header: readonly string[];
  readonly rows: readonly CsvRow[];
  /** Records that could not be read at all. */
  readonly problems: readonly CsvProblem[];
}

export interface ParseOptions {
  readonly signal?: AbortSignal;
  /** From 0 to 1. */
  readonly onProgress?: (done: number) => void;
}

/** Why a file as a whole is of no use, in words for whoever chose it. */
export class CsvRefusal extends Error {}

/** Reads a file chunk by chunk, so that a page stays awake however long it is. */
export async function parseCsv(
  file: Blob & { readonly name?: string },
  { signal, onProgress }: ParseOptions = {},
): Promise<CsvFile> {
  const first = await bytesOf(file, 0);
  const decoder = new TextDecoder(encodingOf(first));
  let text = decoder.decode(first, { stream: true });
  const parser = new CsvParser(delimiterOf(text));
  const rows: CsvRow[] = [];
  for (let at = PIECE_BYTES; ; at += PIECE_BYTES) {
    for (const row of parser.push(text)) rows.push(row);
    if (rows.length > MAX_ROWS + 1) {
      throw new CsvRefusal(`The file has more than ${MAX_ROWS.toLocaleString('en')} rows. Split it.`);
    }
    onProgress?.(Math.min(1, at / Math.max(1, file.size)));
    if (at >= file.size) break;
    signal?.throwIfAborted();
    await breath();
    text = decoder.decode(await bytesOf(file, at), { stream: true });
  }
  for (const row of parser.push(decoder.decode())) rows.push(row);
  for (const row of parser.end()) rows.push(row);

  const [header, ...body] = rows;
  if (header === undefined) throw new CsvRefusal('The file is empty.');
  if (header.cells.length > MAX_COLUMNS) {
    throw new CsvRefusal(`The file has more than ${MAX_COLUMNS} columns. Remove columns you do not need.`);
  }
  if (body.length === 0) throw new CsvRefusal('The file has column names but no rows.');
  return {
    name: file.name ?? 'file.csv',
    header: header.cells.map((cell) => cell.trim()),
    rows: body,
    problems: parser.problems,
  };
}

const bytesOf = async (file: Blob, at: number): Promise<Uint8Array> =>
  new Uint8Array(await file.slice(at, at + PIECE_BYTES).arrayBuffer());

/** Lets the browser paint and answer before the next chunk. */
const breath = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));
