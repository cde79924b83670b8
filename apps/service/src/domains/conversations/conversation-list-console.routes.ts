import { ConversationRow, conversationStatuses } from '@parley/contract/conversation.ts';
import { PageOf, PageQuery } from '@parley/contract/pagination.ts';
import { OneOf, Uuid } from '@parley/contract/schema.ts';
import { Type } from 'typebox';
import { consoleRoute, type Route } from '../../http/route.ts';
import { listConversationRows } from './conversation-row.actions.ts';

export const conversationListConsoleRoutes: readonly Route[] = [
  consoleRoute({
    method: 'GET',
    path: '/console/api/conversations',
    name: 'listConversationRows',
    summary: 'List conversations with the names of who talks',
    tag: 'Console',
    atLeast: 'viewer',
    query: PageQuery({
      contactId: Type.Optional(Uuid()),
      agentId: Type.Optional(Uuid()),
      runId: Type.Optional(Uuid()),
      status: Type.Optional(OneOf(conversationStatuses)),
    }),
    reply: { 200: PageOf(ConversationRow) },
    handle: ({ scope, query }) => listConversationRows(scope, query),
  }),
];
