import { describe, expect, test } from 'vitest';
import { leftOf, reasonOf, refusedCsv } from './import-report.tsx';

const refused = (path: string, problem: string) => ({
  path,
  code: 'rule',
  problem,
  message: `${path} ${problem}`,
});
const file = {
  name: 'people.csv',
  header: ['Name', 'Phone'],
  rows: [
    { line: 2, cells: ['Ada', '+1'] },
    { line: 3, cells: ['Eva'] },
    { line: 4, cells: ['Ivo', '+3'] },
    { line: 5, cells: ['Jan', '+4'] },
  ],
  problems: [{ line: 7, words: 'A quotation mark is opened here and never closed' }],
};
const outcome = {
  contacts: new Map([[2, 'id-2']]),
  counts: { created: 1, updated: 0, merged: 0, skipped: 0, refused: 1 },
  refused: [
    {
      line: 3,
      errors: [
        refused('phoneNumber', 'must be a telephone number'),
        refused('fields.shoe_size', 'must be a number'),
      ],
    },
  ],
  unsure: [4],
};

describe('the import report', () => {
  test('names fields by their labels', () => {
    expect(outcome.refused.map(reasonOf)).toEqual([
      'Phone number must be a telephone number; Shoe size must be a number',
    ]);
    expect(
      reasonOf({
        line: 3,
        errors: [{ path: '', code: 'rule', problem: 'Some words', message: 'Some words' }],
      }),
    ).toBe('Some words');
  });

  test('counts every row once', () => {
    expect(leftOf(file, outcome)).toBe(1);
  });

  test('exports refused rows with all columns, their line and the reason', () => {
    expect(refusedCsv(file, outcome)).toEqual([
      ['Name', 'Phone', 'Line', 'Reason'],
      ['Eva', '', '3', 'Phone number must be a telephone number; Shoe size must be a number'],
      ['', '', '7', 'A quotation mark is opened here and never closed'],
    ]);
  });

  test('a cell that a spreadsheet would take for a formula is kept as text, and a telephone number is not touched', () => {
    const cells = ['=HYPERLINK("http://evil.example")', '+41 79 555 01 00'];
    const risky = { ...file, rows: [{ line: 3, cells }], problems: [] };
    expect(refusedCsv(risky, outcome)[1]?.slice(0, 2)).toEqual([`'${cells[0]}`, cells[1]]);
  });
});
