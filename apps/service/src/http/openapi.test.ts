import { IdOf, Named, Nullable, PageOf, PageQuery, Strict, Uuid } from '@parley/contract/schema.ts';
import { type TObject, type TSchema, Type } from 'typebox';
import { beforeAll, expect, test } from 'vitest';
import { openApiDocument } from './openapi.ts';
import { adminRoute, companiesRoute, type Route, route } from './route.ts';

// biome-ignore lint/suspicious/noExplicitAny: the document is read like any JSON
type Json = any;

const Contact = Named('Contact', Strict({ id: Uuid(), name: Type.String() }));
const InlineContact = Named('InlineContact', Strict({ name: Type.String() }));
const tag = 'Contacts';

/** A schema that holds itself, as the sections of a flow do. */
function makeTree(): TSchema {
  const children: { type: string; items?: unknown } = { type: 'array' };
  const tree = Named('Tree', Strict({ children: Type.Unsafe<unknown>(children) }));
  (tree as unknown as { properties: { children: { items: unknown } } }).properties.children.items = tree;
  return tree;
}

const routes: Route[] = [
  route({
    method: 'POST',
    path: '/conversations/{id}/things/{keyId}',
    name: 'createThing',
    summary: 'Create a thing',
    description: 'At length.',
    tag,
    needs: ['write:conversations'],
    params: { id: IdOf('Conversation'), keyId: IdOf('API key') },
    query: Strict({ contactId: Type.Optional(Uuid({ description: 'Whose.' })), kind: Type.String() }),
    body: Named(
      'NewThing',
      Strict({ contactId: Uuid(), contact: Type.Optional(InlineContact), note: Type.String() }),
    ),
    reply: { 201: Contact },
    failures: ['conflict', 'payment_required'],
    handle: () => ({ id: '', name: '' }),
  }),
  route({
    method: 'GET',
    path: '/contacts',
    name: 'listContacts',
    summary: 'List contacts',
    tag,
    needs: ['read:contacts'],
    query: PageQuery({}),
    reply: { 200: PageOf(Contact) },
    handle: () => ({ data: [], total: 0, page: 1, limit: 20, totalPages: 0 }),
  }),
  route({
    method: 'DELETE',
    path: '/contacts/{id}',
    name: 'deleteContact',
    summary: 'Delete a contact',
    tag,
    needs: ['delete:contacts'],
    params: { id: IdOf('Contact') },
    reply: { 204: null },
    handle: () => undefined,
  }),
  companiesRoute({
    method: 'GET',
    path: '/trees',
    name: 'listTrees',
    summary: 'List trees',
    tag,
    needs: ['read:companies'],
    reply: { 200: Strict({ tree: makeTree(), contact: Nullable(Contact), other: Contact }) },
    handle: () => ({ tree: {}, contact: null, other: { id: '', name: '' } }),
  }),
  adminRoute({
    method: 'PUT',
    path: '/plans',
    name: 'setPlan',
    summary: 'Set a plan',
    tag,
    query: Strict({ companyId: Uuid() }),
    body: Strict({}),
    bodyOptional: true,
    reply: { 200: Strict({}) },
    handle: () => ({}),
  }),
];

const events = [
  {
    name: 'interview.started',
    about: 'A call began.',
    registration: 'INTERVIEW_STARTED',
    payload: Named(
      'StartedEvent',
      Strict({ event: Type.Literal('interview.started'), contact: Contact }),
    ) as TObject,
  },
];

const described = {
  routes,
  events,
  version: '1.2.3',
  description: 'All of it',
  tags: [{ name: tag, description: 'People' }],
};
let document: Json;
beforeAll(() => {
  document = JSON.parse(JSON.stringify(openApiDocument({ ...described, aliases: true })));
});

const operations = (): [path: string, method: string, operation: Json][] =>
  Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods).map(
      ([method, operation]) => [path, method, operation] as [string, string, Json],
    ),
  );
const parameter = (operation: Json, name: string) =>
  operation.parameters.find((one: Json) => one.name === name);

test('the OpenAPI document has a title, a version and a description', () => {
  expect(document.openapi).toMatch(/^3\.1\./);
  expect(document.info).toMatchObject({ title: 'Parley', version: '1.2.3', description: 'All of it' });
});

test('a route with an alias is documented under both paths', () => {
  const first = document.paths['/conversations/{id}/things/{keyId}'].post;
  const second = document.paths['/interviews/{id}/things/{keyId}'].post;
  expect(first['x-aliases']).toEqual(['/interviews/{id}/things/{keyId}']);
  expect(second['x-alias-of']).toBe('/conversations/{id}/things/{keyId}');
  expect(second.operationId).toBe('createThingByAlias');
  expect(second.deprecated).toBe(true);
  expect(first).not.toHaveProperty('deprecated');
  for (const part of ['parameters', 'requestBody', 'responses', 'tags', 'x-scopes'])
    expect(second[part]).toEqual(first[part]);
  expect(Object.keys(document.paths)).toContain('/candidates/{id}');
});

