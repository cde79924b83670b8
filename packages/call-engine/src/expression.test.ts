import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Expression, holds, type Known } from './expression.ts';

const known: Known = {
  contact: {
    country: 'Zürich ',
    age: 42,
    code: '007',
    score: '8.5',
    permit: true,
    barred: false,
    interests: ['Tea', 'Rail travel'],
    levels: ['3', '5'],
    renewal: '2027-03-01',
    nothing: ' ',
    none: [],
    flag: 'true',
  },
  job: { title: 'Clerk', 'location.city': 'Bern', requiredSkills: ['SQL', 'Go'] },
  answer: { start: '2027-01-15', salary: 90000, pay: '30 GBP per hour' },
};

const table: [field: string, operator: Expression['operator'], value: unknown, expected: boolean][] = [
  ['contact.country', 'EXISTS', undefined, true],
  ['contact.permit', 'EXISTS', undefined, true],
  ['contact.barred', 'EXISTS', undefined, true],
  ['contact.unknown', 'EXISTS', undefined, false],
  ['contact.nothing', 'EXISTS', undefined, false],
  ['contact.none', 'EXISTS', undefined, false],
  ['contact.unknown', 'NOT_EXISTS', undefined, true],
  ['contact.nothing', 'NOT_EXISTS', undefined, true],
  ['contact.age', 'NOT_EXISTS', undefined, false],
  ['contact.country', 'EQUALS', 'zürich', true],
  ['contact.country', 'EQUALS', 'zu\u0308rich', true],
  ['contact.country', 'EQUALS', 'Bern', false],
  ['contact.age', 'EQUALS', 42, true],
  ['contact.age', 'EQUALS', '42', true],
  ['contact.age', 'EQUALS', '42.0', true],
  ['contact.age', 'EQUALS', 'forty-two', false],
  ['contact.code', 'EQUALS', '7', false],
  ['contact.code', 'EQUALS', 7, true],
  ['contact.permit', 'EQUALS', true, true],
  ['contact.permit', 'EQUALS', 'TRUE', true],
  ['contact.permit', 'EQUALS', 1, false],
  ['contact.permit', 'EQUALS', 'Yes', true],
  ['contact.permit', 'EQUALS', 'no', false],
  ['contact.permit', 'NOT_EQUALS', 'no', true],
  ['contact.barred', 'EQUALS', 'No', true],
  ['contact.barred', 'IN', ['nope', 'unknown'], true],
  ['contact.permit', 'CONTAINS', 'yes', true],
  ['contact.permit', 'EQUALS', 'permitted', false],
  ['contact.age', 'EQUALS', '42 years', true],
  ['answer.salary', 'GREATER_THAN', '£45,000', true],
  ['answer.salary', 'LESS_THAN', '45k', false],
  ['answer.pay', 'LESS_THAN', 40000, false],
  ['contact.flag', 'EQUALS', true, true],
  ['contact.interests', 'EQUALS', ['rail  travel', 'tea'], true],
  ['contact.interests', 'EQUALS', ['tea'], false],
  ['contact.interests', 'EQUALS', 'tea', false],
  ['contact.unknown', 'EQUALS', 'x', false],
  ['contact.country', 'NOT_EQUALS', 'Bern', true],
  ['contact.country', 'NOT_EQUALS', 'ZÜRICH', false],
  ['contact.country', 'NOT_EQUALS', 5, false],
  ['contact.age', 'NOT_EQUALS', 41, true],
  ['contact.permit', 'NOT_EQUALS', false, true],
  ['contact.unknown', 'NOT_EQUALS', 'x', false],
  ['contact.interests', 'NOT_EQUALS', ['tea'], true],
  ['contact.country', 'CONTAINS', 'RICH', true],
  ['contact.country', 'CONTAINS', '', false],
  ['contact.country', 'CONTAINS', 5, false],
  ['contact.interests', 'CONTAINS', 'tea', true],
  ['contact.interests', 'CONTAINS', 'rail', false],
  ['contact.interests', 'CONTAINS', ['TEA', 'rail travel'], true],
  ['contact.interests', 'CONTAINS', [], false],
  ['contact.levels', 'CONTAINS', 5, true],
  ['contact.age', 'CONTAINS', '4', false],
  ['contact.age', 'GREATER_THAN', 41, true],
  ['contact.age', 'GREATER_THAN', '42', false],
  ['contact.score', 'GREATER_THAN', 8, true],
  ['contact.score', 'GREATER_THAN', '10', false],
  ['contact.country', 'GREATER_THAN', 'A', false],
  ['contact.renewal', 'GREATER_THAN', '2026-12-31', true],
  ['contact.renewal', 'GREATER_THAN', '2027-03-01', false],
  ['contact.renewal', 'GREATER_THAN', 5, false],
  ['contact.age', 'LESS_THAN', 42.5, true],
  ['contact.age', 'LESS_THAN', 42, false],
  ['contact.renewal', 'LESS_THAN', '2027-03-01T00:00:01Z', true],
  ['contact.interests', 'LESS_THAN', 5, false],
  ['contact.country', 'IN', ['Bern', 'zürich'], true],
  ['contact.country', 'IN', ['Bern'], false],
  ['contact.country', 'IN', 'zürich', false],
  ['contact.age', 'IN', ['41', '42'], true],
  ['contact.interests', 'IN', ['tea', 'coffee'], true],
  ['contact.unknown', 'IN', ['x'], false],
  ['job.title', 'EQUALS', 'clerk', true],
  ['job.location.city', 'EQUALS', 'bern', true],
  ['job.requiredSkills', 'CONTAINS', 'sql', true],
  ['answer.start', 'LESS_THAN', '2027-02-01', true],
  ['answer.salary', 'GREATER_THAN', '80000', true],
  ['contact.__proto__', 'EXISTS', undefined, false],
  ['contact.constructor', 'EXISTS', undefined, false],
  ['contact.toString', 'NOT_EXISTS', undefined, true],
  ['company.name', 'EXISTS', undefined, false],
  ['title', 'EXISTS', undefined, false],
];

