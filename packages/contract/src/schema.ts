import { type Static, type TProperties, type TSchema, Type } from 'typebox';

/**
 * The building blocks of request and reply schemas. `x-…` keywords are ours: they carry what JSON Schema
 * cannot say, and stay in the OpenAPI document as extensions.
 */

/** An object whose unknown properties are refused. */
export const Strict = <Properties extends TProperties>(properties: Properties, options: object = {}) =>
  Type.Object(properties, { additionalProperties: false, ...options });

/**
 * A named component of the OpenAPI document. Requests refuse unknown properties and replies may get new ones, so a
 * name is used in requests or in replies, not in both.
 */
export const Named = <Schema extends TSchema>(name: string, schema: Schema): Schema => ({
  ...schema,
  'x-component': name,
});

/**
 * A part that a separate parser validates: requests are validated against `held`, while the OpenAPI document shows
 * `described`. It is a function so that a schema can contain itself.
 */
export const Described = <Value>(held: object, described: () => TSchema) =>
  Type.Unsafe<Value>({ ...held, 'x-described': described });

/** One of several named objects, distinguished by a property with a constant value. */
export const Tagged = <Variants extends readonly TSchema[]>(
  property: string,
  variants: readonly [...Variants],
  options: object = {},
) =>
  Type.Unsafe<Static<Variants[number]>>({
    type: 'object',
    oneOf: variants,
    // The OpenAPI document adds the name of each variant.
    discriminator: { propertyName: property },
    ...options,
  });

/** A conditional schema: if, then, else. */
export const When = (condition: object, consequence: object, otherwise?: object) => ({
  if: condition,
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: consequence,
  ...(otherwise === undefined ? {} : { else: otherwise }),
});

/** For an object that needs at least one of these properties, not null. */
export const NeedsOneOf = (...names: readonly string[]) => ({ 'x-needsOneOf': names });

/** Null or the schema; one type, so that a violation is one sentence. */
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

/**
 * A text that matches a pattern. The rule says what to write, because an error message must not show a regular
 * expression.
 */
export const Pattern = (pattern: string, rule: string, options: object = {}) =>
  Type.String({ pattern, 'x-rule': rule, ...options });

export const Currency = (example: string) =>
  Pattern('^[A-Z]{3}$', `write the three capital letters of a currency, such as ${example}`, { example });

export const Uuid = (options: object = {}) => Type.String({ format: 'uuid', ...options });

/** The id of a resource in a path. If it is not a UUID, the answer is "<noun> not found". */
export const IdOf = (noun: string) => Type.String({ format: 'uuid', 'x-resource': noun });

export const Timestamp = (options: object = {}) => Type.String({ format: 'date-time', ...options });

const text =
  (maxLength: number) =>
  (options: object = {}) =>
    Type.String({ minLength: 1, maxLength, ...options });
/** With at least one visible character; a zero-width space is not. */
export const Visible = (minLength: number, maxLength: number, options: object = {}) =>
  Type.String({ minLength, maxLength, 'x-visible': true, ...options });
export const Name = (options: object = {}) => Visible(1, 200, options);
export const Description = (options: object = {}) => Type.String({ maxLength: 20_000, ...options });
export const Notes = text(5000);
export const Email = (options: object = {}) => Type.String({ format: 'email', maxLength: 320, ...options });

export const DateOnly = (options: object = {}) => Type.String({ format: 'date', ...options });
/** A two-letter code of ISO 3166. */
export const Country = (options: object = {}) =>
  Type.String({ format: 'country', example: 'CH', ...options });
export const Phone = Type.String({
  minLength: 1,
  maxLength: 50,
  description: "Stored as E.164; without `+` it is read in the company's country.",
  example: '+15005550000',
});

/** Free-form data of the caller: any JSON object up to 64 KiB. */
export const Metadata = (options: object = {}) =>
  Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    additionalProperties: true,
    'x-maxJsonBytes': 65_536,
    description: 'Free-form; up to 64 KiB as JSON. Replaced as a whole on update.',
    ...options,
  });

/** The reply to a deletion. */
export const Deleted = Named('Deleted', Strict({ id: Uuid(), deleted: Type.Literal(true) }));

/** Where a page of a list begins, instead of its number. */
export const Cursor = Type.String({
  'x-cursor': true,
  description:
    '`nextCursor` of the page before, instead of `page`: the rows after it, at any depth. Rows that are added or deleted meanwhile move no other row to another page.',
});

const paging = {
  page: Type.Integer({
    minimum: 1,
    maximum: 10_000,
    default: 1,
    description: 'Beyond the last page, `data` is empty.',
  }),
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'Rows on a page.' }),
  cursor: Type.Optional(Cursor),
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
    nextCursor: Type.Optional(
      Type.String({
        description: 'Send it as `cursor` for the next page. Absent on the last page.',
        example: 'WyJuZXdlc3QiLDIsIjAxOWI3NmRhLWE4MDAtNzAwMC04MDAwLTAwMDAwMDAwMDAwMSJd',
      }),
    ),
    totalIsEstimated: Type.Optional(
      Type.Literal(true, {
        description: '`total` is an estimate: only with `cursor`, and where there are more than 50,000 rows.',
      }),
    ),
  });

export interface Paging {
  readonly page: number;
  readonly limit: number;
  readonly cursor?: string | undefined;
}
