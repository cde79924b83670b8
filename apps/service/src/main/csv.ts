import { CsvParser, delimiterOf } from '@parley/kernel/csv.ts';
import { ConfigError } from './config.ts';

export interface CsvRow {
  /** Where it begins in the file; the first line is 1. */
  readonly line: number;
  readonly values: Readonly<Record<string, string>>;
}

/** The rows of a CSV, each by the column names in the first line. */
export function readCsv(text: string): { columns: string[]; rows: CsvRow[] } {
  const source = text.replace(/^\uFEFF/, '');
  const parser = new CsvParser(delimiterOf(source));
  const [first, ...rest] = [...parser.push(source), ...parser.end()];
  const [problem] = parser.problems;
  if (problem) throw new ConfigError(`The file cannot be read. Line ${problem.line}: ${problem.words}.`);
  const columns = (first?.cells ?? []).map((name) => name.trim());
  const rows = rest.map(({ line, cells }) => ({
    line,
    values: Object.fromEntries(columns.map((name, i) => [name, (cells[i] ?? '').trim()] as const)),
  }));
  return { columns, rows };
}
