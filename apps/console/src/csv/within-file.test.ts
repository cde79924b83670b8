import { describe, expect, test } from 'vitest';
import { importedCount, withinFile } from './within-file.ts';

const created = (line: number, more: object = {}) => ({
  line,
  result: 'created' as const,
  phoneNumber: '+41446681800',
  ...more,
});
const names = new Map([
  [8, { firstName: 'Maria', lastName: 'Keller' }],
  [9, { firstName: 'Jürg', lastName: 'Keller' }],
  [10, { firstName: 'MARÍA', lastName: 'Keller' }],
]);
const nameOf = (line: number) => names.get(line) ?? {};

describe('the check of an import', () => {
  test('a couple that shares a number is no duplicate, in whatever batches they are', () => {
    const rows = withinFile([created(8), created(9), created(10)], { duplicates: 'skip' }, nameOf);
    expect(rows).toEqual([
      created(8),
      created(9, { sameNumberAs: { line: 8, name: 'Maria Keller' } }),
      created(10, { result: 'skipped', sameAsLine: 8 }),
    ]);
  });

  test('the same e-mail address is the same person under another name', () => {
    const email = 'keller@example.com';
    const [, second] = withinFile([created(8, { email }), created(9, { email })], {}, nameOf);
    expect(second).toMatchObject({ result: 'skipped', sameAsLine: 8 });
  });

  test('the import button has the number of rows that will be imported, updates included', () => {
    const rows = [created(2), { line: 3, result: 'skipped' }, { line: 4, result: 'refused' }] as const;
    expect(importedCount([...rows, { line: 5, result: 'updated' }])).toBe(2);
  });
});
