import {
  AttemptView,
  attemptStatuses,
  ConversationRow,
  ConversationView,
  conversationStatuses,
  NewConversation,
} from '@parley/contract/conversation.ts';
import { LiveData } from '@parley/contract/live-view.ts';
import {
  Deleted,
  IdOf,
  Named,
  Nullable,
  OneOf,
  PageOf,
  PageQuery,
  Pattern,
  Strict,
  Timestamp,
  Uuid,
} from '@parley/contract/schema.ts';
import { Type } from 'typebox';
import { consoleRoute, type Route, route, streamRoute } from '../../http/route.ts';
import {
  invokeAttempt,
  moveAttempt,
  type ReopenRun,
  removeAttempt,
  timeWarning,
} from './call-attempt.actions.ts';
import { viewAttempt } from './call-attempt.model.ts';
import { cancelConversation } from './cancellation.actions.ts';
import {
  type ConversationLinks,
  listCompanyConversations,
  listConversationRows,
  readConversation,
  removeConversation,
  view,
} from './conversation.actions.ts';
import { newConversationViolations, progressBuckets } from './conversation.model.ts';
import { createConversation } from './conversation-creation.actions.ts';
import { endCall, type ReadEntry, watchConversation } from './live-call.actions.ts';
import type { ReadNamedTimeLaw } from './named-time.model.ts';

const endedStatuses = attemptStatuses.filter((status) => status !== 'SCHEDULED' && status !== 'IN_PROGRESS');
/** The database has no year 0. */
const Day = (options: object) =>
  Pattern('^(?!0000)', 'write a day after the year 0, such as 2026-03-12', { format: 'date', ...options });

const tag = 'Conversations';
const params = { id: IdOf('Conversation') };
const attemptParams = { id: IdOf('Conversation'), attemptId: IdOf('Call attempt') };

/** The conversations behind the counts of the dashboard, of a run and of its results. */
const behindCounts = {
  progress: Type.Optional(
    OneOf(progressBuckets, { description: 'Where the progress of its run counts the conversation.' }),
  ),
  callEnded: Type.Optional(
    OneOf(endedStatuses, { description: 'With a call that ended like this; no tests.' }),
  ),
  calledFrom: Type.Optional(
    Day({ description: "With such a call from this day on, by the company's calendar." }),
  ),
  calledTo: Type.Optional(Day({ description: 'With such a call until this day.' })),
};

