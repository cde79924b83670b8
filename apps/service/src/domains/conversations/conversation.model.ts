import type { AttemptView, ConversationStatus, ConversationView } from '@parley/contract/conversation.ts';
import { task } from '@parley/kernel/task.ts';
import { table } from '@parley/kernel/transition.ts';
import type { ShownAnalysis } from './call-analysis.model.ts';

/** Tidies the counters behind the totals of lists. */
export const foldCountsTask = task<object>('fold-counts', {
  retries: 0,
  expireSeconds: 300,
  cron: '7 * * * *',
});

type Move = 'ring' | 'retry' | 'complete' | 'cancel' | 'fail' | 'give up' | 'reopen';

/** A call can end before it rang, so everything that ends one is possible from both. */
const open = {
  ring: 'IN_PROGRESS',
  retry: 'SCHEDULED',
  complete: 'COMPLETED',
  cancel: 'CANCELLED',
  fail: 'FAILED',
  'give up': 'UNREACHABLE',
} as const;

/** The status follows the call attempts, in both directions. What is over stays so until it is reopened. */
export const conversationLifecycle = table<ConversationStatus, Move>({
  UNDEFINED: {},
  SCHEDULED: open,
  IN_PROGRESS: open,
  COMPLETED: { reopen: 'SCHEDULED' },
  CANCELLED: { reopen: 'SCHEDULED' },
  FAILED: { reopen: 'SCHEDULED' },
  UNREACHABLE: { reopen: 'SCHEDULED' },
});

export const isOver = (status: ConversationStatus): boolean =>
  conversationLifecycle[status].reopen !== undefined;

export interface Conversation {
  readonly id: string;
  readonly contactId: string;
  readonly agentId: string;
  readonly agentVersionId: string;
  readonly runId: string | null;
  readonly jobId: string | null;
  readonly type: 'PHONE' | 'ONLINE';
  readonly status: ConversationStatus;
  readonly scheduledAt: Date | null;
  readonly finishedAt: Date | null;
  readonly durationMinutes: number | null;
  readonly metadata: Record<string, unknown>;
  readonly isTest: boolean;
  readonly isSimulated: boolean;
  /** Calls that used the retry budget; a call that ended in a callback did not. */
  readonly callsCounted: number;
  readonly callbacks: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The address of a contact's page, and the way to know one again. */
export interface OnlineLinks {
  urlOf(conversationId: string): string;
}

export function viewConversation(
  conversation: Conversation,
  callAttempts: AttemptView[],
  analysis: ShownAnalysis,
  links: OnlineLinks,
): ConversationView {
  return {
    id: conversation.id,
    contactId: conversation.contactId,
    candidateId: conversation.contactId,
    agentId: conversation.agentId,
    status: conversation.status,
    scheduledAt: conversation.scheduledAt?.toISOString() ?? null,
    createdAt: conversation.createdAt.toISOString(),
    updatedAt: conversation.updatedAt.toISOString(),
    finishedDate: conversation.finishedAt?.toISOString() ?? null,
    jobId: conversation.jobId,
    runId: conversation.runId,
    durationMinutes: conversation.durationMinutes,
    metadata: conversation.metadata,
    callAttempts,
    ...analysis,
    isTest: conversation.isTest,
    ...(conversation.type === 'ONLINE' ? { onlineUrl: links.urlOf(conversation.id) } : {}),
  };
}