test('every documented operation and event has its own operationId', () => {
  const ids = [
    ...operations().map(([, , operation]) => operation.operationId),
    ...Object.values<Json>(document.webhooks).map(({ post }) => post.operationId),
  ];
  expect(ids).toHaveLength(9);
  expect(new Set(ids).size).toBe(ids.length);
});

test('a documented request body is a schema component with a name of its own', () => {
  const { schema } =
    document.paths['/conversations/{id}/things/{keyId}'].post.requestBody.content['application/json'];
  expect(schema).toEqual({ $ref: '#/components/schemas/NewThing' });
});

test('a documented body has both names of an aliased property, and requires one of them', () => {
  const schema = document.components.schemas.NewThing;
  expect(Object.keys(schema.properties).sort()).toEqual([
    'candidate',
    'candidateId',
    'contact',
    'contactId',
    'note',
  ]);
  expect(schema.properties.candidateId).toMatchObject({
    type: 'string',
    format: 'uuid',
    description: 'Alias of `contactId`; send one or the other.',
    deprecated: true,
  });
  expect(schema.required).toEqual(['note']);
  expect(schema.allOf).toEqual([{ anyOf: [{ required: ['contactId'] }, { required: ['candidateId'] }] }]);
  expect(schema.additionalProperties).toBe(false);
});

test('both names of an aliased property refer to the same schema component', () => {
  const { properties } = document.components.schemas.NewThing;
  const component = { $ref: '#/components/schemas/InlineContact' };
  expect(properties.contact).toEqual(component);
  expect(properties.candidate).toMatchObject({ allOf: [component], deprecated: true });
  expect(document.components.schemas.InlineContact).not.toHaveProperty('deprecated');
});

test('the generated OpenAPI document can omit the aliases', () => {
  const without = JSON.parse(JSON.stringify(openApiDocument({ ...described, aliases: false })));
  expect(Object.keys(without.paths)).toEqual(
    Object.keys(document.paths).filter((path) => !/^\/(interviews|candidates)/.test(path)),
  );
  const { post } = without.paths['/conversations/{id}/things/{keyId}'];
  expect(post).not.toHaveProperty('x-aliases');
  expect(parameter(post, 'contactId')).toBeDefined();
  expect(parameter(post, 'candidateId')).toBeUndefined();
  const { properties, required } = without.components.schemas.NewThing;
  expect(Object.keys(properties)).toEqual(['contactId', 'contact', 'note']);
  expect(required).toEqual(['contactId', 'note']);
});

test('a query filter with an alias is documented under both names', () => {
  const operation = document.paths['/conversations/{id}/things/{keyId}'].post;
  expect(parameter(operation, 'contactId')).toEqual({
    name: 'contactId',
    in: 'query',
    required: false,
    description: 'Whose.',
    schema: { type: 'string', format: 'uuid' },
  });
  expect(parameter(operation, 'candidateId')).toMatchObject({
    required: false,
    description: 'Alias of `contactId`.',
    deprecated: true,
  });
  expect(parameter(operation, 'kind').required).toBe(true);
});

test('paging is documented with its limits and defaults, and is optional', () => {
  const operation = document.paths['/contacts'].get;
  expect(parameter(operation, 'page')).toMatchObject({
    required: false,
    schema: { type: 'integer', minimum: 1, maximum: 10_000, default: 1 },
  });
  expect(parameter(operation, 'limit').schema).toMatchObject({ minimum: 1, maximum: 100, default: 20 });
});

test('every documented operation has one companyId parameter', () => {
  for (const [, , operation] of operations()) {
    const named = operation.parameters.filter((one: Json) => one.name === 'companyId');
    expect(named).toHaveLength(1);
  }
  expect(parameter(document.paths['/plans'].put, 'companyId')).toMatchObject({ required: true });
});

test('every path parameter is documented and required', () => {
  for (const [path, , operation] of operations()) {
    const declared = operation.parameters.filter((one: Json) => one.in === 'path');
    expect(declared.map((one: Json) => one.name)).toEqual(
      [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]),
    );
    for (const one of declared) {
      expect(one).toMatchObject({ required: true, schema: { type: 'string', format: 'uuid' } });
      expect(one.schema).not.toHaveProperty('x-resource');
    }
  }
});

test('the description of an id parameter names its resource in plain words', () => {
  const { parameters } = document.paths['/conversations/{id}/things/{keyId}'].post;
  expect(parameters[0].description).toBe('Id of the conversation.');
  expect(parameters[1].description).toBe('Id of the API key.');
});