test.each(table)('the condition %s %s %j evaluates to %s', (field, operator, value, expected) => {
  expect(holds({ field, operator, value }, known)).toBe(expected);
});

test('any condition can be evaluated, and an unknown value satisfies only NOT_EXISTS', () => {
  const operators = [...new Set(table.map(([, operator]) => operator))];
  const field = fc.oneof(fc.string(), fc.constantFrom(...table.map(([name]) => name)));
  fc.assert(
    fc.property(field, fc.constantFrom(...operators), fc.jsonValue(), (name, operator, value) => {
      const expression = { field: name, operator, value };
      expect(holds(expression, known)).toBeTypeOf('boolean');
      expect(holds(expression, { contact: {}, job: {}, answer: {} })).toBe(operator === 'NOT_EXISTS');
    }),
  );
});

test('no value is both equal and unequal to another, or both above and below', () => {
  const value = fc.oneof(
    fc.string(),
    fc.double({ noNaN: true }),
    fc.boolean(),
    fc.constantFrom('7', '2027-01-01', 'true'),
  );
  fc.assert(
    fc.property(value, fc.jsonValue(), (found, wanted) => {
      const data = { contact: { x: found }, job: {}, answer: {} };
      const is = (operator: Expression['operator']) =>
        holds({ field: 'contact.x', operator, value: wanted }, data);
      expect(is('EQUALS') && is('NOT_EQUALS')).toBe(false);
      expect(is('GREATER_THAN') && is('LESS_THAN')).toBe(false);
      expect(is('EXISTS')).toBe(!is('NOT_EXISTS'));
    }),
  );
});

test('a text with very many digits is compared quickly', () => {
  const data = { contact: { x: `${'1'.repeat(200_000)}x` }, job: {}, answer: {} };
  expect(holds({ field: 'contact.x', operator: 'GREATER_THAN', value: 5 }, data)).toBe(false);
});

test.each([
  ['DE', 'ja', true],
  ['DE', 'nein', false],
  ['DE', 'yes', true],
  ['FR', 'oui', true],
  ['FR', 'No', false],
] as const)('in %s, the answer yes compared with %j is %s', (language, value, expected) => {
  const licence = { field: 'answer.licence', operator: 'EQUALS', value } as const;
  expect(holds(licence, { contact: {}, job: {}, answer: { licence: true } }, language)).toBe(expected);
});
