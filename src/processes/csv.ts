/**
 * The rows of a comma-separated file, each by the names in its first line. Quotes hold commas, line breaks and, doubled,
 * quotes; a semicolon parts the columns where the first line has more of them than commas.
 */
export function readCsv(text: string): Record<string, string>[] {
  const source = text.replace(/^\uFEFF/, '');
  const [head = ''] = source.split(/\r?\n/, 1);
  const separator = head.split(';').length > head.split(',').length ? ';' : ',';
  const [names = [], ...rows] = [...readRows(source, separator)].filter((row) =>
    row.some((cell) => cell !== ''),
  );
  return rows.map((row) =>
    Object.fromEntries(names.map((name, i) => [name.trim(), (row[i] ?? '').trim()] as const)),
  );
}

function* readRows(text: string, separator: string): Generator<string[]> {
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let i = 0; i < text.length; i++) {
    const letter = text[i] as string;
    if (isQuoted) {
      if (letter !== '"') cell += letter;
      else if (text[i + 1] === '"') cell += text[++i];
      else isQuoted = false;
    } else if (letter === '"') isQuoted = true;
    else if (letter === separator || letter === '\n') {
      row.push(cell);
      cell = '';
      if (letter === '\n') {
        yield row;
        row = [];
      }
    } else if (letter !== '\r') cell += letter;
  }
  yield [...row, cell];
}
