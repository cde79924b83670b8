import type { Paging } from '@parley/contract/pagination.ts';
import { cut, paged } from '../../http/pagination.ts';
import type { Scope } from '../../storage/scope.ts';
import { type ConversationFilter, countConversations } from './conversation.store.ts';
import { viewRow } from './conversation-row.model.ts';
import { listRows } from './conversation-row.store.ts';

export async function listConversationRows(
  scope: Scope,
  { page, limit, ...filter }: Paging & ConversationFilter,
) {
  const paging = { page, limit };
  const [total, rows] = await Promise.all([
    countConversations(scope, filter),
    listRows(scope, filter, cut(paging)),
  ]);
  return paged(paging, total, rows.map(viewRow));
}
