import fc from 'fast-check';

// biome-ignore lint/suspicious/noExplicitAny: schemas and values are JSON of any shape
type Json = any;

export interface Source {
  /** The components of the document. */
  readonly schemas: Readonly<Record<string, Json>>;
  /** Ids worth trying: of things that exist, and of none. */
  readonly ids: fc.Arbitrary<string>;
}

const MAX_DEPTH = 6;

const formats: Readonly<Record<string, fc.Arbitrary<string>>> = {
  email: fc.emailAddress(),
  uri: fc.constantFrom(
    'https://example.com/a?b=c',
    'http://127.0.0.1:1/x',
    'https://[::1]/',
    'http://localhost',
  ),
  date: fc.constantFrom('2026-02-28', '2099-12-31', '1900-01-01', '0000-01-01', '9999-12-31'),
  'date-time': fc.oneof(
    fc
      .date({
        min: new Date('0001-01-01T00:00:00Z'),
        max: new Date('9999-12-31T00:00:00Z'),
        noInvalidDate: true,
      })
      .map((date) => date.toISOString()),
    fc.constantFrom('2030-06-01T12:00:00+14:00', '2030-06-01T12:00Z', '2099-01-01T00:00:00.123456789Z'),
    // At and beyond the edge of what exists.
    fc.constantFrom('9999-12-31T23:59:59-23:59', '2030-02-30T00:00:00Z', '2016-12-31T23:59:60Z'),
  ),
  timezone: fc.constantFrom('UTC', 'Europe/Zurich', 'America/New_York'),
  country: fc.constantFrom('CH', 'US', 'CZ'),
  'address-range': fc.constantFrom('10.0.0.0/8', '192.168.1.1', '2001:db8::/32', '::1'),
};

/** Values a JSON Schema of the OpenAPI document accepts, or nearly: conditions between properties are not solved. */
export function valuesOf(schema: Json, source: Source, depth = 0): fc.Arbitrary<Json> {
  const inner = (part: Json) => valuesOf(part, source, depth + 1);
  if (typeof schema !== 'object' || schema === null) return fc.jsonValue({ maxDepth: 2 });
  if (typeof schema.$ref === 'string') {
    if (depth > MAX_DEPTH) return fc.constant(null);
    return inner(source.schemas[schema.$ref.split('/').at(-1)]);
  }
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices && schema.properties === undefined) return fc.oneof(...choices.map(inner));
  const types = [schema.type].flat();
  if (types.length > 1) return fc.oneof(...types.map((type: string) => inner({ ...schema, type })));
  switch (types[0]) {
    case 'string':
      return schema.format === 'uuid' ? source.ids : textOf(schema);
    case 'integer':
      return fc.oneof(
        {
          weight: 5,
          arbitrary: fc.integer({ min: schema.minimum ?? -1000, max: schema.maximum ?? 1_000_000 }),
        },
        {
          weight: 1,
          arbitrary: fc.constantFrom(schema.minimum ?? -(2 ** 31) - 1, schema.maximum ?? 2 ** 53 - 1),
        },
      );
    case 'number':
      return fc.double({ min: schema.minimum ?? -1e6, max: schema.maximum ?? 1e9, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array': {
      const minLength = schema.minItems ?? 0;
      const size = { minLength, maxLength: Math.max(minLength, Math.min(schema.maxItems ?? 3, 3)) };
      if (depth > MAX_DEPTH) return fc.constant([]);
      return schema.uniqueItems
        ? fc.uniqueArray(inner(schema.items), { ...size, selector: (item) => JSON.stringify(item) })
        : fc.array(inner(schema.items), size);
    }
    case 'object':
      return objectOf(schema, inner, depth);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function textOf(schema: Json): fc.Arbitrary<string> {
  const known = formats[schema.format];
  if (known) return known;
  if (schema.pattern) return fc.stringMatching(new RegExp(schema.pattern));
  const minLength = schema.minLength ?? 0;
  const maxLength = Math.min(schema.maxLength ?? 40, Math.max(40, minLength));
  return fc.oneof(
    fc.string({ minLength, maxLength, unit: 'grapheme' }),
    fc.string({ minLength: Math.max(minLength, 1), maxLength }),
  );
}

function objectOf(
  schema: Json,
  inner: (part: Json) => fc.Arbitrary<Json>,
  depth: number,
): fc.Arbitrary<Json> {
  if (schema.properties === undefined)
    return fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 });
  const required: string[] = schema.required ?? [];
  const wanted = Object.entries<Json>(schema.properties).filter(
    ([name]) => depth <= MAX_DEPTH || required.includes(name),
  );
  const properties = Object.fromEntries(wanted.map(([name, part]) => [name, inner(part)]));
  return fc.record(properties, { requiredKeys: required.filter((name) => name in properties) });
}

/** What nobody should send, of every kind that has broken a server before. */
export const nonsense: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(
    null,
    '',
    ' ',
    '\u0000',
    '\ud800',
    'x'.repeat(25_000),
    '2026-02-30T00:00:00Z',
    '0000-01-01',
    '9999-12-31T23:59:59-23:59',
    '1e400',
    '+12345678901234567890',
    "'; drop table companies; --",
    '{{contact.first_name}}',
    '../../etc/passwd',
    'toString',
    0,
    -1,
    1.5,
    1e308,
    -0,
    2 ** 53,
    2 ** 31,
    true,
    [],
    {},
    [[]],
    [null],
    JSON.parse('{"__proto__": {"polluted": true}}'),
    { constructor: { prototype: { polluted: true } } },
    '018f0000-0000-7000-8000-000000000001',
  ),
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary' }),
);

/** The value with some of its parts replaced, dropped or joined by strangers. */
export const spoiled = (values: fc.Arbitrary<Json>): fc.Arbitrary<Json> =>
  fc
    .tuple(
      values,
      fc.array(fc.tuple(fc.nat(), fc.constantFrom('replace', 'drop', 'add'), nonsense), {
        minLength: 1,
        maxLength: 3,
      }),
    )
    .map(([value, changes]) =>
      changes.reduce((now, [at, how, stranger]) => changed(now, at, how, stranger), value),
    );

function changed(value: Json, at: number, how: string, stranger: Json): Json {
  if (typeof value !== 'object' || value === null) return stranger;
  const copy: Json = Array.isArray(value) ? [...value] : { ...value };
  const keys = Object.keys(copy);
  if (how === 'add' || keys.length === 0) {
    if (Array.isArray(copy)) return [...copy, stranger];
    return { ...copy, [`unknown${at % 7}`]: stranger };
  }
  const key = keys[at % keys.length] as string;
  if (how === 'drop') {
    if (Array.isArray(copy)) return copy.filter((_: Json, i: number) => String(i) !== key);
    delete copy[key];
    return copy;
  }
  // Half the time deeper, where there is a deeper.
  const goesDeeper = typeof copy[key] === 'object' && copy[key] !== null && at % 2 === 0;
  copy[key] = goesDeeper ? changed(copy[key], at >> 1, how, stranger) : stranger;
  return copy;
}
