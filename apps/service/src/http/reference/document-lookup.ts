import type { JsonSchema, OpenApiDocument, Reference, SchemaLike } from './openapi-document.ts';

/** A schema with its references followed, its allOf merged and its "or null" spelled out. */
export interface ResolvedSchema {
  readonly schema: JsonSchema;
  /** The component the schema is, when it is one. */
  readonly name: string | undefined;
  readonly types: readonly string[];
  readonly nullable: boolean;
  readonly values: readonly unknown[];
  /** More than one when the value may take different shapes. */
  readonly variants: readonly SchemaLike[];
  /** Groups of properties of which one must be present (anyOf or oneOf with nothing but `required`). */
  readonly choices: readonly (readonly string[])[];
}

export interface DocumentLookup {
  resolve(schema: SchemaLike | undefined): ResolvedSchema;
  follow<Part extends Reference>(part: Part): Part;
}

const schemaPrefix = '#/components/schemas/';

export function documentLookup(document: OpenApiDocument): DocumentLookup {
  return {
    resolve: (schema) => resolved(document, schema),
    follow: (part) => followed(document, part),
  };
}

function followed<Part extends Reference>(document: OpenApiDocument, part: Part): Part {
  let current = part;
  const seen = new Set<string>();
  while (current.$ref !== undefined && !seen.has(current.$ref)) {
    seen.add(current.$ref);
    const target = pointedAt(document, current.$ref);
    if (typeof target !== 'object' || target === null) break;
    const { $ref: _, ...siblings } = current;
    current = { ...target, ...siblings } as Part;
  }
  return current;
}

function pointedAt(document: OpenApiDocument, pointer: string): unknown {
  if (!pointer.startsWith('#/')) return document.components?.schemas?.[pointer];
  const steps = pointer.slice(2).split('/');
  return steps.reduce<unknown>((place, step) => {
    const key = decodeURIComponent(step).replace(/~1/g, '/').replace(/~0/g, '~');
    const holds = typeof place === 'object' && place !== null && Object.hasOwn(place, key);
    return holds ? (place as Record<string, unknown>)[key] : undefined;
  }, document);
}

function resolved(
  document: OpenApiDocument,
  given: SchemaLike | undefined,
  path: ReadonlySet<string> = new Set(),
): ResolvedSchema {
  const { schema, name } = flattened(document, given, path);
  const types = typesOf(schema);
  const alternatives = schema.oneOf ?? schema.anyOf ?? [];
  const shapes = alternatives.filter((option) => !isNull(document, option));
  const choices = shapes.map(requiredOnly);
  const base = {
    name,
    types: types.filter((type) => type !== 'null'),
    nullable:
      types.includes('null') || shapes.length < alternatives.length || schema.enum?.includes(null) === true,
    variants: [],
    choices: [],
  };
  const values =
    schema.const !== undefined ? [schema.const] : (schema.enum ?? []).filter((value) => value !== null);

  if (shapes.length === 0) return { ...base, schema, values };
  if (choices.every((choice) => choice !== undefined)) return { ...base, schema, values, choices };

  const { oneOf: _one, anyOf: _any, ...rest } = schema;
  const [only] = shapes;
  if (shapes.length === 1 && only !== undefined) {
    const passed = typeof given === 'object' && given.$ref !== undefined ? [given.$ref] : [];
    const inner = resolved(document, only, new Set([...path, ...passed]));
    return {
      ...inner,
      schema: { ...inner.schema, ...rest },
      name: name ?? inner.name,
      nullable: base.nullable || inner.nullable,
    };
  }
  // A union of literals is how some schema builders spell an enum.
  const options = shapes.map((shape) => flattened(document, shape, new Set()).schema);
  if (options.every((option) => option.const !== undefined || option.enum !== undefined)) {
    const literals = options.flatMap((option) =>
      option.const !== undefined ? [option.const] : (option.enum ?? []),
    );
    const literalTypes = [...new Set(literals.map((literal) => typeof literal as string))];
    return { ...base, schema: rest, types: literalTypes, values: literals };
  }
  return { ...base, schema: rest, values, variants: shapes };
}

// `path` holds the references being followed, so that a schema that leads back to itself ends.
function flattened(
  document: OpenApiDocument,
  given: SchemaLike | undefined,
  path: ReadonlySet<string>,
): { schema: JsonSchema; name: string | undefined } {
  if (given === undefined || typeof given === 'boolean') return { schema: {}, name: undefined };
  const { $ref, allOf, ...own } = given;
  if ($ref !== undefined) {
    if (path.has($ref)) return { schema: own, name: undefined };
    const target = pointedAt(document, $ref) as SchemaLike | undefined;
    const { schema } = flattened(document, target, new Set([...path, $ref]));
    const name = $ref.startsWith(schemaPrefix) ? $ref.slice(schemaPrefix.length) : undefined;
    return { schema: merged(schema, own), name };
  }
  const parts = (allOf ?? []).map((part) => flattened(document, part, path));
  const schema = [...parts.map((part) => part.schema), own].reduce(merged, {});
  // `allOf: [{ $ref }]` beside a description is the older way of describing a reference.
  return { schema, name: parts.length === 1 && own.properties === undefined ? parts[0]?.name : undefined };
}

function merged(first: JsonSchema, second: JsonSchema): JsonSchema {
  const both: JsonSchema = { ...first, ...second };
  return {
    ...both,
    ...(first.properties &&
      second.properties && { properties: { ...first.properties, ...second.properties } }),
    ...(first.required &&
      second.required && { required: [...new Set([...first.required, ...second.required])] }),
  };
}

function typesOf(schema: JsonSchema): readonly string[] {
  if (typeof schema.type === 'string') return [schema.type];
  if (schema.type !== undefined) return schema.type;
  if (schema.properties !== undefined) return ['object'];
  if (schema.items !== undefined) return ['array'];
  const literals = schema.const !== undefined ? [schema.const] : (schema.enum ?? []);
  return [...new Set(literals.map((literal) => (literal === null ? 'null' : typeof literal)))];
}

function isNull(document: OpenApiDocument, given: SchemaLike): boolean {
  const { schema } = flattened(document, given, new Set());
  return schema.type === 'null' || schema.const === null;
}

function requiredOnly(shape: SchemaLike): readonly string[] | undefined {
  if (typeof shape === 'boolean' || shape.required === undefined) return undefined;
  return Object.keys(shape).every((key) => key === 'required') ? shape.required : undefined;
}
