import {
  MessagePreviewRequest,
  MessagePreviewView,
  MessageView,
  messageChannels,
  messageKinds,
  messageStatuses,
  NewMessage,
} from '@parley/contract/message.ts';
import { IdOf, OneOf, PageOf, PageQuery, Uuid } from '@parley/contract/schema.ts';
import { Type } from 'typebox';
import { route } from '../../http/route.ts';
import { listCompanyMessages, listConversationMessages, queueMessage } from './message.actions.ts';
import { viewMessage } from './message.model.ts';
import type { MessageLinks } from './message-delivery.actions.ts';
import { previewMessage } from './message-preview.actions.ts';

const tag = 'Messages';
const params = { id: IdOf('Conversation') };

export const messageRoutes = (links: Pick<MessageLinks, 'urlOf' | 'stopUrl'>) => [
  route({
    method: 'POST',
    path: '/conversations/{id}/messages',
    name: 'sendMessage',
    summary: 'Send the link of a conversation',
    description:
      'Queues a mail or an SMS with the personal link of an `ONLINE` conversation. It is sent at once, or when the link begins to work. An address gets at most 5 messages an hour.',
    tag,
    needs: ['write:conversations'],
    params,
    body: NewMessage,
    bodyOptional: true,
    reply: { 201: MessageView },
    failures: ['conflict', 'too_many_requests'],
    handle: async ({ scope, params, body }) =>
      viewMessage(await queueMessage(scope, params.id, body ?? {}), links),
  }),
  route({
    method: 'GET',
    path: '/conversations/{id}/messages',
    name: 'listConversationMessages',
    summary: 'List the messages of a conversation',
    description: 'Newest first.',
    tag,
    needs: ['read:conversations'],
    params,
    query: PageQuery({}),
    reply: { 200: PageOf(MessageView) },
    handle: ({ scope, params, query }) => listConversationMessages(scope, params.id, query, links),
  }),
  route({
    method: 'POST',
    path: '/agents/{id}/message-preview',
    name: 'previewMessage',
    summary: 'Preview a message of an agent',
    description:
      'What an invitation, a reminder or a callback would say to an example contact: in the words that you send, or in those that the agent has now. Nothing is sent or stored.',
    tag,
    needs: ['read:agents'],
    params: { id: IdOf('Agent') },
    body: MessagePreviewRequest,
    reply: { 200: MessagePreviewView },
    handle: ({ scope, params, body }) => previewMessage(scope, params.id, body, links),
  }),
  route({
    method: 'GET',
    path: '/messages',
    name: 'listMessages',
    summary: 'List messages',
    description: 'Newest first, with their text and what became of them.',
    tag,
    needs: ['read:conversations'],
    query: PageQuery({
      runId: Type.Optional(Uuid()),
      status: Type.Optional(OneOf(messageStatuses)),
      kind: Type.Optional(OneOf(messageKinds)),
      channel: Type.Optional(OneOf(messageChannels)),
    }),
    reply: { 200: PageOf(MessageView) },
    handle: ({ scope, query }) => listCompanyMessages(scope, query, links),
  }),
];
