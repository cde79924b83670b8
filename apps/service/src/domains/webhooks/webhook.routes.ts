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
import { viewWebhook, webhookViolations } from './webhook.model.ts';

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
      'It receives events from now on. The response contains the `secret` that signs them, only this once. Targets are https; http and private addresses only where the installation allows them for development.',
    tag,
    needs,
    body: NewWebhook,
    violations: (body) => webhookViolations(body, services.rules),
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
      'Changes only what is sent. While `isActive` is false events are not queued, and pending deliveries are held for up to 72 hours. `isActive` true also closes the circuit, like a reset.',
    tag,
    needs,
    params,
    body: WebhookChanges,
    violations: (body) => webhookViolations(body, services.rules),
    reply: { 200: WebhookView },
    handle: async ({ scope, params, body }) =>
      viewWebhook(await changeWebhook(scope, services, params.id, body)),
  }),
  route({
    method: 'DELETE',
    path: '/webhooks/{id}',
    name: 'deleteWebhook',
    summary: 'Delete a webhook',
    description: 'Pending deliveries are cancelled, and its log is deleted.',
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
      'Sends one request, without retries, and returns its outcome. The webhook must have `PING` in its `events`.',
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
      'Makes the webhook active again. Held deliveries are sent at once, in order for each conversation.',
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
    description:
      'The response contains the new `secret`, only this once. For 24 hours the old secret signs beside it. A sixth replacement within 24 hours is a 409 that says from when on it works.',
    tag,
    needs,
    params,
    reply: { 200: WebhookWithSecretView },
    failures: ['conflict'],
    handle: ({ scope, params }) => rotateSecret(scope, services.seal, params.id),
  }),
];
