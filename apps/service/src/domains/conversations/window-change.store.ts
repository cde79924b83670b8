import type { FieldValue } from '@parley/contract/contact-field.ts';
import type { Scope } from '../../storage/scope.ts';
import { sql } from '../../storage/sql.ts';

export interface GovernedAttempt {
  readonly id: string;
  readonly conversationId: string;
  readonly scheduledAt: Date;
  /** Before then it is not placed, whatever the window. */
  readonly earliestAt: Date | null;
  readonly phoneNumber: string | null;
  readonly timeZoneField: FieldValue | null;
}

/**
 * The next waiting calls of an agent that keep its calling window, after a conversation: locked, in the order of the
 * conversations, as everybody takes several. Not the invitations to web calls: nobody is called, and the contact knows
 * the time. Indexes: conversations_by_open_agent, call_attempts_by_conversation.
 */
export const lockGoverned = (scope: Scope, agentId: string, after: string, most: number) =>
  scope.all<GovernedAttempt>(sql`
    select a.id, c.id as "conversationId", a.scheduled_at as "scheduledAt", a.earliest_at as "earliestAt",
           p.phone_number as "phoneNumber", p.fields->'timezone' as "timeZoneField"
    from conversations c join call_attempts a on a.conversation_id = c.id join contacts p on p.id = c.contact_id
    where c.company_id = ${scope.companyId} and c.open_agent_id = ${agentId} and c.id > ${after}
      and c.type = 'PHONE' and a.status = 'SCHEDULED' and a.time_zone is not null
    order by c.id limit ${most} for update of c, a`);

/** One that found no room in the network is given its time to find some anew, since until then it cannot be tried. */
export const moveGoverned = (
  scope: Scope,
  moved: readonly { readonly id: string; readonly at: Date; readonly timeZone: string }[],
) =>
  scope.run(sql`
    with moved as (
      update call_attempts a set scheduled_at = m.at, time_zone = m.time_zone, updated_at = ${scope.now()},
        put_back_since = case when a.put_back_since is not null then m.at end
      from unnest(${moved.map(({ id }) => id)}::uuid[], ${moved.map(({ at }) => at)}::timestamptz[],
                  ${moved.map(({ timeZone }) => timeZone)}::text[]) as m (id, at, time_zone)
      where a.company_id = ${scope.companyId} and a.id = m.id
      returning a.conversation_id, a.scheduled_at
    )
    update conversations c set scheduled_at = moved.scheduled_at, updated_at = ${scope.now()}
    from moved where c.id = moved.conversation_id`);
