import {
  Email,
  Metadata,
  Name,
  NeedsOneOf,
  Nullable,
  OneOf,
  Pattern,
  Strict,
  Timestamp,
  Uuid,
} from '@parley/contract/schema.ts';
import { sentenceOf } from '@parley/kernel/failure.ts';
import { type TSchema, Type } from 'typebox';
import { expect, test } from 'vitest';
import { Validator } from './validation.ts';

const validator = new Validator();
const body = (schema: TSchema, value: unknown, sent?: Record<string, string>) =>
  validator.body(schema)(value, sent).map(sentenceOf);
const query = (schema: TSchema, value: unknown) => validator.query(schema)(value).map(sentenceOf);

const Person = Strict({
  name: Name(),
  age: Type.Optional(Type.Integer({ minimum: 0, maximum: 150 })),
  email: Type.Optional(Email()),
  id: Type.Optional(Uuid()),
  born: Type.Optional(Type.String({ format: 'date' })),
  seen: Type.Optional(Timestamp()),
  site: Type.Optional(Type.String({ format: 'uri' })),
  zone: Type.Optional(Type.String({ format: 'timezone' })),
  country: Type.Optional(Type.String({ format: 'country' })),
  network: Type.Optional(Type.String({ format: 'address-range' })),
  mood: Type.Optional(OneOf(['GLAD', 'SAD'])),
  code: Type.Optional(Pattern('^[a-z]+$', 'use lower-case letters')),
  raw: Type.Optional(Type.String({ pattern: '^[a-z]+$' })),
  tags: Type.Optional(Type.Array(Type.String({ maxLength: 3 }), { maxItems: 2, uniqueItems: true })),
  ratio: Type.Optional(Type.Number({ exclusiveMinimum: 0, multipleOf: 0.5 })),
  fixed: Type.Optional(Type.Literal('yes')),
  gender: Type.Optional(Nullable(OneOf(['male', 'female']))),
  note: Type.Optional(Nullable(Type.String())),
  alive: Type.Optional(Type.Boolean()),
});
const person = (property: string, value: unknown) => body(Person, { name: 'Ada', [property]: value });

test.each<[property: string, value: unknown, violation: string]>([
  ['name', '', 'name must NOT have fewer than 1 characters'],
  ['name', 'x'.repeat(201), 'name must NOT have more than 200 characters'],
  ['name', 7, 'name must be string'],
  ['name', null, 'name must be string'],
  ['name', ' \t', 'name must not be blank'],
  ['name', '\u200b\u202e\u3164', 'name must not be blank'],
  ['age', -1, 'age must be >= 0'],
  ['age', 151, 'age must be <= 150'],
  ['age', 1.5, 'age must be integer'],
  ['age', '7', 'age must be integer'],
  ['ratio', 0, 'ratio must be > 0'],
  ['ratio', 0.7, 'ratio must be multiple of 0.5'],
  ['email', 'ada', 'email must match format "email"'],
  ['id', 'ada', 'id must match format "uuid"'],
  ['born', '1815-02-30', 'born must match format "date"'],
  ['born', '0000-01-01', 'born must match format "date"'],
  ['seen', 'yesterday', 'seen must match format "date-time"'],
  ['site', 'not a uri', 'site must match format "uri"'],
  ['zone', 'Mars/Olympus', 'zone must match format "timezone"'],
  ['country', 'XX', 'country must match format "country"'],
  ['network', '10.0.0.0/33', 'network must match format "address-range"'],
  ['mood', 'MEH', 'mood must be one of GLAD, SAD'],
  ['code', 'A1', 'code is not valid: use lower-case letters'],
  ['raw', 'A1', 'raw must match pattern "^[a-z]+$"'],
  ['tags', ['a', 'b', 'c'], 'tags must NOT have more than 2 items'],
  ['tags', ['a', 'a'], 'tags must NOT have duplicate items (items ## 1 and 0 are identical)'],
  ['tags', ['a', 'long'], 'tags[1] must NOT have more than 3 characters'],
  ['tags', 'a', 'tags must be array'],
  ['fixed', 'no', 'fixed must be equal to constant'],
  ['alive', 'true', 'alive must be boolean'],
  ['unknown', 1, 'unknown is not a known property'],
])(
  'the invalid value %s = %j is reported in one sentence that begins with its path',
  (property, value, violation) => {
    expect(person(property, value)).toEqual([violation]);
  },
);

test('a missing required property is named in its violation', () => {
  expect(body(Person, {})).toEqual(['name is required']);
});

