import { type Static, Type } from 'typebox';
import { eventName, eventTypes } from './event.ts';
import { Named, Nullable, OneOf, Strict, Timestamp, Uuid } from './schema.ts';
import { vocabularies } from './webhook.ts';

/** HELD is what PENDING is called while the webhook is inactive. */
export const shownStatuses = ['PENDING', 'DELIVERED', 'FAILED', 'HELD', 'CANCELLED'] as const;
export type ShownStatus = (typeof shownStatuses)[number];

/** So much of an answer is kept for the log. */
export const KEPT_RESPONSE_BYTES = 1024;
/** The log of one delivery keeps its newest requests; redelivering it again and again must not make it endless. */
export const KEPT_ATTEMPTS = 20;

export const Attempt = Strict({
  sentAt: Timestamp(),
  durationMs: Type.Integer(),
  statusCode: Nullable(Type.Integer()),
  error: Nullable(Type.String({ description: 'Why it failed; null when it did not.' })),
  responseBody: Nullable(Type.String({ description: `The first ${KEPT_RESPONSE_BYTES} bytes.` })),
});
export type Attempt = Static<typeof Attempt>;

/** The names that events go by in what is sent. */
export const payloadNames = [
  ...new Set(eventTypes.flatMap((type) => vocabularies.map((vocabulary) => eventName(type, vocabulary)))),
];

const row = {
  id: Uuid({ description: 'The `deliveryId` of what was sent.' }),
  webhookId: Uuid(),
  event: Type.String({ description: 'The name in what was sent.' }),
  subjectId: Type.String({ description: 'What the event is about: a conversation, or a request.' }),
  status: OneOf(shownStatuses, { description: '`HELD` waits for the webhook to be active again.' }),
  attemptCount: Type.Integer({ minimum: 0 }),
  lastAttempt: Nullable(Attempt),
  nextAttemptAt: Nullable(Timestamp()),
  createdAt: Timestamp(),
  deliveredAt: Nullable(Timestamp()),
};
export const DeliveryView = Named('WebhookDelivery', Strict(row));
export type DeliveryView = Static<typeof DeliveryView>;

export const DeliveryDetailView = Named(
  'WebhookDeliveryDetail',
  Strict({
    ...row,
    attempts: Type.Array(Attempt, { description: `Oldest first, at most ${KEPT_ATTEMPTS}.` }),
    request: Nullable(
      Strict({
        url: Type.String(),
        headers: Type.Array(Type.String(), { description: 'Their names.' }),
        body: Type.Unsafe<Record<string, unknown>>({ type: 'object' }),
      }),
    ),
  }),
);
export type DeliveryDetailView = Static<typeof DeliveryDetailView>;

export const Redelivery = Named(
  'NewRedelivery',
  Strict({
    from: Timestamp({ description: 'Deliveries created at this time or later.' }),
    to: Type.Optional(Timestamp({ description: 'And before this time; default now.' })),
    status: Type.Optional(OneOf(['DELIVERED', 'FAILED'], { description: 'Default both.' })),
    event: Type.Optional(OneOf(payloadNames)),
  }),
);
export type Redelivery = Static<typeof Redelivery>;

export const ConversationDeliveryView = Named(
  'ConversationDelivery',
  Strict({
    id: Uuid(),
    webhookId: Uuid(),
    webhookName: Type.String(),
    event: Type.String({ description: 'The name in what is sent.' }),
    status: OneOf(shownStatuses, { description: '`HELD` waits for the webhook to be active again.' }),
    attempts: Type.Integer({ minimum: 0 }),
    responseStatus: Nullable(
      Type.Integer({ description: 'Of the last request; null: there was no answer.' }),
    ),
    error: Nullable(Type.String()),
    nextAttemptAt: Nullable(Timestamp()),
    createdAt: Timestamp(),
    deliveredAt: Nullable(Timestamp()),
  }),
);
export type ConversationDeliveryView = Static<typeof ConversationDeliveryView>;
