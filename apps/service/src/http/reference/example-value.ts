import type { DocumentLookup } from './document-lookup.ts';
import type { JsonSchema, MediaType, SchemaLike } from './openapi-document.ts';

export type Purpose = 'request' | 'response';

/** Deep enough for every real resource; a schema that nests itself without a name stops here. */
const maximumDepth = 8;

const byFormat: Readonly<Record<string, string>> = {
  'date-time': '2026-03-14T09:30:00.000Z',
  date: '2026-03-14',
  time: '09:30:00Z',
  duration: 'PT15M',
  email: 'ada.novak@example.com',
  uri: 'https://example.com/resource',
  url: 'https://example.com/resource',
  hostname: 'example.com',
  ipv4: '203.0.113.7',
  ipv6: '2001:db8::7',
  byte: 'JVBERi0xLjcK',
  binary: '<binary>',
};

const byName: Readonly<Record<string, string>> = {
  firstName: 'Ada',
  lastName: 'Novak',
  name: 'Spring campaign',
  email: 'ada.novak@example.com',
  phoneNumber: '+420601234567',
  message: 'What happened, in words',
  traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
  language: 'en',
  currency: 'EUR',
  city: 'Brno',
  countryCode: 'CZ',
};

/** The example a media type gives itself, or one built from its schema. */
export function exampleOfMedia(lookup: DocumentLookup, media: MediaType, purpose: Purpose): unknown {
  const [named] = Object.values(media.examples ?? {});
  return media.example ?? named?.value ?? exampleOf(lookup, media.schema, purpose);
}

/**
 * A request example holds what must be sent and what its author gave an example for, because optional properties
 * often exclude each other; a response example holds everything that is not deprecated.
 */
export function exampleOf(
  lookup: DocumentLookup,
  schema: SchemaLike | undefined,
  purpose: Purpose,
  name = '',
): unknown {
  return build({ lookup, purpose, open: [] }, schema, name);
}

interface Building {
  readonly lookup: DocumentLookup;
  readonly purpose: Purpose;
  /** The components being built around this value: meeting one again is a cycle. */
  readonly open: readonly string[];
}

function build(building: Building, given: SchemaLike | undefined, name: string): unknown {
  if (building.open.length > maximumDepth) return null;
  const { schema, values, types, variants, choices, name: component } = building.lookup.resolve(given);
  const shown = schema.example ?? schema.examples?.[0];
  if (shown !== undefined) return shown;
  if (values.length > 0) return values[0];
  if (schema.default !== undefined && schema.default !== null) return schema.default;

  const inside = { ...building, open: [...building.open, component ?? ''] };
  const shape = variants.length > 0 ? build(inside, variants[0], name) : undefined;
  switch (types[0] ?? (variants.length > 0 ? 'variant' : undefined)) {
    case 'string':
      return stringExample(schema, name);
    case 'integer':
    case 'number':
      return numberExample(schema, types[0] === 'integer');
    case 'boolean':
      return true;
    case 'array':
      return arrayExample(inside, schema, name);
    case 'object': {
      const own = objectExample(inside, schema, choices);
      return typeof shape === 'object' ? { ...own, ...shape } : own;
    }
    case 'variant':
      return shape;
    default:
      return given === undefined ? null : {};
  }
}

function objectExample(
  building: Building,
  schema: JsonSchema,
  [chosen = [], ...others]: readonly (readonly string[])[],
): Record<string, unknown> {
  const properties = Object.entries(schema.properties ?? {});
  const required = new Set([...(schema.required ?? []), ...chosen]);
  // With nothing required and no example, the first properties give a reader more to hold on to than {}.
  const isBare =
    required.size === 0 && !properties.some(([, given]) => hasExample(building.lookup.resolve(given).schema));
  const entries = properties.flatMap(([key, given]): [string, unknown][] => {
    const property = building.lookup.resolve(given).schema;
    const mustHave = required.has(key);
    if (!mustHave && (property.deprecated === true || isHidden(building.purpose, property))) return [];
    const isExcluded = schema.oneOf !== undefined && others.some((choice) => choice.includes(key));
    if (!mustHave && (isExcluded || closesCycle(building, given))) return [];
    const offered = isBare ? properties.findIndex(([first]) => first === key) < 3 : hasExample(property);
    if (!mustHave && building.purpose === 'request' && !offered) return [];
    return [[key, closesCycle(building, given) ? null : build(building, given, key)]];
  });
  if (properties.length > 0) return Object.fromEntries(entries);

  const values = Object.values(schema.patternProperties ?? {})[0] ?? schema.additionalProperties;
  const isTyped =
    typeof values === 'object' && Object.keys(values).length > 0 && !closesCycle(building, values);
  return isTyped && building.purpose === 'response' ? { key: build(building, values, 'key') } : {};
}

function arrayExample(building: Building, schema: JsonSchema, name: string): unknown[] {
  if (schema.items === undefined || closesCycle(building, schema.items)) return [];
  return [build(building, schema.items, name.replace(/s$/, ''))];
}

function closesCycle(building: Building, given: SchemaLike): boolean {
  if (building.open.length >= maximumDepth) return true;
  const { name, schema } = building.lookup.resolve(given);
  const item = schema.items === undefined ? undefined : building.lookup.resolve(schema.items).name;
  return [name, item].some((component) => component !== undefined && building.open.includes(component));
}

function isHidden(purpose: Purpose, schema: JsonSchema): boolean {
  return purpose === 'request' ? schema.readOnly === true : schema.writeOnly === true;
}

function hasExample(schema: JsonSchema): boolean {
  return schema.example !== undefined || schema.examples !== undefined;
}

function stringExample(schema: JsonSchema, name: string): string {
  if (schema.format === 'uuid') return uuidFor(name);
  const text =
    byFormat[schema.format ?? ''] ??
    byName[name] ??
    (/url$/i.test(name) ? byFormat.url : undefined) ??
    'text';
  const least = schema.minLength ?? 0;
  const longEnough = text.length < least ? text.padEnd(least, '-text') : text;
  return longEnough.slice(0, schema.maxLength ?? longEnough.length);
}

// Different names get different ids, so that an example does not look as if a contact were its own agent; the
// same name gets the same id, so that the page is the same on every start.
function uuidFor(name: string): string {
  let hash = 2166136261;
  let digits = '';
  for (const salt of ['a', 'b', 'c', 'd']) {
    for (const character of name + salt)
      hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16777619) >>> 0;
    digits += hash.toString(16).padStart(8, '0');
  }
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-a$4-$5');
}

function numberExample(schema: JsonSchema, whole: boolean): number {
  const step = schema.multipleOf ?? (whole ? 1 : 0.5);
  const least =
    schema.minimum ?? (schema.exclusiveMinimum === undefined ? undefined : schema.exclusiveMinimum + step);
  const most =
    schema.maximum ?? (schema.exclusiveMaximum === undefined ? undefined : schema.exclusiveMaximum - step);
  const middling = Math.max(step, least ?? step);
  return most !== undefined && middling > most ? most : middling;
}
