import { ErrorBody } from '@parley/contract/error.ts';
import type { FailureKind } from '@parley/kernel/failure.ts';
import { STATUS_CODES } from '@parley/kernel/node-http.ts';
import type { TObject, TSchema } from 'typebox';
import { aliasOfPath, propertyAliases } from './aliases.ts';
import { statusOf } from './failure-response.ts';
import { Components } from './openapi-components.ts';
import type { Route } from './route.ts';

/** An event the service sends, for the `webhooks` part of the document. */
export interface DocumentedEvent {
  readonly name: string;
  readonly about: string;
  readonly registration: string;
  readonly payload: TObject;
}

type Node = Record<string, unknown>;

const TRACE_HEADER = { $ref: '#/components/headers/TraceId' };

const failureWords: Readonly<Record<FailureKind, string>> = {
  invalid: 'The request is not valid; `errors` names every violation.',
  unauthenticated: 'There is no valid key. The reason is in the audit log only.',
  payment_required: 'The plan does not cover it; `billing` has the numbers.',
  forbidden: "The key lacks the scope, or the resource is another company's.",
  not_found: 'The resource does not exist or was deleted.',
  timeout: 'The request did not arrive in time.',
  conflict: "The request conflicts with the resource's current state.",
  too_large: 'The body is larger than 1 MiB.',
  unsupported_type: 'The content type is not application/json.',
  range_not_satisfiable: 'The file has no such range.',
  unprocessable: 'The request is well-formed, but its content is not valid.',
  too_many_requests: 'Too many requests; wait `retryAfter` seconds.',
  unavailable: 'The service is briefly unavailable; try again.',
};

/** The OpenAPI 3.1 document of the routes and events: made once, from the objects that also serve them. */
export function openApiDocument(options: {
  routes: readonly Route[];
  events: readonly DocumentedEvent[];
  version: string;
  description: string;
  tags: readonly { name: string; description: string }[];
  /** Whether second names of paths and properties are shown. */
  aliases: boolean;
}): Node {
  const components = new Components();
  const paths: Record<string, Node> = {};
  for (const route of options.routes) {
    const alias = options.aliases ? aliasOfPath(route.path) : undefined;
    const described = operation(route, components, options.aliases);
    addOperation(paths, route.path, route, {
      ...described,
      ...(alias === undefined ? {} : { 'x-aliases': [alias] }),
    });
    if (alias !== undefined) {
      const extra = { operationId: `${route.name}ByAlias`, deprecated: true, 'x-alias-of': route.path };
      addOperation(paths, alias, route, { ...described, ...extra });
    }
  }
  const webhooks = Object.fromEntries(
    options.events.map((event) => [event.name, webhook(event, components)]),
  );
  components.received(ErrorBody);
  return {
    openapi: '3.1.1',
    info: {
      title: 'Parley',
      version: options.version,
      summary: 'AI-conducted calls by phone and on the web',
      description: options.description,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'This service' }],
    security: [{ apiKey: [] }],
    tags: options.tags,
    paths,
    webhooks,
    components: {
      schemas: components.byName(),
      headers: {
        TraceId: {
          description: 'The trace id of the request; quote it when you ask for help.',
          schema: { type: 'string', pattern: '^[0-9a-f]{32}$' },
        },
      },
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key: `sk_…`, `sk_live_…` or `sk_test_…`.',
        },
        adminToken: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: "An administrator's token.",
        },
      },
    },
  };
}

function addOperation(paths: Record<string, Node>, path: string, route: Route, node: Node): void {
  paths[path] = { ...paths[path], [route.method.toLowerCase()]: node };
}

function operation(route: Route, components: Components, aliases: boolean): Node {
  return {
    operationId: route.name,
    summary: route.summary,
    ...(route.description === undefined ? {} : { description: route.description }),
    tags: [route.tag],
    ...(route.access.kind === 'admin'
      ? { security: [{ adminToken: [] }], 'x-access': 'admin' }
      : { 'x-scopes': 'needs' in route.access ? route.access.needs : [] }),
    parameters: [...pathParameters(route), ...queryParameters(route, components, aliases)],
    ...(route.body === undefined
      ? {}
      : {
          requestBody: {
            required: !route.bodyOptional,
            content: json(components.sent(aliases ? withAliases(route.body) : route.body)),
          },
        }),
    responses: { ...successes(route, components), ...failures(route) },
  };
}

const json = (schema: unknown) => ({ 'application/json': { schema } });

const contentTypes = {
  body: 'application/json',
  events: 'text/event-stream',
  sound: 'audio/wav',
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ndjson: 'application/x-ndjson',
  zip: 'application/zip',
  pcap: 'application/vnd.tcpdump.pcap',
  wav: 'audio/wav',
} as const;

