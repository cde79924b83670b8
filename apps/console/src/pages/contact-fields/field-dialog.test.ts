import { describe, expect, test } from 'vitest';
import { keyOf } from '../../api/key-of.ts';
import { draftOf, newFieldOf } from './field-dialog.tsx';

describe('contact fields', () => {
  test('a contact field gets a valid key from any label', () => {
    expect(keyOf('Shoe size (EU)')).toBe('shoe_size_eu');
    expect(keyOf('Příjmení')).toBe('prijmeni');
    expect(keyOf('2nd choice')).toBe('nd_choice');
    expect(keyOf('…')).toBe('');
    for (const label of ['Shoe size (EU)', '  x  ', 'A'.repeat(200)]) {
      expect(keyOf(label)).toMatch(/^[a-z][a-z0-9_]{0,63}$/);
    }
  });

  test('permission to use a contact field in calls is sent only for personal data', () => {
    const draft = { ...draftOf(undefined), key: 'x', label: 'X', allowPiiInContext: true };
    expect(newFieldOf(draft)).not.toHaveProperty('allowPiiInContext');
    expect(newFieldOf({ ...draft, isPii: true })).toHaveProperty('allowPiiInContext', true);
  });

  test('options of a contact field are sent only for an enum', () => {
    const draft = { ...draftOf(undefined), enumOptions: ['a'] };
    expect(newFieldOf(draft)).not.toHaveProperty('enumOptions');
    expect(newFieldOf({ ...draft, dataType: 'enum' })).toHaveProperty('enumOptions', ['a']);
  });
});
