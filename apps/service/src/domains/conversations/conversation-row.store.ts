import type { Scope } from '../../storage/scope.ts';
import { sql } from '../../storage/sql.ts';
import { type ConversationFilter, matching } from './conversation.store.ts';
import type { ListedConversation } from './conversation-row.model.ts';

/**
 * The page's ids are found in an index alone, as in the list of the API; names, calls and scores are looked up for its
 * rows only. Indexes: call_attempts_by_conversation, call_analyses_by_conversation.
 */
export const listRows = (
  scope: Scope,
  filter: ConversationFilter,
  page: { readonly limit: number; readonly offset: number },
) =>
  scope.all<ListedConversation>(sql`
    select c.id, c.contact_id as "contactId", concat_ws(' ', p.first_name, p.last_name) as "contactName",
           c.agent_id as "agentId", v.name as "agentName", c.run_id as "runId", c.status, c.is_test as "isTest",
           c.created_at as "createdAt", c.scheduled_at as "scheduledAt", c.finished_at as "finishedDate",
           t.calls, t.on_line as "isOnLine", t.seconds as "durationSeconds", t.reason as "reasonCode", n.score
    from (
      select c.id from conversations c where ${matching(scope, filter)} order by c.id desc limit ${page.limit} offset ${page.offset}
    ) page
      join conversations c on c.company_id = ${scope.companyId} and c.id = page.id
      join contacts p on p.id = c.contact_id
      left join agents a on a.id = c.agent_id
      left join agent_versions v on v.id = a.version_id
      cross join lateral (
        select count(called_at)::integer as calls, coalesce(bool_or(status = 'IN_PROGRESS'), false) as on_line,
               sum(duration_seconds)::integer as seconds,
               (array_agg(reason_code order by number desc) filter (where status not in ('SCHEDULED', 'IN_PROGRESS')))[1] as reason
        from call_attempts where conversation_id = c.id
      ) t
      left join lateral (
        select coalesce(result->'analytics'->>'matchScore', result->'general'->>'overallRating')::float8 as score
        from call_analyses where conversation_id = c.id and result is not null order by created_at desc limit 1
      ) n on true
    order by c.id desc`);
