import type { ContactStatus } from '@parley/contract/contact.ts';
import type { Scope } from '../../storage/scope.ts';
import { sql } from '../../storage/sql.ts';

/** Those of them that are the company's, in the order of their ids; until the transaction ends nobody deletes them. */
export const holdOwn = (scope: Scope, ids: readonly string[]) =>
  scope.all<{ id: string }>(sql`
    select id from contacts where company_id = ${scope.companyId} and id = any(${ids}::uuid[]) order by id for no key update`);

/** The contacts whose status it was not. */
export const setStatus = (scope: Scope, ids: readonly string[], status: ContactStatus) =>
  scope.all<{ contactId: string }>(sql`
    update contacts set status = ${status}, updated_at = ${scope.now()}
    where company_id = ${scope.companyId} and id = any(${ids}::uuid[]) and status <> ${status}
    returning id as "contactId"`);

/** The contacts that did not have the job, and have fewer than the most that one may have. */
export const addJobToAll = (scope: Scope, ids: readonly string[], jobId: string, most: number) =>
  scope.all<{ contactId: string }>(sql`
    insert into job_assignments (company_id, contact_id, job_id)
    select c.company_id, c.id, ${jobId} from contacts c
    where c.company_id = ${scope.companyId} and c.id = any(${ids}::uuid[])
      and (select count(*) from job_assignments a where a.contact_id = c.id) < ${most}
    order by c.id on conflict do nothing returning contact_id as "contactId"`);

/** Of contacts that would have more tags than one may have, the first. Index: contact_tags_by_contact. */
export const tooManyTags = (scope: Scope, ids: readonly string[], most: number) =>
  scope.first<{ contactId: string }>(sql`
    select contact_id as "contactId" from contact_tags
    where company_id = ${scope.companyId} and contact_id = any(${ids}::uuid[])
    group by contact_id having count(*) > ${most} order by contact_id limit 1`);
