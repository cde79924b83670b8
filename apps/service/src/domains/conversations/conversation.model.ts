import type {
  AttemptView,
  ConversationRow,
  ConversationStatus,
  ConversationView,
  NewConversation,
} from '@parley/contract/conversation.ts';
import { task } from '@parley/kernel/task.ts';
import { table } from '@parley/kernel/transition.ts';
import type { FitParts } from '../../http/fit-parts.ts';
import { type Agent, agentViolations } from '../agents/agent.model.ts';
import type { Contact } from '../contacts/contact.model.ts';
import { newContactViolations } from '../contacts/sent-contact.model.ts';
import type { ShownAnalysis } from './call-analysis.model.ts';
import { timeViolations } from './call-attempt.model.ts';

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

/** What is wrong with a request by itself, before anything it names is looked up. */
export function newConversationViolations(wanted: FitParts<NewConversation>, now: Date): string[] {
  const { contact } = wanted;
  const [jobId, job] = [isSent(wanted, 'jobId'), isSent(wanted, 'job')];
  const contactJobId = contact !== undefined && isSent(contact, 'jobId');
  return [
    ...exactlyOne(wanted, 'contactId', 'contact'),
    ...exactlyOne(wanted, 'agentId', 'agent'),
    ...(jobId && job ? ['jobId cannot be combined with job'] : []),
    ...(contactJobId && jobId ? ['contact.jobId cannot be combined with jobId'] : []),
    ...(contactJobId && job ? ['contact.jobId cannot be combined with job'] : []),
    ...timeViolations('scheduleTime', wanted.scheduleTime, now),
    ...(contact === undefined ? [] : newContactViolations(contact, now).map((one) => `contact.${one}`)),
    ...(wanted.agent === undefined ? [] : agentViolations(wanted.agent).map((one) => `agent.${one}`)),
  ];
}

/** Also what its schema refuses was sent. */
const isSent = (parts: object, name: string): boolean => Object.hasOwn(parts, name);

function exactlyOne(wanted: object, id: 'contactId' | 'agentId', inline: 'contact' | 'agent') {
  const [hasId, hasInline] = [isSent(wanted, id), isSent(wanted, inline)];
  if (hasId && hasInline) return [`${id} cannot be combined with ${inline}`];
  return hasId || hasInline ? [] : [`${id} or ${inline} is required`];
}

/** Agents with a flow and generic ones talk about no job in particular. */
export const needsJob = (agent: Pick<Agent, 'focus' | 'flow'>): boolean =>
  agent.flow === null && agent.focus !== 'GENERIC';

/** Which job a conversation is for, or why it cannot be. */
export type JobChoice =
  | { readonly kind: 'none' }
  | { readonly kind: 'existing'; readonly jobId: string }
  | { readonly kind: 'inline' }
  | { readonly kind: 'refused'; readonly message: string };

export function chooseJob(
  wanted: NewConversation,
  agent: Pick<Agent, 'focus' | 'flow'>,
  contact: Pick<Contact, 'jobIds'> | undefined,
): JobChoice {
  const named = wanted.jobId ?? wanted.contact?.jobId;
  if (agent.flow !== null && (wanted.job !== undefined || named !== undefined))
    return refused('An agent with a flow takes no job: leave job, jobId and contact.jobId out');
  if (wanted.job !== undefined) return { kind: 'inline' };
  if (named !== undefined) return { kind: 'existing', jobId: named };
  if (!needsJob(agent)) return { kind: 'none' };
  const [first, ...others] = contact?.jobIds ?? [];
  if (others.length > 0)
    return refused(
      "This candidate is assigned to multiple jobs. Please specify a 'jobId' to associate with this interview.",
    );
  return first === undefined
    ? refused(`An agent with the focus ${agent.focus} needs a job: send job or jobId`)
    : { kind: 'existing', jobId: first };
}

const refused = (message: string): JobChoice => ({ kind: 'refused', message });

/** Where the progress of a run counts a conversation. */
export const progressBuckets = [
  'QUEUED',
  'IN_PROGRESS',
  'COMPLETED',
  'FAILED',
  'CANCELLED',
  'UNREACHABLE',
] as const;
export type ProgressBucket = (typeof progressBuckets)[number];
