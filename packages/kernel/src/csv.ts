import Papa from 'papaparse';

/** One record of a CSV, and the line of the file on which it begins. */
export interface CsvRecord {
  readonly line: number;
  readonly cells: readonly string[];
}

/** A record that cannot be read, and why. */
export interface CsvProblem {
  readonly line: number;
  readonly words: string;
}

/** Longer than anything a contact may hold: most likely a quotation mark that nobody closed. */
const MAX_CELL = 100_000;

/** What a spreadsheet would take for a formula, it must not: it is kept as text by an apostrophe. */
const FORMULA = /^[=+\-@\t\r\n]/;
/** That apostrophe, in files that we have written ourselves: numbers begin with "+". */
const KEPT_AS_TEXT = /^'(?=[=+\-@\t\r\n])/;

/**
 * Reads CSV text in chunks of any size. Papa Parse does the parsing; this adds the line of each record, which it does not
 * tell, lines that end in different ways within one file, and cells that are quoted in part. Records without any content are left out.
 */
export class CsvParser {
  readonly problems: CsvProblem[] = [];
  readonly #delimiter: string;
  readonly #irregular: RegExp;
  /** The text of the record that is not complete yet. */
  #rest = '';
  #line = 1;

  constructor(delimiter: string) {
    this.#delimiter = delimiter;
    const before = delimiter === '|' ? '\\|' : delimiter;
    // A quoted cell with blanks before and text behind it, a quoted cell that is still open, or a line end outside of both.
    this.#irregular = new RegExp(
      `(?<=^|[${before}\\r\\n]) *"((?:[^"]|"")*)"(?!")([^${before}\\r\\n]*)|(?<=^|[${before}\\r\\n]) *"(?:[^"]|"")*$|\\r\\n?`,
      'g',
    );
  }

  /** The records that are complete with this text. */
  push(text: string): CsvRecord[] {
    const all = this.#rest + text;
    // The second half of a line end may come with the next text.
    const isCut = all.endsWith('\r');
    const records = this.#read(isCut ? all.slice(0, -1) : all, false);
    if (isCut) this.#rest += '\r';
    if (this.#rest.length > MAX_CELL) this.#giveUp('not closed for 100,000 characters');
    return records;
  }

  /** The last record, when no line end follows it. */
  end(): CsvRecord[] {
    return this.#read(this.#rest, true);
  }

  #read(text: string, isEnd: boolean): CsvRecord[] {
    const records: CsvRecord[] = [];
    // Papa Parse takes blanks before a quotation mark and text behind the closing one for errors; spreadsheets do not.
    const input = text.replaceAll(
      this.#irregular,
      (found, quoted: string | undefined, behind: string | undefined, at: number) => {
        if (quoted === undefined) return /^[\r\n]/.test(found) ? '\n' : found;
        // At the end of a chunk a quotation mark may be half of a doubled one.
        if (!isEnd && at + found.length === text.length) return found;
        return `"${quoted}${(behind ?? '').replaceAll('"', '""')}"`;
      },
    );
    let at = 0;
    const parser = new Papa.Parser({
      delimiter: this.#delimiter,
      newline: '\n',
      step: ({ data, errors, meta }: Papa.ParseStepResult<string[][]>) => {
        const line = this.#line;
        this.#line += linesIn(input.slice(at, meta.cursor));
        at = meta.cursor;
        if (errors.length > 0) {
          this.problems.push({ line, words: 'A quotation mark is opened here and never closed' });
          return;
        }
        const cells = (data[0] ?? []).map((cell) => cell.replace(KEPT_AS_TEXT, ''));
        if (cells.some((cell) => cell.trim() !== '')) records.push({ line, cells });
      },
    });
    parser.parse(input, 0, !isEnd);
    this.#rest = isEnd ? '' : input.slice(at);
    return records;
  }

  #giveUp(words: string): void {
    this.problems.push({ line: this.#line, words: `A quotation mark is opened here and ${words}` });
    this.#line += linesIn(this.#rest);
    this.#rest = '';
  }
}

const linesIn = (text: string): number => text.match(/\r\n|\n|\r/g)?.length ?? 0;

const DELIMITERS = [',', ';', '\t', '|'];
/** Enough to tell a delimiter from a comma that many cells happen to have; Papa Parse itself looks at ten lines. */
const LINES_TO_GUESS_FROM = 200;

/**
 * The delimiter of a CSV: the one that parts most of the lines that follow into as many cells as the header. Lines without
 * content say nothing. Where several do so equally, the one with more cells.
 */
export function delimiterOf(text: string): string {
  const newline = /\r\n?|\n/.exec(text)?.[0] as Papa.ParseConfig['newline'];
  const written = text.replace(/^\s*[\r\n]/, '');
  const guesses = DELIMITERS.map((delimiter) => {
    const { data } = new Papa.Parser({ delimiter, newline, preview: LINES_TO_GUESS_FROM }).parse(
      written,
      0,
      false,
    );
    const counts = (data as string[][])
      .filter((cells) => cells.some((cell) => cell.trim() !== ''))
      .map((cells) => cells.length);
    const [header = 0, ...others] = counts;
    return { delimiter, header, alike: others.filter((count) => count === header).length };
  });
  const [best] = guesses
    .filter(({ header }) => header > 1)
    .sort((one, other) => other.alike - one.alike || other.header - one.header);
  return best?.delimiter ?? ',';
}

/** Rows as a CSV that spreadsheets open as it is: with a byte order mark, so that they read it as UTF-8. */
export const writeCsv = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${Papa.unparse(rows as string[][], { newline: '\r\n', escapeFormulae: FORMULA })}\r\n`;
