import { expect, test } from 'vitest';
import { csvLine } from './csv-stream.ts';

test('a CSV cell with a comma, a quote or a line break is quoted, and an empty cell stays empty', () => {
  expect(csvLine(['Ada', 'Novak, "the" first', 'two\nlines', null, 3])).toBe(
    'Ada,"Novak, ""the"" first","two\nlines",,3\r\n',
  );
});

test.each(['=1+1', '+41', '-2', '@SUM(A1)', '\t=1', '\r=1'])(
  'a spreadsheet does not interpret the CSV cell %j as a formula',
  (value) => {
    expect(csvLine([value]).replace(/^"/, '')).toMatch(/^'/);
  },
);
