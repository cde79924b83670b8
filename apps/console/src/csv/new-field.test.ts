import { expect, test } from 'vitest';
import { fieldFor } from './new-field.ts';

test('a new field for a column is named after it, and found again in the next file', () => {
  expect(fieldFor('Renewal date', ['2026-12-31', ''])).toEqual({
    label: 'Renewal date',
    key: 'renewal_date',
    csvAliases: ['Renewal date'],
    dataType: 'date',
  });
});

test.each([
  [['31.12.2026', '1.2.2027'], 'date'],
  [['12', '0.5', '-3'], 'number'],
  [['007', '12'], 'string'],
  [['yes', 'No'], 'bool'],
  [['31/12/2026'], 'date'],
  [['2026-12-31', 'soon'], 'string'],
  [[], 'string'],
])('the values %j make a field of type %s', (values, dataType) => {
  expect(fieldFor('Column', values).dataType).toBe(dataType);
});
