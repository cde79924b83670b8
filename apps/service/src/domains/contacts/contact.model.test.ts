import { dataTypes, type FieldValue } from '@parley/contract/contact-field.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { catalogOf } from '../contact-fields/catalog.model.ts';
import { readFields } from '../contact-fields/contact-field.actions.ts';
import { type OwnField, readValue } from '../contact-fields/contact-field.model.ts';
import { dayIn, visibleFields } from './contact.model.ts';

const ownField = fc.record({
  key: fc.constantFrom('shade', 'size', 'born', 'department', 'interests', 'contract_value'),
  dataType: fc.constantFrom(...dataTypes),
});
const ownFields = fc.uniqueArray(ownField, { selector: ({ key }) => key }).map((fields) =>
  fields.map(
    (field, place): OwnField => ({
      ...field,
      id: field.key,
      label: field.key,
      isPii: false,
      allowPiiInContext: false,
      displayOrder: place,
      enumOptions: ['a', 'b'],
      csvAliases: [],
      description: null,
    }),
  ),
);
const sentValue = fc.oneof(
  fc.jsonValue({ maxDepth: 1 }),
  fc.constantFrom('a', 'b', 'true', '7', '2031-12-24', 'tea, Tea ,chess'),
  fc.array(fc.constantFrom('tea', ' Tea', 'chess', '')),
);
const keys = ['shade', 'size', 'born', 'department', 'interests', 'contract_value', 'country', 'email'];
const sentValues = fc.dictionary(fc.constantFrom(...keys), sentValue);

/** What is accepted one by one, as contacts keep it. */
function stored(own: readonly OwnField[], sent: Record<string, unknown>): Record<string, FieldValue> {
  const accepted = Object.entries(sent).flatMap(([key, value]): [string, FieldValue][] => {
    try {
      const read = readFields(catalogOf(own), { [key]: value }, false).values[key];
      return read === undefined ? [] : [[key, read]];
    } catch {
      return [];
    }
  });
  return Object.fromEntries(accepted);
}

test('every stored field value can be read as a valid value, or is hidden because its field was deleted', () => {
  let shown = 0;
  let hidden = 0;
  fc.assert(
    fc.property(ownFields, sentValues, fc.func(fc.boolean()), (own, sent, isKept) => {
      const fields = stored(own, sent);
      const left = own.filter(({ key }) => isKept(key));
      // Where a deleted field was in the place of a seeded one of another type, its values are as after a change of type.
      const catalog = catalogOf(left);
      const seen = visibleFields({ fields }, catalog);
      for (const [key, value] of Object.entries(fields)) {
        const field = catalog.get(key);
        if (field === undefined) {
          hidden++;
          expect(seen).not.toHaveProperty(key);
        } else {
          shown++;
          expect(seen[key]).toEqual(value);
          if (field.dataType === catalogOf(own).get(key)?.dataType)
            expect(readValue(field, seen[key])).toEqual({ value });
        }
      }
      expect(Object.keys(seen).filter((key) => !Object.hasOwn(fields, key))).toEqual([]);
    }),
    { numRuns: 500 },
  );
  expect(Math.min(shown, hidden)).toBeGreaterThan(20);
});

test('the current date for a contact is the date in the time zone of the contact', () => {
  const instant = new Date('2026-03-01T23:30:00Z');
  expect(dayIn('Europe/Zurich', instant)).toBe('2026-03-02');
  expect(dayIn('America/New_York', instant)).toBe('2026-03-01');
});
