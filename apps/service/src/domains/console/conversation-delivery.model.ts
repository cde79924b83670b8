import type { ConversationDeliveryView } from '@parley/contract/delivery.ts';
import type { DeliveryTrace } from './why.model.ts';

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
