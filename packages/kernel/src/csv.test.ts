import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CsvParser, delimiterOf, writeCsv } from './csv.ts';

function parse(text: string, delimiter = ',') {
  const parser = new CsvParser(delimiter);
  const rows = [...parser.push(text), ...parser.end()];
  return { rows, cells: rows.map((row) => row.cells), problems: parser.problems };
}

describe('a CSV text', () => {
  test('a CSV text may mix line endings', () => {
    expect(parse('a,"b"\r\n1,"2"\n3,4\r5,"6"\r\n').cells).toEqual([
      ['a', 'b'],
      ['1', '2'],
      ['3', '4'],
      ['5', '6'],
    ]);
  });

  test('a CSV text keeps what follows a closing quotation mark, and the rows after it', () => {
    const { cells, problems } = parse('a,b\n"Acme" Ltd,x\n"Bo" "B" Lind,"y"\nlast,z\n');
    expect(cells).toEqual([
      ['a', 'b'],
      ['Acme Ltd', 'x'],
      ['Bo "B" Lind', 'y'],
      ['last', 'z'],
    ]);
    expect(problems).toEqual([]);
  });

  test('a CSV text may have spaces before a quotation mark', () => {
    expect(parse('a, "b, c"\n1,  "2"').cells).toEqual([
      ['a', 'b, c'],
      ['1', '2'],
    ]);
  });

  test('a CSV text may use any line ending', () => {
    for (const end of ['\n', '\r\n', '\r']) {
      expect(parse(`a,b${end}1,2${end}3,4`).cells).toEqual([
        ['a', 'b'],
        ['1', '2'],
        ['3', '4'],
      ]);
    }
  });

  test('a quoted CSV cell keeps delimiters, line ends and doubled quotation marks', () => {
    expect(parse('"a, b","c\r\nd","say ""hi"""\n1,2,3').cells).toEqual([
      ['a, b', 'c\r\nd', 'say "hi"'],
      ['1', '2', '3'],
    ]);
  });

  test('a CSV cell without quotation marks keeps one in its middle', () => {
    expect(parse('5" pipe,x').cells).toEqual([['5" pipe', 'x']]);
  });

  test('every CSV record has its line number, also after multi-line cells and empty lines', () => {
    const { rows } = parse('a,b\n"one\ntwo",x\n\n,\r\nlast,y');
    expect(rows.map(({ line }) => line)).toEqual([1, 2, 6]);
  });

  test('a CSV record keeps empty cells, also the last', () => {
    expect(parse('a,,\n,b,').cells).toEqual([
      ['a', '', ''],
      ['', 'b', ''],
    ]);
  });

  test('an unclosed quotation mark in a CSV text is reported with its line, and the rows before it are kept', () => {
    const { cells, problems } = parse('a\nb\n"c\nd\n');
    expect(cells).toEqual([['a'], ['b']]);
    expect(problems).toEqual([{ line: 3, words: 'A quotation mark is opened here and never closed' }]);
  });

  test('a CSV text is parsed the same however it is chunked', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', 'ž', '"', ',', '\r', '\n', ' ', ';'), maxLength: 6 });
    const table = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(table, fc.array(fc.nat(60), { maxLength: 5 }), (rows, cuts) => {
        const text = writeCsv(rows).slice(1);
        const parser = new CsvParser(',');
        const places = [...new Set([0, ...cuts, text.length])]
          .filter((at) => at <= text.length)
          .sort((a, b) => a - b);
        const met = places.flatMap((from, index) => parser.push(text.slice(from, places[index + 1])));
        met.push(...parser.end());
        expect(met).toEqual(parse(text).rows);
        expect(met.map((row) => row.cells)).toEqual(
          rows.filter((cells) => cells.some((one) => one.trim() !== '')),
        );
      }),
    );
  });
});

test('no cell of a CSV that is written is a formula to a spreadsheet, and each is read as it was', () => {
  const cells = ['=HYPERLINK("http://x.example")', '+49 30 901820', '-1', '@SUM(A1)', 'Ada'];
  const text = writeCsv([cells]);
  expect(text).not.toMatch(/(?:^|,)"?[=+\-@]/);
  expect(parse(text.slice(1)).cells).toEqual([cells]);
});

describe('the delimiter of a CSV text', () => {
  test('the delimiter of a CSV text is guessed from the first lines, ignoring quoted text', () => {
    expect(delimiterOf('name;city\n"Novak, Ada";Brno\n')).toBe(';');
    expect(delimiterOf('name,note\nAda,"a;b;c;d"\n')).toBe(',');
    expect(delimiterOf('name\tcity\nAda\tBrno')).toBe('\t');
    expect(delimiterOf('only one column\nx')).toBe(',');
  });

  test('the delimiter of a CSV text is guessed from the header and the lines after it, not from blank ones', () => {
    expect(delimiterOf(`${'\n'.repeat(12)}name;city\nAda;Brno\n`)).toBe(';');
    expect(delimiterOf(`${'\r\n'.repeat(12)}name\tcity\r\nAda\tBrno\r\n`)).toBe('\t');
  });

  test('the delimiter of a CSV text is guessed from more lines when the first ten fit two delimiters', () => {
    const first = Array.from({ length: 12 }, (_, i) => `Lind, Bo ${i};Brno`);
    const later = Array.from({ length: 12 }, (_, i) => `Acme ${i};Brno`);
    expect(delimiterOf(['name, first name;city', ...first, ...later].join('\n'))).toBe(';');
  });
});