test('of two alternative properties one is required, and null does not count as given', () => {
  const Reach = Strict(
    { name: Name(), email: Type.Optional(Nullable(Email())), phone: Type.Optional(Nullable(Type.String())) },
    NeedsOneOf('email', 'phone'),
  );
  expect(body(Reach, {})).toEqual(['name is required', 'email or phone is required']);
  expect(body(Reach, { name: 'Ada', email: null })).toEqual(['email or phone is required']);
  expect(body(Reach, { name: 'Ada', email: null, phone: '1' })).toEqual([]);
});

test('property names that JavaScript objects inherit, such as constructor, count as unknown', () => {
  expect(body(Person, { name: 'Ada', constructor: 1, toString: 2 })).toEqual([
    'constructor is not a known property',
    'toString is not a known property',
  ]);
  expect(body(Strict({ toString: Type.String() }), {})).toEqual(['toString is required']);
});

test('all violations of a body are reported together', () => {
  expect(body(Person, { age: -1, email: 'x', tags: ['long', 7], what: true }).sort()).toEqual([
    'age must be >= 0',
    'email must match format "email"',
    'name is required',
    'tags[0] must NOT have more than 3 characters',
    'tags[1] must be string',
    'what is not a known property',
  ]);
});

test('a list with 300,000 invalid items gets at most about a thousand violations', () => {
  const wrong = Array.from({ length: 300_000 }, () => 1);
  const violations = body(Strict({ ids: Type.Array(Uuid(), { maxItems: 50 }) }), { ids: wrong });
  expect(violations).toContain('ids must NOT have more than 50 items');
  expect(violations.length).toBeLessThanOrEqual(1001);
});

test.each([[[]], ['text'], [42], [null], [true]])(
  'sending %j instead of an object is reported as a problem of the body',
  (value) => {
    expect(body(Person, value)).toEqual(['body must be object']);
  },
);

test('the path of a violation leads through objects and nested arrays', () => {
  const Deep = Strict({
    flow: Strict({
      sections: Type.Array(
        Strict({ title: Type.String(), grid: Type.Array(Type.Array(Strict({ x: Type.Integer() }))) }),
      ),
    }),
  });
  const value = {
    flow: { sections: [{ title: 't', grid: [] }, { grid: [[{ x: 1 }], [{}, { x: 'a', y: 1 }]] }] },
  };
  expect(body(Deep, value).sort()).toEqual([
    'flow.sections[1].grid[1][0].x is required',
    'flow.sections[1].grid[1][1].x must be integer',
    'flow.sections[1].grid[1][1].y is not a known property',
    'flow.sections[1].title is required',
  ]);
});

test('a property name with slashes, tildes or dots is shown as it was sent', () => {
  expect(body(Strict({}), { 'a/b~c.d': 1 })).toEqual(['a/b~c.d is not a known property']);
});

test('a violation names a property by the name that was sent', () => {
  const Create = Strict({ contact: Strict({ email: Email() }) });
  expect(body(Create, { contact: { email: 'x' } }, { contact: 'candidate' })).toEqual([
    'candidate.email must match format "email"',
  ]);
});

test('a nullable property accepts null or its type, and the error mentions both', () => {
  expect(person('gender', null)).toEqual([]);
  expect(person('gender', 'male')).toEqual([]);
  expect(person('gender', 'other')).toEqual(['gender must be one of male, female, null']);
  expect(person('note', null)).toEqual([]);
  expect(person('note', 3)).toEqual(['note must be string or null']);
  const Union = Strict({ one: Nullable(Type.Union([Type.String(), Type.Integer()])) });
  expect(body(Union, { one: null })).toEqual([]);
  expect(body(Union, { one: 3 })).toEqual([]);
  expect(body(Union, { one: true })[0]).toMatch(/^one must be string/);
});

test.each([
  '2026-03-29T02:30:00Z',
  '2026-03-29T02:30:00.123Z',
  '2026-03-29T02:30:00.123456789Z',
  '2026-03-29T02:30Z',
  '2026-03-29t02:30:00z',
  '2026-03-29T02:30:00+14:00',
  '2026-03-29T02:30:00-12:00',
  '2024-02-29T00:00:00Z',
  '0001-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
])('the timestamp %s is accepted', (moment) => {
  expect(person('seen', moment)).toEqual([]);
});

