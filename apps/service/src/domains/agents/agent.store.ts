import type { Everywhere, Scope } from '../../storage/scope.ts';
import { olderThan, type Slice } from '../../storage/slice.ts';
import { type CompanyId, sql } from '../../storage/sql.ts';
import type { Agent } from './agent.model.ts';

const columns = sql`
  a.id, v.id as "versionId", v.name, v.type, v.language, v.duration, v.company_phone_number_id as "companyPhoneNumberId",
  v.focus, v.flow, v.instructions, v.settings, a.created_at as "createdAt", v.created_at as "updatedAt"`;

export async function insertAgent(scope: Scope, agent: Agent): Promise<void> {
  await scope.transaction(async (inside) => {
    await inside.run(sql`
      insert into agents (id, company_id, version_id, created_at)
      values (${agent.id}, ${scope.companyId}, ${agent.versionId}, ${agent.createdAt})`);
    await insertVersion(inside, agent);
  });
}

/** A draft says which version it was begun from; any other is published, and gets the next number. */
export const insertVersion = (
  scope: Scope,
  agent: Agent,
  draft?: { readonly basedOn: string },
): Promise<number> =>
  scope.run(sql`
    insert into agent_versions (id, company_id, agent_id, name, type, language, duration, company_phone_number_id, focus,
                                instructions, flow, settings, created_at, actor_kind, actor_id, based_on, number, published_at)
    values (${agent.versionId}, ${scope.companyId}, ${agent.id}, ${agent.name}, ${agent.type}, ${agent.language},
            ${agent.duration}, ${agent.companyPhoneNumberId}, ${agent.focus}, ${agent.instructions}, ${agent.flow},
            ${agent.settings}, ${agent.updatedAt}, ${scope.actor.kind}, ${scope.actor.id}, ${draft?.basedOn ?? null},
            case when ${draft === undefined}::boolean then
              1 + coalesce((select max(number) from agent_versions where agent_id = ${agent.id}), 0) end,
            case when ${draft === undefined}::boolean then ${agent.updatedAt}::timestamptz end)`);

/** The agent's new version, beside the ones before. */
export async function saveVersion(scope: Scope, agent: Agent): Promise<void> {
  await insertVersion(scope, agent);
  await scope.run(
    sql`update agents set version_id = ${agent.versionId} where company_id = ${scope.companyId} and id = ${agent.id}`,
  );
}

export const findAgent = (scope: Scope, id: string) =>
  scope.first<Agent>(sql`
    select ${columns} from agents a join agent_versions v on v.id = a.version_id
    where a.company_id = ${scope.companyId} and a.id = ${id}`);

export const findAgents = (scope: Scope, ids: readonly string[]) =>
  scope.all<Agent>(sql`
    select ${columns} from agents a join agent_versions v on v.id = a.version_id
    where a.company_id = ${scope.companyId} and a.id = any(${ids}::uuid[])`);

export const lockAgent = (scope: Scope, id: string) =>
  scope.first<{ id: string }>(
    sql`select id from agents where company_id = ${scope.companyId} and id = ${id} for update`,
  );

export const findVersion = (scope: Scope, versionId: string) =>
  scope.first<Agent>(sql`
    select ${columns} from agent_versions v join agents a on a.id = v.agent_id
    where v.company_id = ${scope.companyId} and v.id = ${versionId}`);

/** Whether some other company has an agent with this id: then the answer is 403 and not 404. */
export async function isAnothers(scope: Scope, id: string): Promise<boolean> {
  const row = await scope.first(
    sql`select 1 as one from agents where id = ${id} and company_id <> ${scope.companyId}`,
  );
  return row !== undefined;
}

/** Of all companies, the newest first; `wanted` is an id, or a name in whatever case. */
export const findAnywhere = (everywhere: Everywhere, wanted: string) =>
  everywhere.all<AgentOfCompany>(sql`
    select a.id, a.company_id as "companyId", v.name from agents a join agent_versions v on v.id = a.version_id
    where a.id::text = lower(${wanted}) or lower(v.name) = lower(${wanted}) order by a.id desc limit 20`);

export interface AgentOfCompany {
  readonly id: string;
  readonly companyId: CompanyId;
  readonly name: string;
}

/** The agents of a page, and what each takes as it is stored, without reading it. Index: agents_newest. */
export const listAgentSizes = (scope: Scope, page: Slice) =>
  scope.all<{ id: string; bytes: number }>(sql`
    select a.id, coalesce(pg_column_size(v.flow), 0) + coalesce(pg_column_size(v.settings), 0)
      + coalesce(pg_column_size(v.instructions), 0) as bytes
    from (
      select id, version_id from agents where company_id = ${scope.companyId} and ${olderThan(sql`id`, page)}
      order by id desc limit ${page.limit} offset ${page.offset}
    ) a join agent_versions v on v.id = a.version_id
    order by a.id desc`);

export async function countAgents(scope: Scope): Promise<number> {
  const row = await scope.first<{ total: number }>(
    sql`select count(*) as total from agents where company_id = ${scope.companyId}`,
  );
  return row?.total ?? 0;
}

const FOREIGN_KEY_VIOLATION = '23503';

/**
 * Deletes the agent with its versions, unless something is under way with it: whatever must keep an agent from
 * being deleted refers to it with a foreign key, which is safe against a conversation that starts this moment.
 */
export async function deleteAgent(scope: Scope, id: string): Promise<'deleted' | 'in-use' | 'missing'> {
  try {
    const touched = await scope.run(
      sql`delete from agents where company_id = ${scope.companyId} and id = ${id}`,
    );
    return touched === 0 ? 'missing' : 'deleted';
  } catch (error) {
    if ((error as { code?: string }).code === FOREIGN_KEY_VIOLATION) return 'in-use';
    throw error;
  }
}
