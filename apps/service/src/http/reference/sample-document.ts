import type {
  JsonSchema,
  MediaTypes,
  OpenApiDocument,
  Operation,
  Parameter,
  Response,
} from './openapi-document.ts';
import { sampleSchemas } from './sample-schemas.ts';

// A small but realistic document for the tests of the reference: it has one of everything the page must show.

function ref(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

function json(schema: JsonSchema, example?: unknown): { readonly content: MediaTypes } {
  return { content: { 'application/json': { schema, ...(example !== undefined && { example }) } } };
}

const traced = {
  'x-trace-id': { description: 'The id to name when you ask for help.', schema: { type: 'string' } },
} as const;

function answers(description: string, schema: JsonSchema): Response {
  return { description, headers: traced, ...json(schema) };
}

const refusals: Readonly<Record<string, Response>> = {
  '401': { $ref: '#/components/responses/Unauthorized' },
  '403': {
    description: 'The key lacks the scope, or the resource belongs to another company.',
    ...json(ref('Error')),
  },
  '404': { description: 'The resource does not exist or was deleted.', ...json(ref('Error')) },
};

const id: Parameter = { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } };

const paging: readonly Parameter[] = [
  {
    name: 'page',
    in: 'query',
    description: 'Counted from 1.',
    schema: { type: 'integer', minimum: 1, maximum: 10000, default: 1 },
  },
  { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 } },
];

function page(item: string): JsonSchema {
  const count: JsonSchema = { type: 'integer', minimum: 0 };
  return {
    type: 'object',
    required: ['data', 'total', 'page', 'limit', 'totalPages'],
    properties: {
      data: { type: 'array', items: ref(item) },
      total: count,
      page: count,
      limit: count,
      totalPages: count,
    },
  };
}

const listContacts: Operation = {
  operationId: 'listContacts',
  summary: 'List contacts',
  description: 'Lists contacts, newest first, **whether or not** they hold job assignments.',
  tags: ['Contacts'],
  'x-scopes': ['read:contacts'],
  'x-aliases': ['/candidates'],
  parameters: [
    ...paging,
    { name: 'status', in: 'query', schema: ref('ContactStatus') },
    {
      name: 'search',
      in: 'query',
      description: 'Matches the first or last name, or the e-mail.',
      example: 'novak',
      schema: { type: 'string', maxLength: 200 },
    },
    { name: 'jobId', in: 'query', deprecated: true, schema: { type: 'string', format: 'uuid' } },
  ],
  responses: { '200': answers('One page of contacts.', page('Contact')), ...refusals },
};

const createContact: Operation = {
  operationId: 'createContact',
  summary: 'Create a contact',
  description:
    'Values in `fields` are checked against the catalog of the company.\n\n- `fields` merges with stored values\n- `metadata` is replaced wholesale and never read by an agent',
  tags: ['Contacts'],
  'x-scopes': ['write:contacts'],
  'x-aliases': ['/candidates'],
  parameters: [
    {
      name: 'createMissingFields',
      in: 'query',
      description: 'Define unknown keys instead of refusing them.',
      schema: { type: 'boolean', default: false },
    },
  ],
  requestBody: { required: true, ...json(ref('NewContact')) },
  responses: {
    '201': answers('The contact as stored.', ref('Contact')),
    '400': {
      description: 'Validation failed; `errors` has one entry per rejected constraint.',
      ...json(ref('Error')),
    },
    ...refusals,
    '422': { description: 'A key in `fields` is unknown, read-only or reserved.', ...json(ref('Error')) },
  },
};