export const conversationRoutes = (
  links: ConversationLinks,
  readEntry: ReadEntry,
  reopenRun: ReopenRun,
  lawOf: ReadNamedTimeLaw = async () => undefined,
) => [
  route({
    method: 'POST',
    path: '/conversations',
    name: 'createConversation',
    summary: 'Create a conversation',
    description:
      'Contact, agent and job are existing ones, or are created with the conversation. Everything is created, or nothing.',
    tag,
    needs: ['write:conversations'],
    body: NewConversation,
    violations: newConversationViolations,
    reply: { 201: ConversationView },
    failures: ['not_found', 'conflict', 'unprocessable', 'payment_required'],
    handle: async ({ scope, body, principal }) => {
      const isSimulated = principal.environment === 'test';
      const law = isSimulated || body.scheduleTime === undefined ? undefined : await lawOf(scope.companyId);
      const { conversation, attempts } = await createConversation(scope, body, isSimulated, undefined, law);
      return view(conversation, attempts, {}, links);
    },
  }),
  route({
    method: 'GET',
    path: '/conversations',
    name: 'listConversations',
    summary: 'List conversations',
    tag,
    needs: ['read:conversations'],
    query: PageQuery({
      contactId: Type.Optional(Uuid()),
      agentId: Type.Optional(Uuid()),
      jobId: Type.Optional(Uuid({ description: 'Deprecated.', deprecated: true })),
      runId: Type.Optional(Uuid()),
      status: Type.Optional(OneOf(conversationStatuses)),
      ...behindCounts,
    }),
    reply: { 200: PageOf(ConversationView) },
    handle: ({ scope, query }) => listCompanyConversations(scope, query, links),
  }),
  route({
    method: 'GET',
    path: '/conversations/{id}',
    name: 'getConversation',
    summary: 'Get a conversation',
    tag,
    needs: ['read:conversations'],
    params,
    reply: { 200: ConversationView },
    handle: ({ scope, params }) => readConversation(scope, params.id, links),
  }),
  route({
    method: 'DELETE',
    path: '/conversations/{id}',
    name: 'deleteConversation',
    summary: 'Delete a conversation',
    description:
      'In any status, with everything recorded. A live call continues to its end and leaves nothing behind.',
    tag,
    needs: ['delete:conversations'],
    params,
    reply: { 200: Deleted },
    handle: ({ scope, params }) => removeConversation(scope, params.id),
  }),
  streamRoute({
    method: 'GET',
    path: '/conversations/{id}/events',
    name: 'watchConversation',
    summary: 'Watch a conversation',
    description:
      'Server-sent events: its status, who is speaking, the words as they come, and what the agent decides. The stream ends when the conversation is over.',
    tag,
    needs: ['read:conversations'],
    params,
    reply: { 200: LiveData },
    handle: ({ scope, params, closing }) => watchConversation(scope, params.id, readEntry, closing),
  }),
  route({
    method: 'POST',
    path: '/conversations/{id}/call-attempts',
    name: 'invokeCallAttempt',
    summary: 'Call once more',
    description:
      'Reopens a finished conversation, and a run that is `COMPLETED`. A run that is `CANCELLED` stays so. Without `scheduledAt` the call waits for the calling window. In a conversation with `isTest` nobody is dialled: the call goes to the simulated telephone network and consumes nothing.',
    tag,
    needs: ['write:conversations'],
    params,
    body: Named(
      'NewCallAttempt',
      Strict({ scheduledAt: Type.Optional(Timestamp({ description: 'At most 30 days ahead.' })) }),
    ),
    bodyOptional: true,
    reply: { 201: AttemptView },
    failures: ['conflict', 'payment_required'],
    handle: async ({ scope, params, body, principal }) =>
      viewAttempt(
        await invokeAttempt(
          scope,
          params.id,
          body,
          principal.environment === 'test',
          reopenRun,
          body.scheduledAt === undefined ? undefined : await lawOf(scope.companyId),
        ),
        links.recordingUrl,
      ),
  }),
  route({
    method: 'PATCH',
    path: '/conversations/{id}/call-attempts/{attemptId}',
    name: 'moveCallAttempt',
    summary: 'Move a call attempt',
    description:
      'Only while it is `SCHEDULED`. In an `ONLINE` conversation the link works from the new time, which is mailed to the contact.',
    tag,
    needs: ['write:conversations'],
    params: attemptParams,
    body: Named(
      'CallAttemptUpdate',
      Strict({ scheduledAt: Timestamp({ description: 'At most 30 days ahead.' }) }),
    ),
    reply: { 200: AttemptView },
    failures: ['conflict'],
    handle: async ({ scope, params, body, principal }) =>
      viewAttempt(
        await moveAttempt(
          scope,
          params.id,
          params.attemptId,
          body,
          principal.environment === 'test',
          await lawOf(scope.companyId),
        ),
        links.recordingUrl,
      ),
  }),
  route({
    method: 'DELETE',
    path: '/conversations/{id}/call-attempts/{attemptId}',
    name: 'deleteCallAttempt',
    summary: 'Delete a call attempt',
    description: 'Not while it is `IN_PROGRESS`. The conversation stays, and no event is sent.',
    tag,
    needs: ['delete:conversations'],
    params: attemptParams,
    reply: { 204: null },
    failures: ['conflict'],
    handle: ({ scope, params }) => removeAttempt(scope, params.id, params.attemptId),
  }),
];

/** What an operator may do to a conversation that a key may not. */
export const conversationConsoleRoutes = (
  links: ConversationLinks,
  lawOf: ReadNamedTimeLaw,
): readonly Route[] => [
  consoleRoute({
    method: 'GET',
    path: '/console/api/contacts/{id}/call-time',
    name: 'checkCallTime',
    summary: 'Say whether the law allows a call to a contact at a time',
    tag: 'Console',
    atLeast: 'viewer',
    params: { id: IdOf('Contact') },
    query: Strict({ at: Timestamp() }),
    reply: { 200: Strict({ warning: Nullable(Type.String()) }) },
    handle: async ({ scope, params, query }) => ({
      warning: await timeWarning(scope, params.id, new Date(query.at), await lawOf(scope.companyId)),
    }),
  }),
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
    summary: 'End the live call',
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
    summary: 'List conversations with the names of contact and agent',
    tag: 'Console',
    atLeast: 'viewer',
    query: PageQuery({
      contactId: Type.Optional(Uuid()),
      agentId: Type.Optional(Uuid()),
      runId: Type.Optional(Uuid()),
      status: Type.Optional(OneOf(conversationStatuses)),
      ...behindCounts,
    }),
    reply: { 200: PageOf(ConversationRow) },
    handle: ({ scope, query }) => listConversationRows(scope, query),
  }),
];
