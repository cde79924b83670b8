import type { JobChanges, JobStatus, NewJob } from '@parley/contract/job.ts';
import type { Paging } from '@parley/contract/schema.ts';
import { belongsToAnother, invalid, notFound } from '@parley/kernel/failure.ts';
import { searchable } from '@parley/kernel/text.ts';
import { cut, paged } from '../../http/pagination.ts';
import type { Scope } from '../../storage/scope.ts';
import { type Job, readNewJob, viewJob } from './job.model.ts';
import {
  countJobs,
  deleteJob,
  findJob,
  holdOwners,
  insertJob,
  listJobs,
  lockJob,
  saveJob,
} from './job.store.ts';

export async function createJob(scope: Scope, wanted: NewJob) {
  const read = readNewJob(wanted);
  if ('violations' in read) throw invalid(read.violations);
  const now = scope.now();
  const job: Job = {
    id: scope.newId(),
    companyId: scope.companyId,
    title: read.title,
    status: wanted.status ?? 'OPEN',
    details: read.details,
    metadata: wanted.metadata ?? {},
    createdAt: now,
    updatedAt: now,
  };
  await insertJob(scope, job);
  return viewJob(job);
}

/** Another company's job is not found: whether it exists is not theirs to know. */
export const readJob = async (scope: Scope, id: string) => viewJob(await getJob(scope, id));

export async function listCompanyJobs(scope: Scope, query: Paging & { status?: JobStatus; search?: string }) {
  const search = query.search === undefined ? '' : searchable(query.search);
  const filter = { status: query.status, search: search === '' ? undefined : search };
  const slice = cut(query);
  const [total, jobs] = await Promise.all([countJobs(scope, filter, slice), listJobs(scope, filter, slice)]);
  return paged(query, total, jobs.map(viewJob));
}

/** Changes what is sent; a part such as `location` is replaced as a whole. */
export function changeJob(scope: Scope, id: string, changes: JobChanges) {
  return scope.transaction(async (inside) => {
    const job = await lockJob(inside, id);
    if (!job) throw notFound('Job');
    const { title, status, metadata, ...details } = changes;
    const changed: Job = {
      ...job,
      title: title ?? job.title,
      status: status ?? job.status,
      metadata: metadata ?? job.metadata,
      details: { ...job.details, ...details },
      updatedAt: inside.now(),
    };
    await saveJob(inside, changed);
    return viewJob(changed);
  });
}

/** Brings what hangs on a job to its end before the job goes, in the same transaction. */
export type BeforeRemoval = (scope: Scope, jobId: string) => Promise<void>;

/** Takes the job's assignments along; the schema sees to it. */
export async function removeJob(scope: Scope, id: string, before: BeforeRemoval) {
  await scope.transaction(async (inside) => {
    if (!(await lockJob(inside, id))) throw notFound('Job');
    await before(inside, id);
    await deleteJob(inside, id);
  });
  return { id, deleted: true as const };
}

/** The job as a call needs it. */
export async function getJob(scope: Scope, id: string): Promise<Job> {
  const job = await findJob(scope, id);
  if (!job) throw notFound('Job');
  return job;
}

/** Jobs named in a body: an unknown one is not found, another company's is forbidden. */
export async function requireJobs(scope: Scope, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const owners = new Map((await holdOwners(scope, ids)).map(({ id, isOwn }) => [id, isOwn]));
  if (ids.some((id) => !owners.has(id.toLowerCase()))) throw notFound('Job');
  if (ids.some((id) => owners.get(id.toLowerCase()) === false))
    throw belongsToAnother('A job belongs to another company');
}
