/** One record of a CSV, and the line of the file on which it begins. */
export interface CsvRow {
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

/**
 * Reads RFC 4180, and what spreadsheets make of it, as the text comes: line ends of every kind, quoted cells with
 * line ends and doubled quotation marks inside, a quotation mark in the middle of a plain cell. Lines without any
 * content are passed over.
 */
export class CsvParser {
  readonly #delimiter: string;
  readonly problems: CsvProblem[] = [];
  #rows: CsvRow[] = [];
  #cells: string[] = [];
  #cell = '';
  #line = 1;
  #rowLine = 1;
  /** plain: outside quotes · quoted: inside · closing: after a quotation mark inside, which may be half of two */
  #state: 'plain' | 'quoted' | 'closing' = 'plain';
  #wasReturn = false;

  constructor(delimiter: string) {
    this.#delimiter = delimiter;
  }

  /** The records that became whole with this text. */
  push(text: string): CsvRow[] {
    const { length } = text;
    let at = 0;
    while (at < length) {
      if (this.#state === 'plain' && !this.#wasReturn) {
        const from = at;
        while (at < length && !this.#isSpecial(text.charCodeAt(at))) at++;
        if (at > from) this.#cell += text.slice(from, at);
        if (at === length) break;
      }
      const letter = text[at] as string;
      if (this.#state === 'quoted') this.#takeQuoted(letter);
      else this.#take(letter);
      at++;
    }
    return this.#given();
  }

  /** The last record, when no line end follows it. */
  end(): CsvRow[] {
    if (this.#state === 'quoted') {
      this.problems.push({ line: this.#rowLine, words: 'A quotation mark is opened here and never closed' });
      this.#reset();
    } else if (this.#cell !== '' || this.#cells.length > 0) this.#endRow();
    return this.#given();
  }

  #isSpecial(code: number): boolean {
    return code === 10 || code === 13 || code === 34 || code === this.#delimiter.charCodeAt(0);
  }

  #take(letter: string): void {
    const follows = this.#wasReturn;
    this.#wasReturn = false;
    // The second half of a line end that was already counted.
    if (follows && letter === '\n') return;
    if (this.#state === 'closing') {
      this.#state = letter === '"' ? 'quoted' : 'plain';
      if (letter === '"') {
        this.#cell += '"';
        return;
      }
    }
    if (letter === this.#delimiter) this.#endCell();
    else if (letter === '\n' || letter === '\r') {
      this.#wasReturn = letter === '\r';
      this.#endRow();
      this.#line++;
      this.#rowLine = this.#line;
    } else if (letter === '"' && this.#cell.trim() === '') {
      this.#cell = '';
      this.#state = 'quoted';
    } else this.#cell += letter;
  }

  #takeQuoted(letter: string): void {
    if (letter === '"') {
      this.#state = 'closing';
      this.#wasReturn = false;
      return;
    }
    if (letter === '\r' || (letter === '\n' && !this.#wasReturn)) this.#line++;
    this.#wasReturn = letter === '\r';
    this.#cell += letter;
    if (this.#cell.length > MAX_CELL) {
      this.problems.push({
        line: this.#rowLine,
        words: 'A quotation mark is opened here and not closed for 100,000 characters',
      });
      this.#reset();
    }
  }

  #endCell(): void {
    this.#cells.push(this.#cell);
    this.#cell = '';
  }

  #endRow(): void {
    this.#endCell();
    if (this.#cells.some((cell) => cell.trim() !== '')) {
      this.#rows.push({ line: this.#rowLine, cells: this.#cells });
    }
    this.#cells = [];
  }

  /** Goes on after a record that cannot be read. */
  #reset(): void {
    this.#cells = [];
    this.#cell = '';
    this.#state = 'plain';
    this.#rowLine = this.#line;
  }

  #given(): CsvRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }
}
