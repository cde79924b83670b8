import { IdOf, OneOf, PageOf, PageQuery, Strict } from '@parley/contract/schema.ts';
import {
  DeliveryDetailView,
  DeliveryView,
  payloadNames,
  Redelivery,
  shownStatuses,
} from '@parley/contract/webhook.ts';
import { Type } from 'typebox';
import { route } from '../../http/route.ts';
import {
  type Attachments,
  listWebhookDeliveries,
  readDelivery,
  redeliver,
  redeliverRange,
} from './delivery.actions.ts';

const tag = 'Webhooks';
const needs = ['write:webhooks'] as const;
const params = { id: IdOf('Webhook configuration') };
const ofOne = { ...params, deliveryId: IdOf('Delivery') };

export const deliveryRoutes = (attachments: Attachments) => [
  route({
    method: 'GET',
    path: '/webhooks/{id}/deliveries',
    name: 'listWebhookDeliveries',
    summary: 'List deliveries',
    description: 'Newest first; kept for 30 days.',
    tag,
    needs,
    params,
    query: PageQuery({
      status: Type.Optional(OneOf(shownStatuses)),
      event: Type.Optional(OneOf(payloadNames, { description: 'The name of the event as it is sent.' })),
      subjectId: Type.Optional(
        Type.String({ maxLength: 200, description: 'The conversation or request that the event is about.' }),
      ),
    }),
    reply: { 200: PageOf(DeliveryView) },
    handle: ({ scope, params, query }) => listWebhookDeliveries(scope, params.id, query),
  }),
  route({
    method: 'GET',
    path: '/webhooks/{id}/deliveries/{deliveryId}',
    name: 'getWebhookDelivery',
    summary: 'Get a delivery',
    description: 'With the sent body, and the response to each request.',
    tag,
    needs,
    params: ofOne,
    reply: { 200: DeliveryDetailView },
    handle: ({ scope, params }) => readDelivery(scope, params.id, params.deliveryId, attachments),
  }),
  route({
    method: 'POST',
    path: '/webhooks/{id}/deliveries/{deliveryId}/redeliver',
    name: 'redeliverWebhookDelivery',
    summary: 'Send a delivery again',
    description: 'Under the same `deliveryId`, with retries as the first time.',
    tag,
    needs,
    params: ofOne,
    reply: { 202: DeliveryView },
    failures: ['conflict'],
    handle: ({ scope, params }) => redeliver(scope, params.id, params.deliveryId),
  }),
  route({
    method: 'POST',
    path: '/webhooks/{id}/deliveries/redeliver',
    name: 'redeliverWebhookDeliveries',
    summary: 'Send the deliveries of a period again',
    tag,
    needs,
    params,
    body: Redelivery,
    reply: { 202: Strict({ redelivered: Type.Integer({ minimum: 0 }) }) },
    handle: ({ scope, params, body }) => redeliverRange(scope, params.id, body),
  }),
];
