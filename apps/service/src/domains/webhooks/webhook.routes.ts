import { IdOf, PageOf, PageQuery } from '@parley/contract/schema.ts';
import {
  NewWebhook,
  TestResult,
  WebhookChanges,
  WebhookView,
  WebhookWithSecretView,
} from '@parley/contract/webhook.ts';
import { route } from '../../http/route.ts';
import {
  changeWebhook,
  createWebhook,
  getWebhook,
  listCompanyWebhooks,
  removeWebhook,
  resetCircuit,
  rotateSecret,
  testWebhook,
  type WebhookServices,
} from './webhook.actions.ts';
import { viewWebhook } from './webhook.model.ts';

const tag = 'Webhooks';
const needs = ['write:webhooks'] as const;
const params = { id: IdOf('Webhook configuration') };

export const webhookRoutes = (services: WebhookServices) => [
  route({
    method: 'POST',
    path: '/webhooks',
    name: 'createWebhook',
    summary: 'Create a webhook',
    description:
      'It receives events from now on. The answer carries the `secret` that signs them, this once. Targets are https; http and private addresses only where the installation allows them for development.',
    tag,
    needs,
    body: NewWebhook,
    reply: { 201: WebhookWithSecretView },
    handle: ({ scope, body }) => createWebhook(scope, services, body),
  }),
  route({
    method: 'GET',
    path: '/webhooks',
    name: 'listWebhooks',
    summary: 'List webhooks',
    tag,
    needs,
    query: PageQuery({}),
    reply: { 200: PageOf(WebhookView) },
    handle: ({ scope, query }) => listCompanyWebhooks(scope, query),
  }),
  route({
    method: 'GET',
    path: '/webhooks/{id}',
    name: 'getWebhook',
    summary: 'Get a webhook',
    tag,
    needs,
    params,
    reply: { 200: WebhookView },
    handle: async ({ scope, params }) => viewWebhook(await getWebhook(scope, params.id)),
  }),
  route({
    method: 'PATCH',
    path: '/webhooks/{id}',
    name: 'changeWebhook',
    summary: 'Change a webhook',
    description:
      'Changes only what is sent. While `isActive` is false events are not queued, and what was waiting is held for up to 72 hours. `isActive` true also closes the circuit, like a reset.',
    tag,
    needs,
    params,
    body: WebhookChanges,
    reply: { 200: WebhookView },
    handle: async ({ scope, params, body }) =>
      viewWebhook(await changeWebhook(scope, services, params.id, body)),
  }),
  route({
    method: 'DELETE',
    path: '/webhooks/{id}',
    name: 'deleteWebhook',
    summary: 'Delete a webhook',
    description: 'Deliveries that wait are cancelled; its log goes with it.',
    tag,
    needs,
    params,
    reply: { 204: null },
    handle: ({ scope, params }) => removeWebhook(scope, params.id),
  }),
  route({
    method: 'POST',
    path: '/webhooks/{id}/test',
    name: 'testWebhook',
    summary: 'Send a ping',
    description:
      'One request, without retries; answers its outcome. The webhook must have `PING` in its `events`.',
    tag,
    needs,
    params,
    reply: { 200: TestResult },
    failures: ['conflict'],
    handle: ({ scope, params }) => testWebhook(scope, services, params.id),
  }),
  route({
    method: 'POST',
    path: '/webhooks/{id}/reset-circuit',
    name: 'resetWebhookCircuit',
    summary: 'Close the circuit',
    description:
      'Makes the webhook active again. What was held goes out at once, in order for each conversation.',
    tag,
    needs,
    params,
    reply: { 200: WebhookView },
    handle: async ({ scope, params }) => viewWebhook(await resetCircuit(scope, params.id)),
  }),
  route({
    method: 'POST',
    path: '/webhooks/{id}/rotate-secret',
    name: 'rotateWebhookSecret',
    summary: 'Replace the secret',
    description: 'The answer carries the new `secret`, this once. For 24 hours the old one signs beside it.',
    tag,
    needs,
    params,
    reply: { 200: WebhookWithSecretView },
    handle: ({ scope, params }) => rotateSecret(scope, services.seal, params.id),
  }),
];
