import { type Static, type TProperties, type TSchema, Type } from 'typebox';

/**
 * The building blocks of request and reply schemas. `x-…` keywords are ours: they carry what JSON Schema
 * cannot say, and stay in the OpenAPI document as extensions.
 */

/** An object whose unknown properties are refused. */
export const Strict = <Properties extends TProperties>(properties: Properties, options: object = {}) =>
  Type.Object(properties, { additionalProperties: false, ...options });

/**
 * A body, a resource or a part of one, named once in the OpenAPI document and referred to from everywhere. Requests
 * are closed and replies open for additions, so one name stands in requests or in replies, not in both.
 */
export const Named = <Schema extends TSchema>(name: string, schema: Schema): Schema => ({
  ...schema,
  'x-component': name,
});

/**
 * A part that a reader of its own checks, with errors of its own: requests are held against `held`, while the
 * OpenAPI document shows `described`. It is a function so that a schema can contain itself.
 */
export const Described = <Value>(held: object, described: () => TSchema) =>
  Type.Unsafe<Value>({ ...held, 'x-described': described });

/** One of several named objects, told apart by a property with a single value in each of them. */
export const Tagged = <Variants extends readonly TSchema[]>(
  property: string,
  variants: readonly [...Variants],
  options: object = {},
) =>
  Type.Unsafe<Static<Variants[number]>>({
    type: 'object',
    oneOf: variants,
    // The document completes it with the name of each variant.
    discriminator: { propertyName: property },
    ...options,
  });

/** What else a value must fulfil, by whether it fulfils a condition. */
export const When = (condition: object, consequence: object, otherwise?: object) => ({
  if: condition,
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: consequence,
  ...(otherwise === undefined ? {} : { else: otherwise }),
});

/** For an object of which one of these properties must be there, and not null. */
export const NeedsOneOf = (...names: readonly string[]) => ({ 'x-needsOneOf': names });

/** Null or the schema; written as one type so that a violation reads as one sentence. */
export const Nullable = <Schema extends TSchema>(schema: Schema) => {
  const { type, enum: values, ...rest } = schema as Schema & { type?: string; enum?: readonly unknown[] };
  if (type === undefined && values === undefined)
    return Type.Unsafe<Static<Schema> | null>({ anyOf: [schema, { type: 'null' }] });
  return Type.Unsafe<Static<Schema> | null>({
    ...rest,
    ...(type === undefined ? {} : { type: [type, 'null'] }),
    ...(values === undefined ? {} : { enum: [...values, null] }),
  });
};

export const OneOf = <const Values extends readonly string[]>(values: Values, options: object = {}) =>
  Type.Unsafe<Values[number]>({ type: 'string', enum: values, ...options });

/** A text of this form. The rule says in words what to write: nobody reads a regular expression in a message. */
export const Pattern = (pattern: string, rule: string, options: object = {}) =>
  Type.String({ pattern, 'x-rule': rule, ...options });

export const Currency = (example: string) =>
  Pattern('^[A-Z]{3}$', `write the three capital letters of a currency, such as ${example}`, { example });

export const Uuid = (options: object = {}) => Type.String({ format: 'uuid', ...options });

/** The id of a resource in a path. One that is not a uuid names nothing: the answer is "<noun> not found". */
export const IdOf = (noun: string) => Type.String({ format: 'uuid', 'x-resource': noun });

export const Timestamp = (options: object = {}) => Type.String({ format: 'date-time', ...options });

const text =
  (maxLength: number) =>
  (options: object = {}) =>
    Type.String({ minLength: 1, maxLength, ...options });
/** With something to be seen in it, which a zero-width space is not. */
export const Visible = (minLength: number, maxLength: number, options: object = {}) =>
  Type.String({ minLength, maxLength, 'x-visible': true, ...options });
export const Name = (options: object = {}) => Visible(1, 200, options);
export const Description = (options: object = {}) => Type.String({ maxLength: 20_000, ...options });
export const Notes = text(5000);
export const Email = (options: object = {}) => Type.String({ format: 'email', maxLength: 320, ...options });

export const DateOnly = (options: object = {}) => Type.String({ format: 'date', ...options });
export const Phone = Type.String({
  minLength: 1,
  maxLength: 50,
  description: "Stored as E.164; without `+` it is read in the company's country.",
  example: '+15005550000',
});

/** The caller's own scratch space: any JSON object up to 64 KiB. */
export const Metadata = (options: object = {}) =>
  Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    additionalProperties: true,
    'x-maxJsonBytes': 65_536,
    description: 'Free-form; up to 64 KiB as JSON. Replaced as a whole on update.',
    ...options,
  });

/** The answer to the deletion of a resource. */
export const Deleted = Named('Deleted', Strict({ id: Uuid(), deleted: Type.Literal(true) }));

const paging = {
  page: Type.Integer({
    minimum: 1,
    maximum: 10_000,
    default: 1,
    description: 'Beyond the last page, `data` is empty.',
  }),
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'Rows on a page.' }),
};

/** The query of a list: its filters and the page. */
export const PageQuery = <Filters extends TProperties>(filters: Filters) => Strict({ ...paging, ...filters });

export const PageOf = <Row extends TSchema>(row: Row) =>
  Strict({
    data: Type.Array(row),
    total: Type.Integer({ minimum: 0, example: 1 }),
    page: Type.Integer({ minimum: 1 }),
    limit: Type.Integer({ minimum: 1, example: 20 }),
    totalPages: Type.Integer({ minimum: 0, description: '0 when `total` is 0.' }),
  });

export type Paging = Static<ReturnType<typeof PageQuery<Record<never, never>>>>;
