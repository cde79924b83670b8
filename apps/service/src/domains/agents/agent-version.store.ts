import type { Author } from '@parley/contract/correction.ts';
import type { Scope } from '../../storage/scope.ts';
import type { Slice } from '../../storage/slice.ts';
import { sql } from '../../storage/sql.ts';

/** A version without what is in it. */
export interface VersionInBrief {
  readonly id: string;
  readonly agentId: string;
  readonly number: number | null;
  readonly name: string;
  readonly isPublished: boolean;
  readonly by: Author | null;
  readonly basedOn: string | null;
  readonly createdAt: Date;
}

const columns = sql`
  v.id, v.agent_id as "agentId", v.number, v.name, a.version_id = v.id as "isPublished", v.based_on as "basedOn",
  v.created_at as "createdAt",
  case when v.actor_kind is not null then
    json_build_object('kind', v.actor_kind, 'id', v.actor_id, 'name', coalesce(u.name, u.email, k.name)) end as by`;
const sources = sql`
  agent_versions v join agents a on a.id = v.agent_id
  left join users u on u.id = case when v.actor_kind = 'user' then v.actor_id::uuid end
  left join api_keys k on k.id = case when v.actor_kind = 'api-key' then v.actor_id::uuid end`;

/** Those that were published, the newest first. Index: agent_versions_by_number. */
export const listVersions = (scope: Scope, agentId: string, page: Slice) =>
  scope.all<VersionInBrief>(sql`
    select ${columns} from ${sources}
    where v.company_id = ${scope.companyId} and v.agent_id = ${agentId} and v.number is not null
      and ${page.after === undefined ? sql`true` : sql`v.number < ${page.after[0]}::bigint`}
    order by v.number desc limit ${page.limit} offset ${page.offset}`);

export async function countVersions(scope: Scope, agentId: string): Promise<number> {
  const row = await scope.first<{ total: number }>(sql`
    select count(*) as total from agent_versions
    where company_id = ${scope.companyId} and agent_id = ${agentId} and number is not null`);
  return row?.total ?? 0;
}

export const findVersionInBrief = (scope: Scope, agentId: string, versionId: string) =>
  scope.first<VersionInBrief>(sql`
    select ${columns} from ${sources}
    where v.company_id = ${scope.companyId} and v.agent_id = ${agentId} and v.id = ${versionId}`);

/** The one before it. Index: agent_versions_by_number. */
export const findPrevious = (scope: Scope, agentId: string, number: number) =>
  scope.first<{ id: string }>(sql`
    select id from agent_versions
    where company_id = ${scope.companyId} and agent_id = ${agentId} and number < ${number}
    order by number desc limit 1`);

export const findDraft = (scope: Scope, agentId: string) =>
  scope.first<VersionInBrief>(sql`
    select ${columns} from ${sources}
    where v.company_id = ${scope.companyId} and a.id = ${agentId} and v.id = a.draft_version_id`);

/** No call is made with the draft itself, only with copies, so it may go. */
export const deleteDraft = (scope: Scope, agentId: string) =>
  scope.run(sql`
    delete from agent_versions v using agents a
    where v.company_id = ${scope.companyId} and a.id = ${agentId} and v.id = a.draft_version_id and v.number is null`);

export const setDraft = (scope: Scope, agentId: string, versionId: string) =>
  scope.run(
    sql`update agents set draft_version_id = ${versionId} where company_id = ${scope.companyId} and id = ${agentId}`,
  );
