import { holds, type KnownData } from '@parley/call-engine/expression.ts';
import { dataTypes } from '@parley/contract/contact-field.ts';
import { operators } from '@parley/contract/flow.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { catalogOf } from '../contact-fields/catalog.model.ts';
import type { ContactField } from '../contact-fields/contact-field.model.ts';
import { truthOf } from './condition-truth.model.ts';
import type { ExpressionCondition } from './flow.model.ts';

const enumOptions = ['S', 'L', '7'];
const catalog = catalogOf(
  dataTypes.map((dataType) => ({
    id: dataType,
    key: `a_${dataType}`,
    label: dataType,
    dataType,
    isPii: false,
    allowPiiInContext: false,
    displayOrder: 1,
    enumOptions,
    csvAliases: [],
    description: null,
  })),
);

const text = fc.constantFrom('S', 's', 'L', '7', '5', '07', 'true', '2027-01-01', '2027-06-30', 'tea');
const plain = fc.oneof(text, fc.integer({ min: 4, max: 8 }), fc.boolean());
const stored: Readonly<Record<ContactField['dataType'], fc.Arbitrary<string | number | boolean | string[]>>> =
  {
    string: text,
    number: fc.integer({ min: 4, max: 8 }),
    date: fc.constantFrom('2027-01-01', '2027-06-30'),
    bool: fc.boolean(),
    enum: fc.constantFrom(...enumOptions),
    tags: fc.array(text, { minLength: 1, maxLength: 3 }),
  };
const contact = fc.record(
  Object.fromEntries(dataTypes.map((dataType) => [`a_${dataType}`, stored[dataType]])),
  { requiredKeys: [] },
);
const valued = operators.filter((operator) => operator !== 'EXISTS' && operator !== 'NOT_EXISTS');
const expressionOn = (field: string): fc.Arbitrary<ExpressionCondition> =>
  fc.oneof(
    fc.record({
      type: fc.constant('expression' as const),
      field: fc.constant(field),
      operator: fc.constantFrom('EXISTS' as const, 'NOT_EXISTS' as const),
    }),
    fc.record({
      type: fc.constant('expression' as const),
      field: fc.constant(field),
      operator: fc.constantFrom(...valued),
      value: fc.oneof(plain, fc.array(plain, { minLength: 1, maxLength: 3 })),
    }),
  );
const question = fc
  .constantFrom(...dataTypes.map((dataType) => `contact.a_${dataType}`), 'contact.unknown')
  .chain((field) => fc.tuple(expressionOn(field), fc.array(expressionOn(field), { maxLength: 3 })));

test('a flow condition that preflight reports as always or never true is so for every contact', () => {
  fc.assert(
    fc.property(contact, question, (fields, [expression, earlier]) => {
      const known = { contact: fields as KnownData, job: {}, answer: {} };
      const facts = earlier.map((one) => ({ expression: one, held: holds(one, known) }));
      const truth = truthOf(expression, { catalog, asked: new Set(), facts });
      if (truth !== undefined) expect(truth.holds).toBe(holds(expression, known));
    }),
    { numRuns: 5000 },
  );
});
