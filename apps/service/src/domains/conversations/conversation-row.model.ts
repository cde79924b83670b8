import type { ConversationRow } from '@parley/contract/conversation.ts';

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
