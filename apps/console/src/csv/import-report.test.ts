import { describe, expect, test } from 'vitest';
import { leftOf, listCsv, listsOf } from './import-lists.ts';
import { reasonOf } from './row-words.ts';

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
  rows: [],
  unsure: [4],
};
const refusedCsv = (of: typeof file, { rows, ...found }: typeof outcome) =>
  listCsv(of, listsOf(of, { ...found, rows }).find(({ key }) => key === 'refused')?.rows ?? []);

describe('import reports', () => {
  test('the import report names fields by their labels', () => {
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

  test('the import report counts rows that are neither stored, refused nor uncertain as not yet imported', () => {
    expect(leftOf(file, outcome)).toBe(1);
  });

  test('the export of refused rows has all columns, the line and the reason', () => {
    expect(refusedCsv(file, outcome)).toEqual([
      ['Name', 'Phone', 'Line', 'Reason'],
      ['Eva', '', '3', 'Phone number must be a telephone number; Shoe size must be a number'],
      ['', '', '7', 'A quotation mark is opened here and never closed'],
    ]);
  });

  test('an exported cell that a spreadsheet would run as a formula is kept as text, phone numbers unchanged', () => {
    const cells = ['=HYPERLINK("http://evil.example")', '+41 79 555 01 00'];
    const risky = { ...file, rows: [{ line: 3, cells }], problems: [] };
    expect(refusedCsv(risky, outcome)[1]?.slice(0, 2)).toEqual([`'${cells[0]}`, cells[1]]);
  });

  test('the report tells rows that are twice in the file from rows that are contacts already', () => {
    const lists = listsOf(file, {
      ...outcome,
      rows: [
        { line: 2, result: 'created', contactId: 'id-2' },
        { line: 4, result: 'skipped', contactId: 'id-2', sameAsLine: 2, phoneNumber: '+3' },
        { line: 5, result: 'skipped', contactId: 'old' },
        { line: 6, result: 'created', sameNumberAs: { line: 2, name: 'Ada Novak' } },
        { line: 8, result: 'updated', contactId: 'old', changes: ['lastName'] },
      ],
    });
    expect(
      lists.map(({ key, rows }) => [key, ...rows.map(({ line, words }) => `${line}: ${words}`)]),
    ).toEqual([
      ['imported', '2: Imported', '6: Same number as line 2, another name (Ada Novak): imported'],
      ['same-number', '6: Same number as line 2, another name (Ada Novak): imported'],
      ['updated', '8: Already a contact: changes last name'],
      ['twice', '4: The same person as line 2 (+3): skipped'],
      ['known', '5: Already a contact: skipped'],
      ['refused', expect.stringContaining('3: Phone number'), expect.stringContaining('7: ')],
    ]);
    expect(listCsv(file, lists.find(({ key }) => key === 'twice')?.rows ?? [])).toEqual([
      ['Name', 'Phone', 'Line', 'Reason'],
      ['Ivo', '+3', '4', 'The same person as line 2 (+3): skipped'],
    ]);
  });
});
