import { Metadata, Name, Named, Nullable, OneOf, Strict, Timestamp, Uuid } from '@parley/contract/schema.ts';
import { table } from '@parley/kernel/transition.ts';
import { type Static, Type } from 'typebox';
import { type Progress, ProgressView, progressOf } from './progress.model.ts';

export const runStatuses = ['DRAFT', 'SCHEDULED', 'RUNNING', 'PAUSED', 'COMPLETED', 'CANCELLED'] as const;
export type RunStatus = (typeof runStatuses)[number];

type Move =
  | 'be launched'
  | 'be scheduled'
  | 'start'
  | 'be paused'
  | 'be resumed'
  | 'be cancelled'
  | 'end'
  | 'take contacts'
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
  },
  PAUSED: { 'be resumed': 'RUNNING', 'be cancelled': 'CANCELLED', 'take contacts': 'PAUSED' },
  // Another contact reopens it.
  COMPLETED: { 'be cancelled': 'CANCELLED', 'take contacts': 'RUNNING' },
  CANCELLED: {},
});

const inert: ReadonlySet<RunStatus> = new Set(['DRAFT', 'COMPLETED', 'CANCELLED']);

/** Nothing happens in it by itself: it may be deleted, and so may its agent. */
export const isInert = (status: RunStatus): boolean => inert.has(status);

/** Nothing more will come of it, unless somebody wants it to. */
export const isOver = (status: RunStatus): boolean => status === 'COMPLETED' || status === 'CANCELLED';

export const NewRun = Named(
  'NewRun',
  Strict(
    {
      name: Name(),
      agentId: Uuid(),
      jobId: Type.Optional(
        Uuid({
          description: 'What the calls are about, where the agent needs a job. Not with a custom agent.',
        }),
      ),
      metadata: Type.Optional(Metadata()),
    },
    { example: { name: 'Spring applicants', agentId: '01957a2e-7c00-7000-8000-0000000000a1' } },
  ),
);
export type NewRun = Static<typeof NewRun>;

const fields = {
  id: Uuid(),
  name: Type.String({ example: 'Spring applicants' }),
  agentId: Uuid(),
  jobId: Nullable(Uuid()),
  status: OneOf(runStatuses),
  progress: ProgressView,
  metadata: Metadata(),
  createdAt: Timestamp(),
  updatedAt: Timestamp(),
  scheduledAt: Nullable(
    Timestamp({ description: 'When a scheduled run starts; null for one launched at once.' }),
  ),
  scheduleError: Nullable(Type.String({ description: 'Why a scheduled run did not start at its time.' })),
};

export const RunView = Named('Run', Strict(fields));
export type RunView = Static<typeof RunView>;

/** What launch, pause, resume and cancel answer. */
export const ChangedRun = Named(
  'ChangedRun',
  Strict({
    ...fields,
    affectedCalls: Type.Integer({ minimum: 0, description: 'How many waiting calls this concerned.' }),
  }),
);
export type ChangedRun = Static<typeof ChangedRun>;

export interface Run {
  readonly id: string;
  readonly name: string;
  readonly agentId: string;
  readonly agentVersionId: string | null;
  readonly jobId: string | null;
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
  readonly fannedTo: number;
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
});