const successes = (route: Route, components: Components): Node =>
  Object.fromEntries(
    Object.entries(route.replies).map(([status, schema]) => [
      status,
      {
        description: STATUS_CODES[status] ?? 'Success',
        headers: { 'x-trace-id': TRACE_HEADER },
        ...(schema === null
          ? {}
          : {
              content: {
                [contentTypes[route.stream ?? 'body']]: { schema: components.received(schema) },
              },
            }),
      },
    ]),
  );

function failures(route: Route): Node {
  const kinds = new Set<FailureKind>([
    'invalid',
    'unauthenticated',
    'forbidden',
    'too_many_requests',
    ...route.failures,
  ]);
  if (route.params) kinds.add('not_found');
  if (route.body) kinds.add('too_large').add('unsupported_type');
  const sorted = [...kinds].sort((a, b) => statusOf[a] - statusOf[b]);
  return Object.fromEntries(
    sorted.map((kind) => [
      statusOf[kind],
      {
        description: failureWords[kind],
        content: json({ $ref: '#/components/schemas/Error' }),
        headers: { 'x-trace-id': TRACE_HEADER },
      },
    ]),
  );
}

const pathParameters = (route: Route): Node[] =>
  Object.entries(route.params?.properties ?? {}).map(([name, schema]) => {
    const { 'x-resource': noun, ...rest } = schema as Node;
    const described =
      typeof noun === 'string'
        ? { description: `Id of the ${noun.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())}.` }
        : {};
    return { name, in: 'path', required: true, ...described, schema: rest };
  });

function queryParameters(route: Route, components: Components, aliases: boolean): Node[] {
  const properties: Record<string, TSchema> = route.query?.properties ?? {};
  const required = new Set(route.query?.required ?? []);
  const named = Object.entries(properties).flatMap(([name, schema]) => {
    const { description, default: preset, ...rest } = schema as Node;
    const parameter = {
      in: 'query',
      required: required.has(name) && preset === undefined,
      ...(description === undefined ? {} : { description }),
      schema: components.sent({ ...rest, ...(preset === undefined ? {} : { default: preset }) }),
    };
    const alias = aliases ? propertyAliases[name] : undefined;
    if (alias === undefined) return [{ name, ...parameter }];
    const second = { required: false, description: `Alias of \`${name}\`.`, deprecated: true };
    return [
      { name, ...parameter },
      { name: alias, ...parameter, ...second },
    ];
  });
  if (properties.companyId !== undefined) return named;
  const description =
    route.access.kind === 'company'
      ? 'The company to act in: required for ATS keys, ignored for standard keys.'
      : 'Accepted on every route; not needed here.';
  return [
    ...named,
    { name: 'companyId', in: 'query', required: false, description, schema: { type: 'string' } },
  ];
}

/** A body's schema with the second names of its properties, of which a request sends one or the other. */
function withAliases(schema: TObject): Node {
  const both = Object.keys(schema.properties).filter((name) => Object.hasOwn(propertyAliases, name));
  if (both.length === 0) return { ...schema };
  const properties: Node = { ...schema.properties };
  for (const name of both) {
    // Without the example: it would be shown beside that of the first name, and both together are refused.
    const { example: _example, ...property } = schema.properties[name] as Node;
    properties[propertyAliases[name] as string] = {
      // What is said of the alias must not be said of the component.
      ...('x-component' in property ? { allOf: [property] } : property),
      description: `Alias of \`${name}\`; send one or the other.`,
      deprecated: true,
    };
  }
  const required = (schema.required ?? []) as string[];
  const eitherName = required.filter((name) => both.includes(name));
  return {
    ...schema,
    properties,
    required: required.filter((name) => !both.includes(name)),
    ...(eitherName.length === 0
      ? {}
      : {
          allOf: eitherName.map((name) => ({
            anyOf: [{ required: [name] }, { required: [propertyAliases[name]] }],
          })),
        }),
  };
}

/** What proves a webhook's message, by the Standard Webhooks. */
const signatureHeaders = Object.entries({
  'webhook-id': 'The `deliveryId`: the same over every retry.',
  'webhook-timestamp': 'When this request was signed, in seconds since 1970.',
  'webhook-signature':
    '`v1,` and the base64 of the HMAC-SHA-256 of `id.timestamp.body` under the secret; one for each secret that is valid, separated by spaces.',
}).map(([name, description]) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
}));

const webhook = (event: DocumentedEvent, components: Components): Node => ({
  post: {
    operationId: event.name.replaceAll(/[^a-zA-Z]+(\w?)/g, (_, letter: string) => letter.toUpperCase()),
    summary: event.name,
    description: `${event.about} Register for it with \`${event.registration}\`.`,
    tags: ['Events'],
    security: [],
    parameters: signatureHeaders,
    requestBody: { required: true, content: json(components.received(event.payload)) },
    responses: { '2XX': { description: 'Any 2xx acknowledges the delivery; anything else is tried again.' } },
  },
});
