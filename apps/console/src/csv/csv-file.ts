import { CsvParser, type CsvProblem, type CsvRecord, delimiterOf } from '@parley/kernel/csv.ts';

/** Parsed in a few milliseconds; then the browser may render. */
const PIECE_BYTES = 128 * 1024;
const MAX_ROWS = 200_000;
const MAX_COLUMNS = 300;

export interface CsvFile {
  readonly name: string;
  readonly header: readonly string[];
  readonly rows: readonly CsvRecord[];
  /** Records that could not be parsed. */
  readonly problems: readonly CsvProblem[];
}

export interface ParseOptions {
  readonly signal?: AbortSignal;
  /** From 0 to 1. */
  readonly onProgress?: (done: number) => void;
}

/** Why the whole file is refused, for the user. */
export class CsvRefusal extends Error {}

/** Reads a file in chunks, so that the page stays responsive. */
export async function parseCsv(
  file: Blob & { readonly name?: string },
  { signal, onProgress }: ParseOptions = {},
): Promise<CsvFile> {
  const first = await bytesOf(file, 0);
  const decoder = new TextDecoder(encodingOf(first));
  let text = decoder.decode(first, { stream: true });
  const parser = new CsvParser(delimiterOf(text));
  const rows: CsvRecord[] = [];
  for (let at = PIECE_BYTES; ; at += PIECE_BYTES) {
    for (const row of parser.push(text)) rows.push(row);
    refuseTooMany(rows);
    onProgress?.(Math.min(1, at / Math.max(1, file.size)));
    if (at >= file.size) break;
    signal?.throwIfAborted();
    await breath();
    text = decoder.decode(await bytesOf(file, at), { stream: true });
  }
  for (const row of parser.push(decoder.decode())) rows.push(row);
  for (const row of parser.end()) rows.push(row);
  // The last row may have no line end.
  refuseTooMany(rows);

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

/** The column names are no row. */
function refuseTooMany({ length }: readonly CsvRecord[]): void {
  if (length - 1 > MAX_ROWS)
    throw new CsvRefusal(`The file has more than ${MAX_ROWS.toLocaleString('en')} rows. Split it.`);
}

const bytesOf = async (file: Blob, at: number): Promise<Uint8Array> =>
  new Uint8Array(await file.slice(at, at + PIECE_BYTES).arrayBuffer());

/** Lets the browser render before the next chunk. */
const breath = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

/**
 * Detects the encoding by the first bytes. Spreadsheets write UTF-8 with or without a byte order mark, UTF-16 in
 * both orders, and Windows-1252.
 */
function encodingOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  // Without a mark: in UTF-16, every other byte of Latin text is zero.
  const seen = bytes.subarray(0, 1_000);
  const zeros = [0, 0];
  for (const [place, byte] of seen.entries()) if (byte === 0) zeros[place % 2] = (zeros[place % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (odd > seen.length / 5 && odd > even * 4) return 'utf-16le';
  if (even > seen.length / 5 && even > odd * 4) return 'utf-16be';
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252';
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    // Decoded as a stream: the sample may end inside a character.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
