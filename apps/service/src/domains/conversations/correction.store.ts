import type { Scope } from '../../storage/scope.ts';
import { sql } from '../../storage/sql.ts';
import type { Comment, Correction } from './correction.model.ts';

/** Who it was, with the name that the user or key has now. */
const author = sql`json_build_object('kind', x.actor_kind, 'id', x.actor_id, 'name', coalesce(u.name, u.email, k.name))`;
const authors = sql`
  left join users u on u.id = case when x.actor_kind = 'user' then x.actor_id::uuid end
  left join api_keys k on k.id = case when x.actor_kind = 'api-key' then x.actor_id::uuid end`;

/** Of several conversations at once, oldest first. Index: the primary key. */
export const correctionsOf = (scope: Scope, conversationIds: readonly string[]) =>
  scope.all<Correction>(sql`
    select x.id, x.conversation_id as "conversationId", x.attempt_id as "attemptId", x.kind, x.key, x.label, x.original, x.value,
           x.note, ${author} as by, x.created_at as "createdAt"
    from result_corrections x ${authors}
    where x.company_id = ${scope.companyId} and x.conversation_id = any(${conversationIds}::uuid[]) order by x.id`);

export const insertCorrection = (scope: Scope, one: Omit<Correction, 'by'>) =>
  scope.run(sql`
    insert into result_corrections (company_id, conversation_id, id, attempt_id, kind, key, label, original, value, note,
                                    actor_kind, actor_id, created_at)
    values (${scope.companyId}, ${one.conversationId}, ${one.id}, ${one.attemptId}, ${one.kind}, ${one.key}, ${one.label},
            ${JSON.stringify(one.original)}::json, ${JSON.stringify(one.value)}::json, ${one.note},
            ${scope.actor.kind}, ${scope.actor.id}, ${one.createdAt})`);

export const deleteCorrection = (scope: Scope, conversationId: string, id: string) =>
  scope.run(sql`
    delete from result_corrections
    where company_id = ${scope.companyId} and conversation_id = ${conversationId} and id = ${id}`);

/** Of several conversations at once, oldest first. Index: the primary key. */
export const commentsOf = (scope: Scope, conversationIds: readonly string[]) =>
  scope.all<Comment>(sql`
    select x.id, x.conversation_id as "conversationId", x.text, ${author} as by, x.created_at as "createdAt"
    from conversation_comments x ${authors}
    where x.company_id = ${scope.companyId} and x.conversation_id = any(${conversationIds}::uuid[]) order by x.id`);

export const insertComment = (scope: Scope, one: Omit<Comment, 'by'>) =>
  scope.run(sql`
    insert into conversation_comments (company_id, conversation_id, id, text, actor_kind, actor_id, created_at)
    values (${scope.companyId}, ${one.conversationId}, ${one.id}, ${one.text}, ${scope.actor.kind}, ${scope.actor.id},
            ${one.createdAt})`);

export const deleteComment = (scope: Scope, conversationId: string, id: string) =>
  scope.run(sql`
    delete from conversation_comments
    where company_id = ${scope.companyId} and conversation_id = ${conversationId} and id = ${id}`);
