import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { documentLookup } from './document-lookup.ts';
import { exampleOf, type Purpose } from './example-value.ts';
import type { JsonSchema } from './openapi-document.ts';
import { sampleDocument } from './sample-document.ts';
import { sampleSchemas } from './sample-schemas.ts';

const lookup = documentLookup(sampleDocument);

function build(schema: JsonSchema, purpose: Purpose = 'response'): unknown {
  return exampleOf(lookup, schema, purpose);
}

test.each(Object.keys(sampleSchemas))('the generated example of %s is valid against its schema', (name) => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema({ $id: 'sample', components: { schemas: sampleSchemas } });
  const validate = ajv.compile({ $ref: `sample#/components/schemas/${name}` });
  for (const purpose of ['request', 'response'] as const) {
    validate(build({ $ref: `#/components/schemas/${name}` }, purpose));
    expect(validate.errors ?? []).toEqual([]);
  }
});

test('a generated request example has the required properties and omits optional ones', () => {
  const example = build(
    { type: 'object', required: ['a'], properties: { a: { type: 'string' }, b: { type: 'string' } } },
    'request',
  );
  expect(example).toEqual({ a: 'text' });
});

test('the generated example of an enum is its first value', () => {
  expect(build({ $ref: '#/components/schemas/ContactStatus' })).toBe('UNDEFINED');
  expect(build({ anyOf: [{ type: 'null' }, { const: 'male' }, { const: 'female' }] })).toBe('male');
});

test('an example in the schema takes precedence over a generated one', () => {
  expect(build({ type: 'string', enum: ['a', 'b'], example: 'b' })).toBe('b');
});

test('generated example ids differ by property name and are the same every time', () => {
  const uuid: JsonSchema = { type: 'string', format: 'uuid' };
  const schema: JsonSchema = { type: 'object', properties: { contactId: uuid, agentId: uuid } };
  const example = build(schema) as { contactId: string; agentId: string };
  expect(example.contactId).not.toBe(example.agentId);
  expect(build(schema)).toEqual(example);
});

test('a deprecated property is not in the generated example', () => {
  expect(
    build({
      type: 'object',
      properties: { a: { type: 'boolean' }, old: { type: 'string', deprecated: true } },
    }),
  ).toEqual({ a: true });
});

test('the generated example of a number is within its limits', () => {
  expect(build({ type: 'integer', minimum: 1000, maximum: 30000 })).toBe(1000);
  expect(build({ type: 'number', maximum: 0.2 })).toBe(0.2);
  expect(build({ type: 'integer', maximum: -3 })).toBe(-3);
});
