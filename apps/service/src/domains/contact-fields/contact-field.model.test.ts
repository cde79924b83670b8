import { dataTypes } from '@parley/contract/contact-field.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readValue, typeOf } from './contact-field.model.ts';

const read = (dataType: (typeof dataTypes)[number], sent: unknown, enumOptions: string[] = []) =>
  readValue({ dataType, enumOptions }, sent);

test.each([
  ['string', 'Sales', 'Sales'],
  ['string', 'x'.repeat(5000), 'x'.repeat(5000)],
  ['string', '😀'.repeat(5000), '😀'.repeat(5000)],
  ['number', 7, 7],
  ['number', ' 7.25 ', 7.25],
  ['number', '-1e3', -1000],
  ['date', '2028-02-29', '2028-02-29'],
  ['bool', 'true', true],
  ['bool', false, false],
  ['tags', ['tea', ' Tea ', '', 'chess'], ['tea', 'chess']],
  ['tags', ' tea , chess,,Tea', ['tea', 'chess']],
] as const)('a contact field of type %s accepts %j', (dataType, sent, value) => {
  expect(read(dataType, sent)).toEqual({ value });
});

test.each([
  ['string', 7],
  ['string', 'x'.repeat(5001)],
  ['string', '😀'.repeat(5001)],
  ['number', 'seven'],
  ['number', ''],
  ['number', '0x10'],
  ['number', true],
  ['date', '2031-02-30'],
  ['date', '0000-01-01'],
  ['date', '2031-12-24T00:00:00Z'],
  ['date', 20311224],
  ['bool', 'yes'],
  ['bool', 1],
  ['tags', 7],
  ['tags', [7]],
  ['tags', { a: 1 }],
  ['tags', Array.from({ length: 201 }, (_, i) => `t${i}`)],
] as const)('a contact field of type %s refuses %j', (dataType, sent) => {
  expect(read(dataType, sent)).toHaveProperty('problem');
});

test('an enum field accepts exactly its options', () => {
  expect(read('enum', 'Small', ['Small', 'Large'])).toEqual({ value: 'Small' });
  for (const sent of ['small', ' Small', 'Medium', 1])
    expect(read('enum', sent, ['Small', 'Large'])).toHaveProperty('problem');
});

test.each([[[]], [['']], [','], ['']])('sending %j clears a tags field', (sent) => {
  expect(read('tags', sent)).toEqual({ value: undefined });
});

test.each(dataTypes)('null clears a field of type %s', (dataType) => {
  expect(read(dataType, null)).toEqual({ value: undefined });
});

test('reading a list of tags a second time gives the same tags', () => {
  fc.assert(
    fc.property(fc.oneof(fc.array(fc.string()), fc.string()), (sent) => {
      const first = read('tags', sent);
      fc.pre('value' in first && first.value !== undefined);
      expect(read('tags', (first as { value: string[] }).value)).toEqual(first);
    }),
  );
});

test('a stored value of a contact field is valid when it is sent again', () => {
  fc.assert(
    fc.property(fc.constantFrom(...dataTypes), fc.jsonValue(), (dataType, sent) => {
      const first = read(dataType, sent, ['a', 'b']);
      fc.pre('value' in first && first.value !== undefined);
      expect(read(dataType, (first as { value: unknown }).value, ['a', 'b'])).toEqual(first);
    }),
  );
});

test('a value for an undefined key can define a contact field with the type of the value', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.boolean(),
        fc.array(fc.string()),
      ),
      (sent) => {
        expect(read(typeOf(sent), sent)).toHaveProperty('value');
      },
    ),
  );
});

test('a number field refuses very many digits that end in a letter, and does so quickly', () => {
  expect(read('number', `${'1'.repeat(200_000)}x`)).toEqual({ problem: 'must be a number' });
});
