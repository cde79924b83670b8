import type { DocumentLookup, ResolvedSchema } from './document-lookup.ts';
import { type Content, type Html, html } from './html.ts';
import { renderMarkdown } from './markdown.ts';
import type { SchemaLike } from './openapi-document.ts';
import { limitWords, schemaLink, typeWords } from './schema-words.ts';

/** Beyond this a nested component is named and linked instead of unfolded. */
const maximumDepth = 5;

export interface PropertyFacts {
  readonly name: string;
  readonly schema: SchemaLike | undefined;
  readonly required: boolean;
  readonly deprecated?: boolean | undefined;
  readonly description?: string | undefined;
}

/** The properties of an object (or of the items of an array) as a readable list. */
export function renderSchema(lookup: DocumentLookup, schema: SchemaLike | undefined): Html {
  const resolved = lookup.resolve(schema);
  const nested = nestedIn(lookup, resolved);
  if (nested !== undefined)
    return renderShape(lookup, nested, nested.name === undefined ? [] : [nested.name]);
  return html`<div class="property-list">${renderValue(lookup, resolved, schema, [])}</div>`;
}

export function renderProperty(
  lookup: DocumentLookup,
  facts: PropertyFacts,
  open: readonly string[] = [],
): Html {
  const resolved = lookup.resolve(facts.schema);
  const { schema } = resolved;
  const marks = [
    facts.required && html`<span class="mark mark-required">required</span>`,
    (facts.deprecated ?? schema.deprecated) === true &&
      html`<span class="mark mark-deprecated">deprecated</span>`,
    schema.readOnly === true && html`<span class="mark">read only</span>`,
    schema.writeOnly === true && html`<span class="mark">write only</span>`,
  ];
  return html`<li class="property">
<div class="property-head"><code class="property-name">${facts.name}</code> <span class="property-type">${typeWords(lookup, facts.schema)}</span> ${marks}</div>
${renderDescription(facts.description ?? schema.description)}${renderValue(lookup, resolved, facts.schema, open)}</li>`;
}

export function renderDescription(text: string | undefined): Html {
  return text === undefined || text === ''
    ? html``
    : html`<div class="prose note">${renderMarkdown(text)}</div>`;
}

function renderValue(
  lookup: DocumentLookup,
  resolved: ResolvedSchema,
  given: SchemaLike | undefined,
  open: readonly string[],
): Html {
  return html`${renderLimits(lookup, resolved)}${renderNested(lookup, resolved, given, open)}`;
}

function renderLimits(lookup: DocumentLookup, resolved: ResolvedSchema): Html {
  const { schema } = resolved;
  const items = schema.items === undefined ? undefined : lookup.resolve(schema.items);
  const values = resolved.values.length > 0 ? resolved.values : (items?.values ?? []);
  const facts: Html[] = limitWords(schema);
  if (schema.default !== undefined) facts.push(html`default ${literal(schema.default)}`);
  const example = schema.example ?? schema.examples?.[0];
  if (example !== undefined && typeof example !== 'object' && values.length === 0)
    facts.push(html`for example ${literal(example)}`);
  return html`${
    facts.length > 0 && html`<ul class="limits">${facts.map((fact) => html`<li>${fact}</li>`)}</ul>`
  }${
    values.length > 0 &&
    html`<div class="values"><span class="values-title">${resolved.values.length === 0 ? 'Each one of' : values.length === 1 ? 'Always' : 'One of'}</span> ${values.map((value) => [literal(value), ' '])}</div>`
  }`;
}

function renderNested(
  lookup: DocumentLookup,
  resolved: ResolvedSchema,
  given: SchemaLike | undefined,
  open: readonly string[],
): Html {
  const nested = nestedIn(lookup, resolved);
  if (nested === undefined) return html``;
  const { name } = nested;
  // A component inside itself, or one too deep to read in place, is already linked from the type words.
  if (name !== undefined && open.includes(name))
    return html`<p class="note">The same shape again: ${schemaLink(name)}.</p>`;
  if (open.length >= maximumDepth) return html``;
  const count = Object.keys(nested.schema.properties ?? {}).length;
  const words = nested.variants.length > 0 ? `${nested.variants.length} shapes` : counted(count);
  const whose = typeof given === 'object' && resolved.types.includes('array') ? ' of each item' : '';
  return html`<details class="nested"><summary>${words}${whose}</summary>
${renderShape(lookup, nested, [...open, name ?? ''])}</details>`;
}

