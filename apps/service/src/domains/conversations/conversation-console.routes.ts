import { ConversationRow, ConversationView, conversationStatuses } from '@parley/contract/conversation.ts';
import { IdOf, OneOf, PageOf, PageQuery, Strict, Uuid } from '@parley/contract/schema.ts';
import { Type } from 'typebox';
import { consoleRoute, type Route } from '../../http/route.ts';
import { cancelConversation } from './cancellation.actions.ts';
import { type ConversationLinks, listConversationRows, readConversation } from './conversation.actions.ts';
import { endCall } from './end-call.actions.ts';

/** What an operator may do to a conversation that a key may not. */
export const conversationConsoleRoutes = (links: ConversationLinks): readonly Route[] => [
  consoleRoute({
    method: 'POST',
    path: '/console/api/conversations/{id}/cancel',
    name: 'cancelConversation',
    summary: 'Cancel a conversation that waits for its call',
    tag: 'Console',
    atLeast: 'member',
    params: { id: IdOf('Conversation') },
    reply: { 200: ConversationView },
    failures: ['conflict'],
    handle: async ({ scope, params }) => {
      await cancelConversation(scope, params.id);
      return readConversation(scope, params.id, links);
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/console/api/conversations/{id}/end-call',
    name: 'endCall',
    summary: 'Have the live call brought to its end',
    description: 'The agent says its last message and hangs up; a call that nobody has answered is given up.',
    tag: 'Console',
    atLeast: 'member',
    params: { id: IdOf('Conversation') },
    reply: { 202: Strict({ attemptId: Uuid() }) },
    failures: ['conflict'],
    handle: ({ scope, params }) => endCall(scope, params.id),
  }),
];

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
