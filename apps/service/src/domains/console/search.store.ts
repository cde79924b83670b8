import type { ConversationStatus } from '@parley/contract/conversation.ts';
import { containing } from '@parley/kernel/text.ts';
import type { Scope } from '../../storage/scope.ts';
import { sql } from '../../storage/sql.ts';

export interface Named {
  readonly id: string;
  readonly name: string;
}

/** A company has hundreds at most. Index: agents_newest. */
export const agentsNamed = (scope: Scope, text: string, most: number) =>
  scope.all<Named>(sql`
    select a.id, v.name from agents a join agent_versions v on v.id = a.version_id
    where a.company_id = ${scope.companyId} and (v.name ilike ${containing(text)} or a.id::text = lower(${text}))
    order by a.id desc limit ${most}`);

/** A company has thousands at most. Index: runs_newest. */
export const runsNamed = (scope: Scope, text: string, most: number) =>
  scope.all<Named>(sql`
    select id, name from runs
    where company_id = ${scope.companyId} and deleted_at is null
      and (name ilike ${containing(text)} or id::text = lower(${text}))
    order by id desc limit ${most}`);

export interface FoundConversation {
  readonly id: string;
  readonly contactName: string;
  readonly agentName: string | null;
  readonly status: ConversationStatus;
  readonly createdAt: Date;
}

/** The latest of these contacts, and the one with this id. Indexes: conversations_by_contact, conversations_pkey. */
export const conversationsOf = (
  scope: Scope,
  contactIds: readonly string[],
  id: string | undefined,
  most: number,
) =>
  scope.all<FoundConversation>(sql`
    with found as (
      (select c.id from conversations c
       where c.company_id = ${scope.companyId} and c.contact_id = any(${contactIds}::uuid[])
       order by c.id desc limit ${most})
      union
      select c.id from conversations c where c.company_id = ${scope.companyId} and c.id = ${id ?? null}::uuid
    )
    select c.id, concat_ws(' ', p.first_name, p.last_name) as "contactName", v.name as "agentName", c.status,
           c.created_at as "createdAt"
    from found join conversations c on c.company_id = ${scope.companyId} and c.id = found.id
      join contacts p on p.id = c.contact_id
      left join agents a on a.id = c.agent_id
      left join agent_versions v on v.id = a.version_id
    order by c.id desc limit ${most}`);