const createConversation: Operation = {
  operationId: 'createConversation',
  summary: 'Create a conversation',
  description:
    'Without `scheduleTime` the call is placed as soon as the calling window of the agent allows, in the timezone of the contact.\n\nA conversation with `isTest: true` completes at once and consumes nothing.',
  tags: ['Conversations'],
  'x-scopes': ['write:conversations'],
  'x-aliases': ['/interviews'],
  requestBody: {
    required: true,
    ...json(ref('NewConversation'), {
      contactId: 'd94c15a7-3e82-4b6f-91c0-58f7a2de3b61',
      agentId: 'b81d7f42-05c9-4e6a-8f13-7a9c40e2d5b6',
      scheduleTime: '2026-03-14T09:30:00.000Z',
      metadata: { note: "Ada's first call" },
    }),
  },
  responses: {
    '201': answers('The conversation.', ref('Conversation')),
    '400': {
      description: 'Validation failed, or the job sources exclude each other.',
      ...json(ref('Error')),
    },
    '402': { description: 'The plan cannot cover the call.', ...json(ref('BillingError')) },
    ...refusals,
    '500': { description: 'Our fault. Try again and name the trace id.', ...json(ref('Error')) },
  },
};

function simple(operation: Operation): Operation {
  return { ...operation, responses: { ...operation.responses, ...refusals } };
}

