import { expect, test } from 'vitest';
import { catalogOf, inOrder, inWords, isReserved, lastPlace, seededFields } from './catalog.model.ts';
import { reachesAgent } from './contact-field.model.ts';

const own = (key: string, displayOrder = 10) => ({
  id: '01957a2e-7c00-7000-8000-000000000000',
  key,
  label: key,
  dataType: 'string' as const,
  isPii: false,
  allowPiiInContext: false,
  displayOrder,
  enumOptions: [],
  csvAliases: [],
  description: null,
});

test('there are 36 built-in contact fields with fixed ids, and eight of them are reserved', () => {
  expect(seededFields).toHaveLength(36);
  expect(seededFields.filter(({ key }) => isReserved(key))).toHaveLength(8);
  expect(new Set(seededFields.map(({ id }) => id)).size).toBe(36);
  expect(seededFields[0]?.id).toBe('9b5053a1-77d0-80b5-8891-197e3e6a0a0b');
});

test("a company's field with the key of a built-in field replaces it in the category custom", () => {
  const catalog = catalogOf([own('department')]);
  expect(catalog.size).toBe(36);
  expect(catalog.get('department')).toMatchObject({
    isSystem: false,
    isCompanyOverride: true,
    category: 'custom',
  });
});

test('the catalog of contact fields is sorted by category, displayOrder and key', () => {
  const keys = inOrder(catalogOf([own('b', 2), own('a', 2), own('c', 1)])).map(({ key }) => key);
  expect(keys.slice(0, 2)).toEqual(['first_name', 'last_name']);
  expect(keys.slice(36)).toEqual(['c', 'a', 'b']);
});

test('a contact field without displayOrder comes last', () => {
  expect(lastPlace(catalogOf([own('a', 500)]), 'custom')).toBeGreaterThan(500);
});

test('an agent sees contact fields that are not reserved, and personal fields only if permitted', () => {
  const field = (key: string) =>
    catalogOf([]).get(key) as NonNullable<ReturnType<ReturnType<typeof catalogOf>['get']>>;
  expect(reachesAgent(field('department'))).toBe(true);
  expect(reachesAgent(field('salary_expectation'))).toBe(false);
  expect(reachesAgent({ ...field('salary_expectation'), allowPiiInContext: true })).toBe(true);
  expect(reachesAgent(field('company_name'))).toBe(false);
});

test('the label of a contact field is made from its key', () => {
  expect(inWords('favourite_book_title')).toBe('Favourite book title');
});
