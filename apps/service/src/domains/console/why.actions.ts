import type { WhyEntry } from '@parley/contract/conversation.ts';
import type { ConversationDeliveryView } from '@parley/contract/webhook.ts';
import type { Scope } from '../../storage/scope.ts';
import { missing } from '../conversations/conversation.actions.ts';
import { type DeliveryTrace, whyOf } from './why.model.ts';
import {
  analysisTraces,
  attemptTraces,
  deliveryTraces,
  entryTraces,
  eventTraces,
  findTraced,
} from './why.store.ts';

/** Everything that is known of how a conversation came to be as it is. */
export async function explain(scope: Scope, id: string): Promise<WhyEntry[]> {
  const conversation = await findTraced(scope, id);
  if (!conversation) throw await missing(scope, id);
  const attempts = await attemptTraces(scope, id);
  const [entries, events, analyses, deliveries] = await Promise.all([
    entryTraces(scope, [id, ...attempts.map((attempt) => attempt.id)]),
    eventTraces(scope, id),
    analysisTraces(scope, id),
    deliveryTraces(scope, id),
  ]);
  return whyOf({ conversation, attempts, entries, events, analyses, deliveries });
}

/** What each webhook received or will receive about a conversation. */
export async function deliveriesOf(scope: Scope, id: string): Promise<ConversationDeliveryView[]> {
  if (!(await findTraced(scope, id))) throw await missing(scope, id);
  return (await deliveryTraces(scope, id)).map(viewOf);
}

const viewOf = ({
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
