import type { DocumentLookup, ResolvedSchema } from './document-lookup.ts';
import { type Html, html } from './html.ts';
import type { JsonSchema, SchemaLike } from './openapi-document.ts';

const maximumDepth = 4;

/** "string · uuid or null", "array of Contact": the type as a person would say it. */
export function typeWords(
  lookup: DocumentLookup,
  given: SchemaLike | undefined,
  named: (name: string) => Html = schemaLink,
  depth = 0,
): Html {
  const resolved = lookup.resolve(given);
  return html`${shapeWords(lookup, resolved, named, depth)}${resolved.nullable && ' or null'}`;
}

function shapeWords(
  lookup: DocumentLookup,
  resolved: ResolvedSchema,
  named: (name: string) => Html,
  depth: number,
): Html {
  const { schema, types, variants, name } = resolved;
  if (types.includes('array') && schema.items !== undefined) {
    // Lists of lists that lead back to themselves have no last word.
    if (depth >= maximumDepth) return html`array`;
    return html`array of ${typeWords(lookup, schema.items, named, depth + 1)}`;
  }
  if (name !== undefined && (types.includes('object') || variants.length > 0)) return named(name);
  if (variants.length > 0 && types.length === 0) {
    const words = variants.map((variant) => typeWords(lookup, variant, named, depth + 1).markup);
    const distinct = variants.filter((_, index) => words.indexOf(words[index] ?? '') === index);
    return html`${distinct.map((variant, index) => [index > 0 && ' or ', typeWords(lookup, variant, named, depth + 1)])}`;
  }
  if (types.includes('object') && schema.properties === undefined) return mapWords(lookup, schema, named);
  return html`${types.join(' or ') || 'any value'}${schema.format !== undefined && ` · ${schema.format}`}`;
}

function mapWords(lookup: DocumentLookup, schema: JsonSchema, named: (name: string) => Html): Html {
  const values = Object.values(schema.patternProperties ?? {})[0] ?? schema.additionalProperties;
  if (typeof values !== 'object' || Object.keys(values).length === 0) return html`object`;
  return html`object of ${typeWords(lookup, values, named)}`;
}

export function schemaLink(name: string): Html {
  return html`<a class="type-link" href="#${schemaAnchor(name)}">${name}</a>`;
}

export function schemaAnchor(name: string): string {
  return `schema-${anchorText(name)}`;
}

export function anchorText(text: string): string {
  return text.replace(/[^A-Za-z0-9_.:-]+/g, '-').replace(/^-|-$/g, '');
}

/** The limits of a value in words: "1 to 100 characters", "at most 50 items". */
export function limitWords(schema: JsonSchema): Html[] {
  const items = typeof schema.items === 'object' ? limitWords(schema.items) : [];
  const words = [
    range(schema.minLength, schema.maxLength, 'character'),
    range(schema.minItems, schema.maxItems, 'item'),
    range(schema.minProperties, schema.maxProperties, 'key'),
    bounds(schema),
    schema.multipleOf !== undefined && `multiple of ${schema.multipleOf}`,
    schema.uniqueItems === true && 'no item twice',
  ].filter((word) => typeof word === 'string');
  return [
    ...words.map((word) => html`${word}`),
    ...(schema.pattern === undefined ? [] : [patternWords(schema.pattern)]),
    ...items.map((word) => html`each item ${word}`),
  ];
}

const patternWords = (pattern: string): Html =>
  pattern === '\\S' ? html`not blank` : html`matches <code>${pattern}</code>`;

function range(least: number | undefined, most: number | undefined, unit: string): string | undefined {
  const count = (amount: number): string => `${grouped(amount)} ${unit}${amount === 1 ? '' : 's'}`;
  if (least !== undefined && least > 0 && most !== undefined)
    return least === most ? `exactly ${count(most)}` : `${grouped(least)} to ${count(most)}`;
  if (most !== undefined) return `at most ${count(most)}`;
  return least !== undefined && least > 0 ? `at least ${count(least)}` : undefined;
}

function bounds(schema: JsonSchema): string | undefined {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  if (minimum !== undefined && maximum !== undefined) return `${grouped(minimum)} to ${grouped(maximum)}`;
  const least = minimum === undefined ? undefined : `at least ${grouped(minimum)}`;
  const most = maximum === undefined ? undefined : `at most ${grouped(maximum)}`;
  const above = exclusiveMinimum === undefined ? undefined : `more than ${grouped(exclusiveMinimum)}`;
  const below = exclusiveMaximum === undefined ? undefined : `less than ${grouped(exclusiveMaximum)}`;
  const words = [least ?? above, most ?? below].filter((word) => word !== undefined);
  return words.length > 0 ? words.join(' and ') : undefined;
}

function grouped(amount: number): string {
  return amount.toLocaleString('en-US');
}
