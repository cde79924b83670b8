import type { Language } from '@parley/language/language.ts';
import type { Everywhere, Scope } from '../../storage/scope.ts';
import { type CompanyId, sql } from '../../storage/sql.ts';
import type { Attempt } from './call-attempt.model.ts';

/** Somebody calls a number of ours. */
export interface CallBack {
  /** E.164, both; null: it is not known which. */
  readonly caller: string;
  readonly called: string | null;
  /** The number is the line's, which agents without one of their own call from. */
  readonly isLines: boolean;
}

const MOST = 5;

/** They were called from that number: the agent's, one of the company's pool, or the line's. */
const calledFrom = ({ called, isLines }: CallBack) =>
  sql`(n.phone_number = ${called} or (v.company_phone_number_id is null and (${isLines} or exists (
    select from phone_numbers pooled
    where pooled.company_id = c.company_id and pooled.phone_number = ${called} and pooled.is_pooled))))`;

/**
 * Conversations that wait for another call to this number from that one; of several the one that was called last.
 * Indexes: contacts_by_phone_number, conversations_by_contact, call_attempts_by_conversation.
 */
export const conversationsOfCaller = (everywhere: Everywhere, call: CallBack) =>
  everywhere.all<{ id: string; companyId: CompanyId }>(sql`
    select c.id, c.company_id as "companyId"
    from contacts p join conversations c on c.contact_id = p.id
      join agent_versions v on v.id = c.agent_version_id
      left join phone_numbers n on n.id = v.company_phone_number_id and n.company_id = c.company_id,
      lateral (select max(a.called_at) as at from call_attempts a where a.conversation_id = c.id) last_call
    where p.phone_number = ${call.caller} and c.type = 'PHONE' and c.status = 'SCHEDULED' and not c.is_simulated
      and last_call.at is not null and ${calledFrom(call)}
      and not p.do_not_call and not is_opted_out(p.company_id, p.phone_number)
    order by last_call.at desc limit ${MOST}`);

/** What we last spoke with that number; undefined: never. */
export async function languageOfCaller(
  everywhere: Everywhere,
  call: CallBack,
): Promise<Language | undefined> {
  const row = await everywhere.first<{ language: Language }>(sql`
    select v.language
    from contacts p join conversations c on c.contact_id = p.id
      join agent_versions v on v.id = c.agent_version_id
      left join phone_numbers n on n.id = v.company_phone_number_id and n.company_id = c.company_id
    where p.phone_number = ${call.caller} and c.type = 'PHONE' and not c.is_simulated and ${calledFrom(call)}
    order by c.id desc limit 1`);
  return row?.language;
}

/** The attempt that waits, with its conversation, if nobody else has either in hand just now. Nothing is waited for. */
export const takeWaiting = (scope: Scope, conversationId: string) =>
  scope.first<WaitingAttempt>(sql`
    select a.id, a.status, a.number, a.dial_queue as "dialQueue", a.is_admitted as "isAdmitted",
           a.put_back_since is not null as "isAgain"
    from conversations c join call_attempts a on a.conversation_id = c.id and a.company_id = c.company_id
    where c.company_id = ${scope.companyId} and c.id = ${conversationId} and c.status = 'SCHEDULED' and a.status = 'SCHEDULED'
    order by a.number limit 1 for update of c, a skip locked`);

type WaitingAttempt = Pick<Attempt, 'id' | 'status' | 'number' | 'dialQueue' | 'isAdmitted'> & {
  /** It was requeued, so its start was published already. */
  readonly isAgain: boolean;
};

/** The call that was to be made is the one that has come. */
export const markCalledBack = (scope: Scope, attemptId: string, status: Attempt['status']) =>
  scope.run(sql`
    update call_attempts set direction = 'INBOUND', status = ${status}, is_admitted = true, scheduled_at = ${scope.now()},
      called_at = ${scope.now()}, is_simulated = false, put_back_since = null, notes = null, updated_at = ${scope.now()}
    where company_id = ${scope.companyId} and id = ${attemptId}`);
