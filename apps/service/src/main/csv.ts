export interface CsvRow {
  /** Where it begins in the file; the first line is 1. */
  readonly line: number;
  readonly values: Readonly<Record<string, string>>;
}

/**
 * The rows of a comma-separated file, each by the names in its first line. Quotes hold commas, line breaks and, doubled,
 * quotes; a semicolon parts the columns where the first line has more of them than commas.
 */
export function readCsv(text: string): { columns: string[]; rows: CsvRow[] } {
  const source = text.replace(/^\uFEFF/, '');
  const [head = ''] = source.split(/\r?\n/, 1);
  const separator = head.split(';').length > head.split(',').length ? ';' : ',';
  const [first, ...rest] = [...readRows(source, separator)].filter(({ cells }) =>
    cells.some((cell) => cell !== ''),
  );
  const columns = (first?.cells ?? []).map((name) => name.trim());
  const rows = rest.map(({ line, cells }) => ({
    line,
    values: Object.fromEntries(columns.map((name, i) => [name, (cells[i] ?? '').trim()] as const)),
  }));
  return { columns, rows };
}

function* readRows(text: string, separator: string): Generator<{ line: number; cells: string[] }> {
  let cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  let line = 1;
  let begunAt = 1;
  for (let i = 0; i < text.length; i++) {
    const letter = text[i] as string;
    if (letter === '\n') line++;
    if (isQuoted) {
      if (letter !== '"') cell += letter;
      else if (text[i + 1] === '"') cell += text[++i];
      else isQuoted = false;
    } else if (letter === '"') isQuoted = true;
    else if (letter === separator || letter === '\n') {
      cells.push(cell);
      cell = '';
      if (letter === '\n') {
        yield { line: begunAt, cells };
        cells = [];
        begunAt = line;
      }
    } else if (letter !== '\r') cell += letter;
  }
  yield { line: begunAt, cells: [...cells, cell] };
}
