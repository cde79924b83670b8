import { type Attestation, MOST_SIP_MESSAGES } from '@parley/contract/sip-ladder.ts';
import type { Everywhere, Scope } from '../../storage/scope.ts';
import { rowsAs, type Sql, sql } from '../../storage/sql.ts';

export interface KeptSipMessage {
  readonly id: string;
  readonly at: Date;
  readonly isSent: boolean;
  /** It went over a trunk of the company, or came over it. */
  readonly isOwnTrunk: boolean;
  readonly transport: string;
  readonly localHost: string | null;
  readonly localPort: number | null;
  readonly remoteHost: string;
  readonly remotePort: number;
  readonly callId: string;
  readonly method: string | null;
  readonly status: number | null;
  readonly text: string;
  /** What the trunk said about the caller ID; null: nothing. */
  readonly attestation: Attestation['level'];
  readonly verification: Attestation['verification'];
}
export type NewSipMessage = KeptSipMessage & { readonly attemptId: string };

/**
 * Whether a message belongs to the try that is under way, or to the last ones of a call that waits. They are written a moment later, when the
 * next try may have begun. A call to us begins before it is known whose it is.
 */
const isOfThisTry = (at: Sql) =>
  sql`(a.called_at is null or a.direction = 'INBOUND' or ${at} >= a.called_at)`;

/** Those of calls that were deleted meanwhile are dropped, those of an earlier try, and those beyond the limit of their call. */
export const appendSipMessages = (everywhere: Everywhere, messages: readonly NewSipMessage[]) =>
  everywhere.run(sql`
    insert into call_sip_messages (attempt_id, id, company_id, at, is_sent, is_own_trunk, transport, local_host, local_port,
                                   remote_host, remote_port, call_id, method, status, text, attestation, verification)
    select m."attemptId", m.id, a.company_id, m.at, m."isSent", m."isOwnTrunk", m.transport, m."localHost", m."localPort",
      m."remoteHost", m."remotePort", m."callId", m.method, m.status, m.text, m.attestation, m.verification
    from ${rowsAs('m', messages, {
      attemptId: 'uuid',
      id: 'uuid',
      at: 'timestamptz',
      isSent: 'boolean',
      isOwnTrunk: 'boolean',
      transport: 'text',
      localHost: 'text',
      localPort: 'integer',
      remoteHost: 'text',
      remotePort: 'integer',
      callId: 'text',
      method: 'text',
      status: 'smallint',
      text: 'text',
      attestation: 'text',
      verification: 'text',
    })}
      join call_attempts a on a.id = m."attemptId"
    where ${isOfThisTry(sql`m.at`)}
      and (select count(*) from call_sip_messages k where k.attempt_id = a.id and ${isOfThisTry(sql`k.at`)}) < ${MOST_SIP_MESSAGES}
    order by a.id for key share of a
    on conflict do nothing`);

export const sipMessagesOf = (scope: Scope, conversationId: string, attemptId: string) =>
  scope.all<KeptSipMessage>(sql`
    select m.id, m.at, m.is_sent as "isSent", m.is_own_trunk as "isOwnTrunk", m.transport,
      m.local_host as "localHost", m.local_port as "localPort", m.remote_host as "remoteHost", m.remote_port as "remotePort",
      m.call_id as "callId", m.method, m.status, m.text, m.attestation, m.verification
    from call_sip_messages m join call_attempts a on a.id = m.attempt_id
    where m.company_id = ${scope.companyId} and a.conversation_id = ${conversationId} and m.attempt_id = ${attemptId}
      and ${isOfThisTry(sql`m.at`)}
    order by m.id limit ${MOST_SIP_MESSAGES}`);

/** The company's own numbers and that of the contact, in E.164. */
export const numbersKnownIn = async (scope: Scope, conversationId: string): Promise<string[]> => {
  const rows = await scope.all<{ number: string }>(sql`
    select phone_number as number from phone_numbers where company_id = ${scope.companyId}
    union
    select p.phone_number from conversations c join contacts p on p.id = c.contact_id
    where c.company_id = ${scope.companyId} and c.id = ${conversationId} and p.phone_number is not null`);
  return rows.map(({ number }) => number);
};

/** Which of these calls have any. Indexes: the primary keys. */
export const callsWithSipMessages = (scope: Scope, attemptIds: readonly string[]) =>
  scope.all<{ id: string }>(sql`
    select a.id from call_attempts a
    where a.company_id = ${scope.companyId} and a.id = any(${attemptIds}::uuid[])
      and exists (select from call_sip_messages m where m.attempt_id = a.id and ${isOfThisTry(sql`m.at`)})`);

export const isAttemptOf = async (scope: Scope, conversationId: string, attemptId: string) =>
  (await scope.first(sql`
    select 1 as one from call_attempts
    where company_id = ${scope.companyId} and conversation_id = ${conversationId} and id = ${attemptId}`)) !==
  undefined;

/**
 * Keeps those of the last try. It may have sent none, or they are still being written: then those of the minutes before stay, so that
 * one sees what happened last. Tries are a second apart at least, so that they cannot grow in number.
 */
export const deleteEarlierSipMessages = (scope: Scope, attemptId: string, triedAt: Date) =>
  scope.run(sql`
    delete from call_sip_messages m using (
      select max(at) as at from call_sip_messages where company_id = ${scope.companyId} and attempt_id = ${attemptId}) newest
    where m.company_id = ${scope.companyId} and m.attempt_id = ${attemptId}
      and m.at < case when newest.at >= ${triedAt} then ${triedAt}::timestamptz else newest.at - interval '2 minutes' end`);

/** Index: call_sip_messages_old. */
export const deleteOldSipMessages = (everywhere: Everywhere, before: Date, most: number) =>
  everywhere.run(sql`
    delete from call_sip_messages where (attempt_id, id) in (
      select attempt_id, id from call_sip_messages where at < ${before} order by at limit ${most})`);