test.each([
  ['a time without an offset', '2026-03-29T02:30:00'],
  ['a leap second', '2016-12-31T23:59:60Z'],
  ['hour 25', '2026-03-29T25:00:00Z'],
  ['hour 24', '2026-03-29T24:00:00Z'],
  ['minute 60', '2026-03-29T12:60:00Z'],
  ['month 13', '2026-13-01T12:00:00Z'],
  ['month 0', '2026-00-01T12:00:00Z'],
  ['day 0', '2026-01-00T12:00:00Z'],
  ['the 30th of February', '2026-02-30T12:00:00Z'],
  ['the 29th of February in a common year', '2026-02-29T12:00:00Z'],
  ['the 31st of April', '2026-04-31T12:00:00Z'],
  ['an offset of 24 hours', '2026-03-29T12:00:00+24:00'],
  ['an offset of 60 minutes past the hour', '2026-03-29T12:00:00+01:60'],
  ['an offset without a colon', '2026-03-29T12:00:00+0100'],
  ['a date alone', '2026-03-29'],
  ['a time alone', '12:00:00Z'],
  ['a space instead of the T', '2026-03-29 12:00:00Z'],
  ['a year of six digits', '+012026-03-29T12:00:00Z'],
  ['a time whose year in UTC is 10000', '9999-12-31T23:59:59-01:00'],
  ['a number of milliseconds', '1774756800000'],
  ['a line break at the end', '2026-03-29T12:00:00Z\n'],
  ['nothing', ''],
])('%s is refused as a timestamp', (_words, text) => {
  expect(person('seen', text)).toEqual(['seen must match format "date-time"']);
});

test('metadata can be any object up to 64 KiB of JSON, counted in bytes', () => {
  const WithMetadata = Strict({ metadata: Metadata() });
  const overhead = Buffer.byteLength(JSON.stringify({ a: '' }));
  const filled = (text: string) => body(WithMetadata, { metadata: { a: text } });
  expect(filled('x'.repeat(65_536 - overhead))).toEqual([]);
  expect(filled('x'.repeat(65_537 - overhead))).toEqual(['metadata must not exceed 64 KiB as JSON']);
  expect(filled('é'.repeat(40_000))).toEqual(['metadata must not exceed 64 KiB as JSON']);
  expect(body(WithMetadata, { metadata: { deep: [{ any: null }], constructor: 1 } })).toEqual([]);
  expect(body(WithMetadata, { metadata: [] })).toEqual(['metadata must be object']);
});

const List = Strict({
  page: Type.Integer({ minimum: 1, default: 1 }),
  active: Type.Optional(Type.Boolean()),
  search: Type.Optional(Type.String()),
});

test('text in a query is converted to numbers and booleans where the schema says so', () => {
  const sent: Record<string, unknown> = { page: '3', active: 'false', search: '7' };
  expect(query(List, sent)).toEqual([]);
  expect(sent).toEqual({ page: 3, active: false, search: '7' });
});

test('omitted query parameters get their defaults', () => {
  const sent = {};
  expect(query(List, sent)).toEqual([]);
  expect(sent).toEqual({ page: 1 });
});

test.each([
  ['page', '', 'page must be integer'],
  ['page', 'x', 'page must be integer'],
  ['page', '1.5', 'page must be integer'],
  ['page', '0', 'page must be >= 1'],
  ['page', '1e400', 'page must be a finite number'],
  ['page', '-1e400', 'page must be a finite number'],
  ['page', ['1', '2'], 'page must be integer'],
  ['active', 'yes', 'active must be boolean'],
  ['active', '', 'active must be boolean'],
  ['search', ['a', 'b'], 'search must be string'],
])('the query ?%s=%j is refused', (name, value, violation) => {
  expect(query(List, { [name]: value })).toEqual([violation]);
});

test('values in a JSON body are never converted to another type', () => {
  expect(body(List, { page: '3' })).toEqual(['page must be integer']);
  expect(body(List, {})).toEqual(['page is required']);
});

test.each<[property: string, value: unknown, code: string, params?: object]>([
  ['name', 'x'.repeat(201), 'too_long', { limit: 200 }],
  ['name', ' ', 'blank'],
  ['age', -1, 'too_small', { limit: 0 }],
  ['ratio', 0, 'too_small', { limit: 0, exclusive: true }],
  ['age', '7', 'wrong_type', { types: ['integer'] }],
  ['note', 7, 'wrong_type', { types: ['string', 'null'] }],
  ['email', 'ada', 'format', { format: 'email' }],
  ['mood', 'ODD', 'not_one_of', { values: ['GLAD', 'SAD'] }],
  ['code', 'A', 'pattern', { rule: 'use lower-case letters' }],
  ['raw', 'A', 'pattern'],
  ['tags', ['a', 'a'], 'duplicates'],
  ['surplus', 1, 'unknown_property'],
])('the violation of %s = %j has a path, a code and parameters', (property, value, code, params) => {
  const [violation] = validator.body(Person)({ name: 'Ada', [property]: value });
  expect(violation).toEqual({
    path: property,
    code,
    ...(params === undefined ? {} : { params }),
    problem: expect.any(String),
  });
});

test('when one of several properties is required, the violation names all of them', () => {
  expect(validator.body(Strict({}, NeedsOneOf('email', 'phoneNumber')))({})).toEqual([
    {
      path: 'email',
      code: 'one_required',
      params: { properties: ['email', 'phoneNumber'] },
      problem: 'email or phoneNumber is required',
    },
  ]);
});
