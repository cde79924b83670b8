import { Named, Nullable, OneOf, Strict, Timestamp, Uuid } from '@parley/contract/schema.ts';
import { type Static, Type } from 'typebox';
import { conversationStatuses } from './conversation.model.ts';

/** A conversation as a list shows it: with names, and without everything that was said. */
export const ConversationRow = Named(
  'ConversationRow',
  Strict({
    id: Uuid(),
    contactId: Uuid(),
    contactName: Type.String(),
    agentId: Uuid(),
    agentName: Nullable(Type.String({ description: 'Null: the agent was deleted.' })),
    runId: Nullable(Uuid()),
    status: OneOf(conversationStatuses),
    isOnLine: Type.Boolean({ description: 'A call is being placed or held now.' }),
    isTest: Type.Boolean(),
    createdAt: Timestamp(),
    scheduledAt: Nullable(Timestamp()),
    finishedDate: Nullable(Timestamp()),
    calls: Type.Integer({ minimum: 0, description: 'Calls that were placed.' }),
    durationSeconds: Nullable(Type.Integer({ description: 'Of all its calls together.' })),
    reasonCode: Nullable(Type.String({ description: 'Of the last call that ended.' })),
    score: Nullable(Type.Number({ description: 'Of the last call that was analysed, 0 to 100.' })),
  }),
);
export type ConversationRow = Static<typeof ConversationRow>;

type Times = 'createdAt' | 'scheduledAt' | 'finishedDate';
export interface ListedConversation extends Omit<ConversationRow, Times> {
  readonly createdAt: Date;
  readonly scheduledAt: Date | null;
  readonly finishedDate: Date | null;
}

export const viewRow = (row: ListedConversation): ConversationRow => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  scheduledAt: row.scheduledAt?.toISOString() ?? null,
  finishedDate: row.finishedDate?.toISOString() ?? null,
});
