import type { MessageChannel } from '@parley/contract/message.ts';
import type { ProgressView, RunStatus, RunView } from '@parley/contract/run.ts';
import type { RunAlarm, RunSettings, SentRunSettings } from '@parley/contract/run-settings.ts';
import { table } from '@parley/kernel/transition.ts';
import { completeRetryPolicy, completeWindow, dialingViolations } from '../agents/agent.model.ts';

type Move =
  | 'be launched'
  | 'be scheduled'
  | 'start'
  | 'be paused'
  | 'be resumed'
  | 'be cancelled'
  | 'end'
  | 'take contacts'
  | 'call again'
  | 'let contacts go';

export const runLifecycle = table<RunStatus, Move>({
  DRAFT: {
    'be launched': 'RUNNING',
    'be scheduled': 'SCHEDULED',
    'be cancelled': 'CANCELLED',
    'take contacts': 'DRAFT',
    'let contacts go': 'DRAFT',
  },
  SCHEDULED: {
    start: 'RUNNING',
    'be cancelled': 'CANCELLED',
    'take contacts': 'SCHEDULED',
    'let contacts go': 'SCHEDULED',
  },
  RUNNING: {
    'be paused': 'PAUSED',
    'be cancelled': 'CANCELLED',
    end: 'COMPLETED',
    'take contacts': 'RUNNING',
    'call again': 'RUNNING',
  },
  PAUSED: {
    'be resumed': 'RUNNING',
    'be cancelled': 'CANCELLED',
    'take contacts': 'PAUSED',
    'call again': 'PAUSED',
  },
  // Another contact reopens it, and another call to one that it has.
  COMPLETED: { 'be cancelled': 'CANCELLED', 'take contacts': 'RUNNING', 'call again': 'RUNNING' },
  // Somebody decides for one contact. The run stays over: it dispatches nothing of its own.
  CANCELLED: { 'call again': 'CANCELLED' },
});

const inert: ReadonlySet<RunStatus> = new Set(['DRAFT', 'COMPLETED', 'CANCELLED']);

/** Nothing happens in it by itself: it may be deleted, and so may its agent. */
export const isInert = (status: RunStatus): boolean => inert.has(status);

/** Nothing more will come of it, unless somebody wants it to. */
export const isOver = (status: RunStatus): boolean => status === 'COMPLETED' || status === 'CANCELLED';

export interface VersionShare {
  readonly versionId: string;
  readonly weight: number;
}

export interface Run {
  readonly id: string;
  readonly name: string;
  readonly agentId: string;
  readonly agentVersionId: string | null;
  readonly jobId: string | null;
  /** The versions that call its contacts; null: the one that is published at the launch. */
  readonly split: readonly VersionShare[] | null;
  /** How it calls, where it does so in another way than the agent. */
  readonly settings: RunSettings | null;
  /** The channels on which its contacts are invited, as it was launched. */
  readonly invite: readonly MessageChannel[];
  /** Until it is resumed or launched again. */
  readonly alarm: RunAlarm | null;
  readonly status: RunStatus;
  readonly metadata: Record<string, unknown>;
  readonly isSimulated: boolean;
  readonly scheduledAt: Date | null;
  readonly scheduleError: string | null;
  /** When a scheduled run is started, or tried again. */
  readonly dueAt: Date | null;
  /** Contacts up to this position are paid for. */
  readonly admittedTo: number;
  /** Up to this one they have their conversations. */
  readonly queuedTo: number;
  /** How many lie between the two. */
  readonly pending: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export const viewRun = (run: Run, counted: Progress): RunView => ({
  id: run.id,
  name: run.name,
  agentId: run.agentId,
  jobId: run.jobId,
  status: run.status,
  progress: progressOf(counted),
  metadata: run.metadata,
  createdAt: run.createdAt.toISOString(),
  updatedAt: run.updatedAt.toISOString(),
  scheduledAt: run.scheduledAt?.toISOString() ?? null,
  scheduleError: run.scheduleError,
  ...(run.settings !== null && { settings: run.settings }),
  ...(run.invite.length > 0 && { invite: [...run.invite] }),
  ...(run.alarm !== null && { alarm: run.alarm }),
  ...(run.split !== null && { versions: [...run.split] }),
});

/** What was sent, with its window complete, and what is wrong with it. Attempts or delays that it leaves out are the agent's. */
export function readSettings(sent: SentRunSettings): { settings: RunSettings; violations: string[] } {
  const { callingWindow, ...others } = sent;
  const settings = {
    ...others,
    ...(callingWindow !== undefined && { callingWindow: completeWindow(callingWindow) }),
  };
  const violations = dialingViolations({
    callingWindow: settings.callingWindow,
    retryPolicy: sent.retryPolicy && completeRetryPolicy(sent.retryPolicy),
  });
  return { settings, violations: violations.map((one) => `settings.${one}`) };
}

/** What is counted of a run: how its conversations ended, and how many are open. */
export interface Progress {
  /** Conversations that are not over. */
  readonly open: number;
  /** Of these, those with a call on the line. */
  readonly live: number;
  /** Contacts that are paid for and whose conversations are being made. */
  readonly pending: number;
  readonly completed: number;
  readonly failed: number;
  readonly cancelled: number;
  readonly unreachable: number;
}

export function progressOf({ open, live, pending, ...ended }: Progress): ProgressView {
  const over = ended.completed + ended.failed + ended.cancelled + ended.unreachable;
  const total = open + pending + over;
  return {
    total,
    queued: open - live + pending,
    inProgress: live,
    completed: ended.completed,
    failed: ended.failed,
    cancelled: ended.cancelled,
    unreachable: ended.unreachable,
    completion: total === 0 ? 0 : over / total,
  };
}
