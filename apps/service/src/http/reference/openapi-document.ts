// The parts of an OpenAPI 3.1 document that the reference reads, and no more: whatever builds the document may
// carry further members.

export interface Reference {
  readonly $ref?: string | undefined;
}

export interface JsonSchema extends Reference {
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly type?: string | readonly string[] | undefined;
  readonly format?: string | undefined;
  readonly enum?: readonly unknown[] | undefined;
  readonly const?: unknown;
  readonly default?: unknown;
  readonly example?: unknown;
  readonly examples?: readonly unknown[] | undefined;
  readonly properties?: Readonly<Record<string, SchemaLike>> | undefined;
  readonly required?: readonly string[] | undefined;
  readonly additionalProperties?: SchemaLike | undefined;
  readonly patternProperties?: Readonly<Record<string, SchemaLike>> | undefined;
  readonly items?: SchemaLike | undefined;
  readonly allOf?: readonly SchemaLike[] | undefined;
  readonly anyOf?: readonly SchemaLike[] | undefined;
  readonly oneOf?: readonly SchemaLike[] | undefined;
  readonly minLength?: number | undefined;
  readonly maxLength?: number | undefined;
  readonly pattern?: string | undefined;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  readonly exclusiveMinimum?: number | undefined;
  readonly exclusiveMaximum?: number | undefined;
  readonly multipleOf?: number | undefined;
  readonly minItems?: number | undefined;
  readonly maxItems?: number | undefined;
  readonly uniqueItems?: boolean | undefined;
  readonly minProperties?: number | undefined;
  readonly maxProperties?: number | undefined;
  readonly deprecated?: boolean | undefined;
  readonly readOnly?: boolean | undefined;
  readonly writeOnly?: boolean | undefined;
}

export type SchemaLike = JsonSchema | boolean;

export interface MediaType {
  readonly schema?: SchemaLike | undefined;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value?: unknown }>> | undefined;
}

export type MediaTypes = Readonly<Record<string, MediaType>>;

export interface Parameter extends Reference {
  readonly name?: string | undefined;
  readonly in?: string | undefined;
  readonly description?: string | undefined;
  readonly required?: boolean | undefined;
  readonly deprecated?: boolean | undefined;
  readonly schema?: SchemaLike | undefined;
  readonly example?: unknown;
}

export interface RequestBody extends Reference {
  readonly description?: string | undefined;
  readonly required?: boolean | undefined;
  readonly content?: MediaTypes | undefined;
}

export interface Header extends Reference {
  readonly description?: string | undefined;
  readonly required?: boolean | undefined;
  readonly schema?: SchemaLike | undefined;
}

export interface Response extends Reference {
  readonly description?: string | undefined;
  readonly headers?: Readonly<Record<string, Header>> | undefined;
  readonly content?: MediaTypes | undefined;
}

export interface Operation {
  readonly operationId?: string | undefined;
  readonly summary?: string | undefined;
  readonly description?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly deprecated?: boolean | undefined;
  readonly parameters?: readonly Parameter[] | undefined;
  readonly requestBody?: RequestBody | undefined;
  readonly responses?: Readonly<Record<string, Response>> | undefined;
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[] | undefined;
  readonly 'x-aliases'?: readonly string[] | undefined;
  readonly 'x-alias-of'?: string | undefined;
  readonly 'x-scopes'?: readonly string[] | undefined;
  readonly 'x-access'?: string | undefined;
}

export const methods = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options'] as const;

export type Method = (typeof methods)[number];

export type PathItem = { readonly [method in Method]?: Operation | undefined } & {
  readonly parameters?: readonly Parameter[] | undefined;
  readonly 'x-alias-of'?: string | undefined;
};

export interface OpenApiDocument {
  readonly openapi?: string | undefined;
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly summary?: string | undefined;
    readonly description?: string | undefined;
  };
  readonly servers?: readonly { readonly url: string }[] | undefined;
  readonly tags?: readonly { readonly name: string; readonly description?: string | undefined }[] | undefined;
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[] | undefined;
  readonly paths?: Readonly<Record<string, PathItem>> | undefined;
  readonly webhooks?: Readonly<Record<string, PathItem>> | undefined;
  readonly components?:
    | {
        readonly schemas?: Readonly<Record<string, SchemaLike>> | undefined;
        readonly parameters?: Readonly<Record<string, Parameter>> | undefined;
        readonly responses?: Readonly<Record<string, Response>> | undefined;
        readonly requestBodies?: Readonly<Record<string, RequestBody>> | undefined;
        readonly headers?: Readonly<Record<string, Header>> | undefined;
      }
    | undefined;
}
