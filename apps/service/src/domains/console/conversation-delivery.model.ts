import { Named, Nullable, OneOf, Strict, Timestamp, Uuid } from '@parley/contract/schema.ts';
import { type Static, Type } from 'typebox';
import { shownStatuses } from '../webhooks/delivery.model.ts';
import type { DeliveryTrace } from './why.model.ts';

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

export const viewOf = ({
  isActive,
  status,
  dueAt,
  createdAt,
  deliveredAt,
  ...rest
}: DeliveryTrace): ConversationDeliveryView => ({
  ...rest,
  status: (status === 'PENDING' && !isActive ? 'HELD' : status) as ConversationDeliveryView['status'],
  nextAttemptAt: status === 'PENDING' && isActive ? dueAt.toISOString() : null,
  createdAt: createdAt.toISOString(),
  deliveredAt: deliveredAt?.toISOString() ?? null,
});