function renderShape(lookup: DocumentLookup, resolved: ResolvedSchema, open: readonly string[]): Html {
  const { schema, variants, choices } = resolved;
  const required = new Set(schema.required ?? []);
  const properties = Object.entries(schema.properties ?? {});
  const exclusive = schema.oneOf !== undefined;
  return html`${
    choices.length > 1 &&
    html`<p class="note choice">${exclusive ? 'Exactly' : 'At least'} one of ${choices.map((names, index) => [
      index > 0 && ' or ',
      names.map((name, place) => [place > 0 && ' with ', html`<code>${name}</code>`]),
    ])} must be present.</p>`
  }${
    properties.length > 0 &&
    html`<ul class="property-list">${properties.map(([name, property]) =>
      renderProperty(lookup, { name, schema: property, required: required.has(name) }, open),
    )}</ul>`
  }${variants.map((variant, index) => renderVariant(lookup, variant, index, open))}`;
}

function renderVariant(
  lookup: DocumentLookup,
  variant: SchemaLike,
  index: number,
  open: readonly string[],
): Html {
  const resolved = lookup.resolve(variant);
  const title = variantTitle(lookup, resolved) ?? html`Shape ${index + 1}`;
  const seen = resolved.name !== undefined && open.includes(resolved.name);
  const nested = seen || open.length >= maximumDepth ? undefined : nestedIn(lookup, resolved);
  if (nested === undefined)
    return html`<div class="variant"><span class="variant-title">${title}</span> <span class="property-type">${typeWords(lookup, variant)}</span>${renderLimits(lookup, resolved)}</div>`;
  return html`<details class="nested variant"><summary>${title}</summary>
${renderDescription(resolved.schema.description)}${renderShape(lookup, nested, [...open, nested.name ?? ''])}</details>`;
}

// A shape is best told apart by the property that only it has: `type` "question".
function variantTitle(lookup: DocumentLookup, resolved: ResolvedSchema): Content {
  if (resolved.schema.title !== undefined) return resolved.schema.title;
  for (const [name, property] of Object.entries(resolved.schema.properties ?? {})) {
    const { values } = lookup.resolve(property);
    if (values.length === 1) return html`<code>${name}</code> ${literal(values[0])}`;
  }
  return resolved.name;
}

function nestedIn(lookup: DocumentLookup, resolved: ResolvedSchema): ResolvedSchema | undefined {
  const { schema, types, variants } = resolved;
  const hasProperties = Object.keys(schema.properties ?? {}).length > 0;
  if (hasProperties || variants.some((variant) => hasShape(lookup, variant))) return resolved;
  const inner = types.includes('array') ? schema.items : mapValues(resolved);
  if (typeof inner !== 'object') return undefined;
  const held = lookup.resolve(inner);
  const heldProperties = Object.keys(held.schema.properties ?? {}).length > 0;
  return heldProperties || held.variants.some((variant) => hasShape(lookup, variant)) ? held : undefined;
}

function mapValues({ schema }: ResolvedSchema): SchemaLike | undefined {
  return Object.values(schema.patternProperties ?? {})[0] ?? schema.additionalProperties;
}

function hasShape(lookup: DocumentLookup, variant: SchemaLike): boolean {
  const { schema, variants } = lookup.resolve(variant);
  return schema.properties !== undefined || variants.length > 0;
}

export function counted(count: number): string {
  return count === 1 ? '1 property' : `${count} properties`;
}

function literal(value: unknown): Html {
  return html`<code>${typeof value === 'string' ? value || '""' : JSON.stringify(value)}</code>`;
}