export const sampleDocument: OpenApiDocument = {
  openapi: '3.1.0',
  info: {
    title: 'Parley',
    version: '0.1.0',
    summary: 'Contacts, an agent and a time in; conversations and structured results out.',
    description: `The service runs AI-conducted calls, each to one contact, by phone or on the web. Requests and responses are JSON unless stated otherwise.

## Authentication
Every request carries \`Authorization: Bearer <API_KEY>\`. A key belongs to **one company** and carries scopes; a route that needs a scope the key lacks answers 403.

## Errors
The HTTP status says whether a call succeeded. Branch on \`statusCode\` and treat \`message\` as text.

| Status | Meaning |
|---|---|
| 400 | Validation failed |
| 402 | The plan cannot cover the request |
| 429 | Too many requests: wait for \`Retry-After\` seconds |

## Aliases
1. \`/interviews\` is \`/conversations\`, on every method and sub-path.
2. \`/candidates\` is \`/contacts\`.

Read more in the [guides](/docs/guides).`,
  },
  servers: [{ url: '/' }],
  security: [{ bearer: [] }],
  tags: [
    { name: 'Contacts', description: 'The people to call. A contact belongs to one company.' },
    {
      name: 'Conversations',
      description: 'One AI-conducted call to one contact, with its attempts and results.',
    },
    { name: 'Webhooks', description: 'Where the service sends its events.' },
    { name: 'API keys', description: 'Keys are managed by an administrator.' },
    { name: 'Unused' },
  ],
  paths: {
    '/contacts': { get: listContacts, post: createContact },
    '/candidates': {
      get: { ...listContacts, operationId: 'listCandidates', 'x-alias-of': '/contacts' },
      post: { ...createContact, operationId: 'createCandidate', 'x-alias-of': '/contacts' },
    },
    '/contacts/{id}': {
      parameters: [id],
      get: simple({
        operationId: 'getContact',
        summary: 'Retrieve a contact',
        tags: ['Contacts'],
        'x-scopes': ['read:contacts'],
        'x-aliases': ['/candidates/{id}'],
        responses: { '200': answers('The contact.', ref('Contact')) },
      }),
      patch: simple({
        operationId: 'updateContact',
        summary: 'Update a contact',
        description: 'Changes only what is sent.',
        tags: ['Contacts'],
        'x-scopes': ['write:contacts'],
        'x-aliases': ['/candidates/{id}'],
        requestBody: json(ref('ContactChange')),
        responses: { '200': answers('The contact as stored.', ref('Contact')) },
      }),
    },
    '/conversations': {
      get: simple({
        operationId: 'listConversations',
        summary: 'List conversations',
        tags: ['Conversations'],
        'x-scopes': ['read:conversations'],
        parameters: paging,
        responses: { '200': answers('One page of conversations.', page('Conversation')) },
      }),
      post: createConversation,
    },
    '/interviews': {
      post: { ...createConversation, operationId: 'createInterview', 'x-alias-of': '/conversations' },
    },
    '/conversations/{id}': {
      get: simple({
        operationId: 'getConversation',
        summary: 'Retrieve a conversation',
        tags: ['Conversations'],
        'x-scopes': ['read:conversations'],
        parameters: [id],
        responses: { '200': answers('The conversation.', ref('Conversation')) },
      }),
      delete: simple({
        operationId: 'deleteConversation',
        summary: 'Delete a conversation',
        description: 'Permanently deletes the conversation and everything recorded with it.',
        tags: ['Conversations'],
        'x-scopes': ['delete:conversations'],
        parameters: [id],
        responses: {
          '200': answers('It is gone.', {
            type: 'object',
            required: ['id', 'deleted'],
            properties: { id: { type: 'string', format: 'uuid' }, deleted: { const: true } },
          }),
        },
      }),
    },
    '/conversations/{id}/call-attempts/{attemptId}': {
      delete: simple({
        operationId: 'deleteCallAttempt',
        summary: 'Delete a call attempt',
        tags: ['Conversations'],
        'x-scopes': ['write:conversations'],
        parameters: [id, { ...id, name: 'attemptId' }],
        responses: { '204': { description: 'Cancelled and deleted.' } },
      }),
    },
    '/webhooks': {
      post: simple({
        operationId: 'createWebhook',
        summary: 'Create a webhook',
        tags: ['Webhooks'],
        'x-scopes': ['write:webhooks'],
        requestBody: { required: true, ...json(ref('NewWebhook')) },
        responses: { '201': answers('The configuration; header values are hidden.', ref('Webhook')) },
      }),
    },
    '/webhooks/{id}/reset-circuit': {
      post: simple({
        operationId: 'resetWebhookCircuit',
        summary: 'Reset the circuit',
        tags: ['Webhooks'],
        'x-scopes': ['write:webhooks'],
        parameters: [id],
        responses: { '200': answers('The configuration, active again.', ref('Webhook')) },
      }),
    },
    '/api-keys': {
      post: simple({
        operationId: 'createApiKey',
        summary: 'Create an API key',
        description: 'The plaintext is shown **once**.',
        tags: ['API keys'],
        'x-access': 'admin',
        requestBody: { required: true, ...json(ref('NewApiKey')) },
        responses: {
          '201': answers('The key, in `data.key`, this once.', {
            type: 'object',
            required: ['data'],
            properties: {
              data: {
                type: 'object',
                required: ['id', 'key'],
                properties: {
                  id: { type: 'string', format: 'uuid' },
                  key: { type: 'string', example: 'sk_live_4Zt9qLw2' },
                },
              },
            },
          }),
        },
      }),
    },
    '/api-keys/{keyId}': {
      delete: simple({
        operationId: 'revokeApiKey',
        summary: 'Revoke an API key',
        tags: ['API keys'],
        'x-access': 'admin',
        parameters: [{ ...id, name: 'keyId' }],
        requestBody: {
          required: true,
          ...json({
            type: 'object',
            required: ['revocationReason'],
            properties: {
              revocationReason: { type: 'string', minLength: 1, maxLength: 500, example: 'Leaked in a log' },
            },
          }),
        },
        responses: { '204': { description: 'Revoked for good.' } },
      }),
    },
    '/healthz': {
      get: {
        operationId: 'getHealth',
        summary: 'Is the process up',
        security: [],
        responses: { '200': answers('It is.', { type: 'object', properties: { status: { const: 'ok' } } }) },
      },
    },
  },
  webhooks: {
    'conversation.completed': {
      post: {
        summary: 'Conversation completed',
        description: 'The call finished and its analysis is available.',
        requestBody: json(ref('ConversationEvent')),
        responses: { '2XX': { description: 'Received.' } },
      },
    },
    ping: {
      post: {
        operationId: 'onPing',
        summary: 'Ping',
        description: 'Tests the connection.',
        requestBody: json({
          type: 'object',
          required: ['event', 'timestamp'],
          properties: { event: { const: 'ping' }, timestamp: { type: 'string', format: 'date-time' } },
        }),
      },
    },
  },
  components: {
    responses: {
      Unauthorized: {
        description: 'The key is missing, wrong, expired, suspended or revoked.',
        ...json(ref('Error')),
      },
    },
    schemas: sampleSchemas,
  },
};