test.each([
  [
    'post',
    '/conversations/{id}/things/{keyId}',
    ['201', '400', '401', '402', '403', '404', '409', '413', '415', '429'],
  ],
  ['get', '/contacts', ['200', '400', '401', '403', '429']],
  ['delete', '/contacts/{id}', ['204', '400', '401', '403', '404', '429']],
  ['put', '/plans', ['200', '400', '401', '403', '413', '415', '429']],
])('the documentation of %s %s lists its response statuses', (method, path, statuses) => {
  expect(Object.keys(document.paths[path][method].responses)).toEqual(expect.arrayContaining(statuses));
});

test('every documented response has the trace header, and every error the same body', () => {
  for (const [, , operation] of operations()) {
    for (const [status, response] of Object.entries<Json>(operation.responses)) {
      expect(response.headers['x-trace-id']).toEqual({ $ref: '#/components/headers/TraceId' });
      expect(response.description).toBeTruthy();
      if (Number(status) >= 400)
        expect(response.content['application/json'].schema).toEqual({ $ref: '#/components/schemas/Error' });
    }
  }
});

test('a documented response without a body has no content', () => {
  expect(document.paths['/contacts/{id}'].delete.responses['204']).not.toHaveProperty('content');
});

test('every documented operation says who may call it: scopes for keys, or the administrator token', () => {
  expect(document.paths['/contacts'].get['x-scopes']).toEqual(['read:contacts']);
  expect(document.paths['/contacts'].get).not.toHaveProperty('security');
  expect(document.paths['/plans'].put.security).toEqual([{ adminToken: [] }]);
  expect(Object.keys(document.components.securitySchemes)).toEqual(['apiKey', 'adminToken']);
});

test('an optional body is not documented as required', () => {
  expect(document.paths['/plans'].put.requestBody.required).toBe(false);
  expect(document.paths['/conversations/{id}/things/{keyId}'].post.requestBody.required).toBe(true);
});

test('documented requests allow no unknown properties, and documented responses and events allow them', () => {
  const { NewThing, InlineContact, Contact, StartedEvent } = document.components.schemas;
  for (const sent of [NewThing, InlineContact]) expect(sent.additionalProperties).toBe(false);
  for (const received of [Contact, StartedEvent]) expect(received).not.toHaveProperty('additionalProperties');
  expect(JSON.stringify(document.paths['/trees'])).not.toContain('additionalProperties');
});

test('one schema name for both a request and a response is refused, because their schemas differ', () => {
  const both = route({
    method: 'POST',
    path: '/contacts',
    name: 'createContact',
    summary: 'Create a contact',
    tag,
    needs: ['write:contacts'],
    body: Contact,
    reply: { 201: Contact },
    handle: () => ({ id: '', name: '' }),
  });
  expect(() => openApiDocument({ ...described, routes: [both], aliases: true })).toThrow(
    'Contact names both a request and a response',
  );
});

test('a named schema is documented as one component, and referenced wherever it is used', () => {
  expect(document.components.schemas.Contact).toEqual({
    type: 'object',
    required: ['id', 'name'],
    properties: { id: { type: 'string', format: 'uuid' }, name: { type: 'string' } },
  });
  const row =
    document.paths['/contacts'].get.responses['200'].content['application/json'].schema.properties.data;
  expect(row.items).toEqual({ $ref: '#/components/schemas/Contact' });
  expect(document.components.schemas.StartedEvent.properties.contact).toEqual({
    $ref: '#/components/schemas/Contact',
  });
  expect(JSON.stringify(document)).not.toContain('x-component');
});

test('a nullable component is documented as a reference or null, and the component stays unchanged', () => {
  const { schema } = document.paths['/trees'].get.responses['200'].content['application/json'];
  expect(schema.properties.contact).toEqual({
    anyOf: [{ $ref: '#/components/schemas/Contact' }, { type: 'null' }],
  });
  expect(schema.properties.other).toEqual({ $ref: '#/components/schemas/Contact' });
});

test('a recursive schema is documented with a reference to itself', () => {
  expect(document.components.schemas.Tree.properties.children).toEqual({
    type: 'array',
    items: { $ref: '#/components/schemas/Tree' },
  });
});

test('every reference in the OpenAPI document has a target', () => {
  const text = JSON.stringify(document);
  for (const [, kind = '', name = ''] of text.matchAll(/"#\/components\/(\w+)\/(\w+)"/g))
    expect(document.components[kind]).toHaveProperty(name);
});

test('an event is documented as a webhook with its payload and registration name', () => {
  const { post } = document.webhooks['interview.started'];
  expect(post.description).toBe('A call began. Register for it with `INTERVIEW_STARTED`.');
  expect(post.requestBody.content['application/json'].schema).toEqual({
    $ref: '#/components/schemas/StartedEvent',
  });
  expect(post.parameters.map(({ name }: { name: string }) => name)).toEqual([
    'webhook-id',
    'webhook-timestamp',
    'webhook-signature',
  ]);
});
