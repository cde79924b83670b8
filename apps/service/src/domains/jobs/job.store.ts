import type { JobStatus } from '@parley/contract/job.ts';
import { containing } from '@parley/kernel/text.ts';
import { countUpToBound, type Total } from '../../storage/bounded-count.ts';
import type { Scope } from '../../storage/scope.ts';
import { olderThan, type Slice } from '../../storage/slice.ts';
import { and, sql } from '../../storage/sql.ts';
import { type Job, jobSearchText } from './job.model.ts';

const columns = sql`
  id, company_id as "companyId", title, status, details, metadata, created_at as "createdAt", updated_at as "updatedAt"`;

export async function insertJob(scope: Scope, job: Job): Promise<void> {
  await scope.run(sql`
    insert into jobs (id, company_id, title, status, details, metadata, search, created_at, updated_at)
    values (${job.id}, ${scope.companyId}, ${job.title}, ${job.status}, ${job.details}, ${job.metadata}, ${jobSearchText(job)},
            ${job.createdAt}, ${job.updatedAt})`);
}

export const findJob = (scope: Scope, id: string) =>
  scope.first<Job>(sql`select ${columns} from jobs where company_id = ${scope.companyId} and id = ${id}`);

export const lockJob = (scope: Scope, id: string) =>
  scope.first<Job>(
    sql`select ${columns} from jobs where company_id = ${scope.companyId} and id = ${id} for update`,
  );

export async function saveJob(scope: Scope, job: Job): Promise<void> {
  await scope.run(sql`
    update jobs set title = ${job.title}, status = ${job.status}, details = ${job.details}, metadata = ${job.metadata},
      search = ${jobSearchText(job)}, updated_at = ${job.updatedAt}
    where company_id = ${scope.companyId} and id = ${job.id}`);
}

export const deleteJob = (scope: Scope, id: string): Promise<number> =>
  scope.run(sql`delete from jobs where company_id = ${scope.companyId} and id = ${id}`);

export interface JobFilter {
  readonly status?: JobStatus | undefined;
  /** Already made searchable. */
  readonly search?: string | undefined;
}

// Indexes: jobs_newest, jobs_by_status, jobs_by_search.
const matching = (scope: Scope, filter: JobFilter) =>
  and(
    sql`company_id = ${scope.companyId}`,
    ...(filter.status === undefined ? [] : [sql`status = ${filter.status}`]),
    ...(filter.search === undefined ? [] : [sql`search like ${containing(filter.search)}`]),
  );

export const listJobs = (scope: Scope, filter: JobFilter, page: Slice) =>
  scope.all<Job>(sql`
    select ${columns} from jobs where ${and(matching(scope, filter), olderThan(sql`id`, page))}
    order by id desc limit ${page.limit} offset ${page.offset}`);

export const countJobs = (scope: Scope, filter: JobFilter, page: Slice): Promise<Total> =>
  countUpToBound(scope, sql`from jobs where ${matching(scope, filter)}`, page);

/**
 * Which of these ids are jobs at all, and whose: across companies, because the answer to the client differs. They
 * stay until the transaction ends, so that somebody can be assigned to them.
 */
export const holdOwners = (scope: Scope, ids: readonly string[]) =>
  scope.all<{ id: string; isOwn: boolean }>(sql`
    select id, company_id = ${scope.companyId} as "isOwn" from jobs where id = any(${ids}::uuid[]) for key share`);
