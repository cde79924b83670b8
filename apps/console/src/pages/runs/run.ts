import { queryOptions } from '@tanstack/react-query';
import { get, type Reply } from '../../api/client.ts';
import type { MeterPart } from '../../components/chart.tsx';

export type Run = Reply<'/runs/{id}', 'get'>;
type RunStatus = Run['status'];
type Bucket = Exclude<keyof Run['progress'], 'total' | 'completion'>;

export const runQuery = (id: string) =>
  queryOptions({
    queryKey: ['run', id],
    queryFn: ({ signal }) => get('/runs/{id}', { path: { id }, signal }),
  });

/** The six states of a run's conversations in the order of the bar, finished ones first. */
const buckets: readonly (readonly [name: Bucket, words: string, fill: string])[] = [
  ['completed', 'Completed', 'bg-good'],
  ['unreachable', 'Unreachable', 'bg-warn'],
  ['cancelled', 'Cancelled', 'bg-soft'],
  ['failed', 'Failed', 'bg-bad'],
  ['inProgress', 'In progress', 'bg-live'],
  ['queued', 'Scheduled', 'bg-line'],
];

export const progressParts = (progress: Run['progress']): MeterPart[] =>
  buckets.map(([name, words, fill]) => ({ name, words, fill, value: progress[name] }));

/** The same as filters of the conversations of a run. */
const progressFilters: Readonly<Record<Bucket, string>> = {
  completed: 'COMPLETED',
  unreachable: 'UNREACHABLE',
  cancelled: 'CANCELLED',
  failed: 'FAILED',
  inProgress: 'IN_PROGRESS',
  queued: 'QUEUED',
};
export const progressFilterOf = (name: string): string => progressFilters[name as Bucket];
export const progressChoices = buckets.map(([name, words]) => ({ value: progressFilters[name], words }));

/** Whether its progress may change. */
export const isMoving = ({ status, progress }: Run): boolean =>
  status === 'SCHEDULED' || status === 'RUNNING' || status === 'PAUSED' || progress.inProgress > 0;

/** Contacts can still be removed. */
export const hasNotStarted = (status: RunStatus): boolean => status === 'DRAFT' || status === 'SCHEDULED';

/** A run in progress cannot be deleted. */
export const mayBeDeleted = (status: RunStatus): boolean =>
  status === 'DRAFT' || status === 'COMPLETED' || status === 'CANCELLED';
