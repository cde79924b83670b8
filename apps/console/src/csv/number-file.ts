import { CsvParser, delimiterOf } from '@parley/kernel/csv.ts';

/** A telephone number has so many digits, in whatever spelling. */
const NUMBER = /^\+?[\d\s().\-/]{5,40}$/;
const FEWEST_DIGITS = 5;

/** The first cell of a row that looks like a telephone number; undefined: there is none, as in a heading. */
export function numberIn(cells: readonly string[]): string | undefined {
  return cells
    .map((cell) => cell.trim())
    .find((cell) => NUMBER.test(cell) && cell.replaceAll(/\D/g, '').length >= FEWEST_DIGITS);
}

/** The numbers of a CSV file in portions, read as they are needed: a national register does not fit into memory twice. */
export async function* numberPortions(
  file: Pick<File, 'stream'>,
  portion: number,
): AsyncGenerator<readonly string[]> {
  const reader = file.stream().pipeThrough(new TextDecoderStream()).getReader();
  let parser: CsvParser | undefined;
  let waiting: string[] = [];
  for (;;) {
    const { value = '', done } = await reader.read();
    parser ??= new CsvParser(delimiterOf(value));
    const records = done ? parser.end() : parser.push(value);
    waiting.push(...records.flatMap(({ cells }) => numberIn(cells) ?? []));
    while (waiting.length >= portion || (done && waiting.length > 0)) {
      yield waiting.slice(0, portion);
      waiting = waiting.slice(portion);
    }
    if (done) return;
  }
}
