import type { MessageChannel, MessageKind, MessageStatus } from '@parley/contract/message.ts';
import type { Language } from '@parley/language/language.ts';
import { countUpToBound, type Total } from '../../storage/bounded-count.ts';
import type { Everywhere, Scope } from '../../storage/scope.ts';
import { olderThan, type Slice } from '../../storage/slice.ts';
import { and, type CompanyId, rowsAs, type Sql, sql } from '../../storage/sql.ts';
import type { Message } from './message.model.ts';

const columns = sql`
  m.id, m.conversation_id as "conversationId", c.contact_id as "contactId", m.run_id as "runId", m.kind, m.channel, m.language,
  m.status, m.detail, m.address, m.subject, m.text, m.tries, m.remind_hours as "remindHours", coalesce(c.scheduled_at, c.created_at) as "opensAt", m.created_at as "createdAt",
  m.sent_at as "sentAt", m.opened_at as "openedAt"`;

/** A person's address with everything that decides whether it may be written to. */
export interface Addressee {
  readonly conversationId: string;
  readonly runId: string | null;
  readonly agentVersionId: string;
  /** Null: the contact has none for this channel. */
  readonly address: string | null;
  /** What the contact's field `preferred_language` says. */
  readonly preferredLanguage: string | null;
  readonly doNotCall: boolean;
  readonly isUnsubscribed: boolean;
  readonly isSentBefore: boolean;
  /** Of those, one waits, is being sent, or is from since the given moment. */
  readonly isSentLately: boolean;
  /** Messages since then: to the address, or about the conversation: a contact whose number is changed after each message gets no more. */
  readonly recently: number;
  readonly isOpen: boolean;
}

interface Asking {
  readonly kind: MessageKind;
  readonly channel: MessageChannel;
  readonly since: Date;
  readonly expiredBefore: Date;
}

const addressees = (scope: Scope, { kind, channel, since, expiredBefore }: Asking, which: Sql<true>) => {
  const address = channel === 'EMAIL' ? sql`p.email` : sql`p.phone_number`;
  return scope.all<Addressee>(sql`
    select c.id as "conversationId", c.run_id as "runId", c.agent_version_id as "agentVersionId", ${address} as address,
           p.fields->>'preferred_language' as "preferredLanguage",
           p.do_not_call or is_opted_out(p.company_id, p.phone_number) as "doNotCall",
           ${address} is not null and exists (
             select from message_opt_outs o where o.company_id = c.company_id and o.channel = ${channel}
               and o.address_hash = address_hash(c.company_id, ${channel}, ${address})) as "isUnsubscribed",
           exists (select from messages m where m.conversation_id = c.id and m.kind = ${kind} and m.channel = ${channel}) as "isSentBefore",
           exists (select from messages m where m.conversation_id = c.id and m.kind = ${kind} and m.channel = ${channel}
             and (m.status in ('QUEUED', 'SENDING') or m.created_at > ${since})) as "isSentLately",
           greatest(
             (select count(*)::int from messages m where m.company_id = c.company_id and m.address = ${address}
                and m.created_at > ${since}),
             (select count(*)::int from messages m where m.conversation_id = c.id and m.channel = ${channel}
                and m.created_at > ${since})) as recently,
           c.status = 'SCHEDULED' and coalesce(c.scheduled_at, c.created_at) > ${expiredBefore} as "isOpen"
    from conversations c join contacts p on p.id = c.contact_id
    where ${which} order by c.id`);
};

/** Indexes: the primary keys, messages_by_conversation, messages_by_address. */
export const addresseeOf = async (scope: Scope, conversationId: string, asking: Asking) =>
  (
    await addressees(
      scope,
      asking,
      sql`c.company_id = ${scope.companyId} and c.id = ${conversationId} and c.type = 'ONLINE'`,
    )
  )[0];

/** The next ones of a run, in the order of their ids: as many as are asked for, unless they are the last. */
export const addresseesOfRun = (
  scope: Scope,
  runId: string,
  asking: Asking & { after: string; most: number },
) =>
  addressees(
    scope,
    asking,
    sql`c.company_id = ${scope.companyId} and c.id in (
      select id from conversations where company_id = ${scope.companyId} and run_id = ${runId} and id > ${asking.after}
        and type = 'ONLINE'
      order by id limit ${asking.most})`,
  );

/** The ONLINE ones of these conversations. */
export const addresseesAmong = (scope: Scope, ids: readonly string[], asking: Asking) =>
  addressees(
    scope,
    asking,
    sql`c.company_id = ${scope.companyId} and c.id = any(${ids}::uuid[]) and c.type = 'ONLINE'`,
  );

/** The next ones of a run, those that `addresseesOfRun` looks at. Index: conversations_by_run. */
export const lockConversationsOfRun = (
  scope: Scope,
  runId: string,
  { after, most }: { readonly after: string; readonly most: number },
) =>
  scope.run(sql`
    select from conversations where company_id = ${scope.companyId} and run_id = ${runId} and id > ${after} and type = 'ONLINE'
    order by id limit ${most} for update`);

export interface NewRow {
  readonly id: string;
  readonly conversationId: string;
  readonly runId: string | null;
  readonly kind: MessageKind;
  readonly channel: MessageChannel;
  readonly language: Language;
  readonly address: string;
  readonly isRepeat: boolean;
  readonly remindHours: number | null;
  readonly dueAt: Date;
}

/** Answers those that were written: somebody else may have invited the same contact meanwhile. */
export async function insertMessages(scope: Scope, made: readonly NewRow[]): Promise<string[]> {
  if (made.length === 0) return [];
  const rows = rowsAs('r', made, {
    id: 'uuid',
    conversationId: 'uuid',
    runId: 'uuid',
    kind: 'text',
    channel: 'text',
    language: 'text',
    address: 'text',
    isRepeat: 'boolean',
    remindHours: 'smallint',
    dueAt: 'timestamptz',
  });
  const written = await scope.all<{ id: string }>(sql`
    insert into messages (company_id, id, conversation_id, run_id, kind, channel, language, address, is_repeat, remind_hours,
                          due_at, status, created_at, updated_at)
    select ${scope.companyId}, r.*, 'QUEUED', ${scope.now()}, ${scope.now()} from ${rows}
    on conflict do nothing returning id`);
  return written.map(({ id }) => id);
}

/** Waiting messages of a conversation that another one replaces. */
export const cancelQueued = (
  scope: Scope,
  conversationId: string,
  { kind, channel }: { readonly kind: MessageKind; readonly channel?: MessageChannel },
  detail: string,
) =>
  scope.run(sql`
    update messages set status = 'CANCELLED', detail = ${detail}, updated_at = ${scope.now()}
    where company_id = ${scope.companyId} and conversation_id = ${conversationId} and kind = ${kind} and status = 'QUEUED'
      and ${channel ? sql`channel = ${channel}` : sql`true`}`);

/** Whether one of the kind is just being sent. Index: messages_by_conversation. */
export const isSending = async (
  scope: Scope,
  conversationId: string,
  kind: MessageKind,
  channel: MessageChannel,
): Promise<boolean> =>
  (await scope.first(sql`
    select id from messages where company_id = ${scope.companyId} and conversation_id = ${conversationId}
      and kind = ${kind} and channel = ${channel} and status = 'SENDING' limit 1`)) !== undefined;

export const findMessage = (scope: Scope, id: string) =>
  scope.first<Message>(sql`
    select ${columns} from messages m join conversations c on c.id = m.conversation_id
    where m.company_id = ${scope.companyId} and m.id = ${id}`);

export interface MessageFilter {
  readonly conversationId?: string | undefined;
  readonly runId?: string | undefined;
  readonly status?: MessageStatus | undefined;
  readonly kind?: MessageKind | undefined;
  readonly channel?: MessageChannel | undefined;
}

const matching = (scope: Scope, filter: MessageFilter): Sql<true> =>
  and(
    sql`m.company_id = ${scope.companyId}`,
    filter.conversationId ? sql`m.conversation_id = ${filter.conversationId}` : sql`true`,
    filter.runId ? sql`m.run_id = ${filter.runId}` : sql`true`,
    filter.status ? sql`m.status = ${filter.status}` : sql`true`,
    filter.kind ? sql`m.kind = ${filter.kind}` : sql`true`,
    filter.channel ? sql`m.channel = ${filter.channel}` : sql`true`,
  );

/**
 * Newest first. Indexes: messages_by_conversation, messages_by_run, messages_by_status, messages_by_kind,
 * messages_by_channel, else the primary key.
 */
export const listMessages = (scope: Scope, filter: MessageFilter, page: Slice) =>
  scope.all<Message>(sql`
    select ${columns} from messages m join conversations c on c.id = m.conversation_id
    where ${and(matching(scope, filter), olderThan(sql`m.id`, page))}
    order by m.id desc limit ${page.limit} offset ${page.offset}`);

export const countMessages = (scope: Scope, filter: MessageFilter, page: Slice): Promise<Total> =>
  countUpToBound(scope, sql`from messages m where ${matching(scope, filter)}`, page);

/** Which of these conversations have any. Index: messages_by_conversation. */
export const writtenConversations = (scope: Scope, ids: readonly string[]) =>
  scope.all<{ id: string }>(sql`
    select c.id from conversations c
    where c.company_id = ${scope.companyId} and c.id = any(${ids}::uuid[])
      and exists (select from messages m where m.conversation_id = c.id)`);

export interface Claimed {
  readonly id: string;
  readonly companyId: CompanyId;
}

/** The dial queue of a company in which its longest due message waits. */
export interface DueMessages {
  readonly companyId: CompanyId;
  readonly dialQueue: string;
}

const queueOf = sql`coalesce(m.run_id, m.company_id)`;
const waiting = (channel: MessageChannel): Sql => sql`m.status = 'QUEUED' and m.channel = ${channel}`;

/**
 * Every company for which something is due, once, those first whose message waits longest: each gets its turn, however much
 * another one sends. It steps from queue to queue, so that neither a large run nor a paused one costs more than a small one.
 * Index: messages_due.
 */
export const companiesDue = (everywhere: Everywhere, channel: MessageChannel) =>
  everywhere.all<DueMessages>(sql`
    with recursive queue as (
      (select m.company_id, ${queueOf} as dial_queue from messages m where ${waiting(channel)}
       order by m.company_id, ${queueOf} limit 1)
      union all
      select next.* from queue q cross join lateral (
        select m.company_id, ${queueOf} as dial_queue from messages m
        where ${waiting(channel)} and (m.company_id, ${queueOf}) > (q.company_id, q.dial_queue)
        order by m.company_id, ${queueOf} limit 1) next
    ), company as (
      select distinct on (q.company_id) q.company_id, q.dial_queue, first.due_at
      from queue q cross join lateral (
        select min(m.due_at) as due_at from messages m
        where ${waiting(channel)} and m.company_id = q.company_id and ${queueOf} = q.dial_queue) first
      where first.due_at <= ${everywhere.now()}
        and not exists (select from held_dial_queues h where h.dial_queue = q.dial_queue)
      order by q.company_id, first.due_at)
    select company_id as "companyId", dial_queue as "dialQueue" from company order by due_at`);

/**
 * The next due message of a queue becomes this process's, before anything is sent; none of a queue that is held.
 * Index: messages_due.
 */
export const claimDue = (
  everywhere: Everywhere,
  channel: MessageChannel,
  { companyId, dialQueue }: DueMessages,
) =>
  everywhere.first<Claimed>(sql`
    update messages set status = 'SENDING', updated_at = ${everywhere.now()}
    where (company_id, id) = (
      select m.company_id, m.id from messages m
      where ${waiting(channel)} and m.company_id = ${companyId} and ${queueOf} = ${dialQueue}
        and m.due_at <= ${everywhere.now()}
        and not exists (select from held_dial_queues h where h.dial_queue = ${dialQueue})
      order by m.due_at limit 1 for update skip locked)
    returning id, company_id as "companyId"`);

/** Messages whose process died while sending them. Index: messages_under_way. */
export const claimLost = (everywhere: Everywhere, before: Date) =>
  everywhere.all<Claimed>(sql`
    select id, company_id as "companyId" from messages where status = 'SENDING' and updated_at < ${before} order by id limit 1000`);

/** Whether the contact wants no more messages, and the hash by which that is known. */
export const readOptOut = (scope: Scope, message: Message) =>
  scope.first<{ hash: string; isUnsubscribed: boolean }>(sql`
    select encode(h.hash, 'hex') as hash, exists (
      select from message_opt_outs o
      where o.company_id = ${scope.companyId} and o.channel = ${message.channel} and o.address_hash = h.hash) as "isUnsubscribed"
    from (select address_hash(${scope.companyId}, ${message.channel}, ${message.address}) as hash) h`);

/** The companies that have sent SMS to the number, each with its hash of it. Index: messages_by_address. */
export const companiesTexting = (everywhere: Everywhere, number: string) =>
  everywhere.all<{ companyId: CompanyId; hash: string }>(sql`
    select c.id as "companyId", encode(address_hash(c.id, 'SMS', ${number}), 'hex') as hash from companies c
    where exists (
      select from messages m where m.company_id = c.id and m.address = ${number} and m.channel = 'SMS'
        and m.status not in ('QUEUED', 'CANCELLED'))
    order by c.id`);

/** A mail that came back names itself alone. Index: messages_by_id. */
export const companyOfMail = (everywhere: Everywhere, id: string) =>
  everywhere.first<{ companyId: CompanyId }>(
    sql`select company_id as "companyId" from messages where id = ${id} and channel = 'EMAIL'`,
  );

export const insertOptOut = (scope: Scope, channel: MessageChannel, hash: string) =>
  scope.run(sql`
    insert into message_opt_outs (company_id, channel, address_hash, created_at)
    values (${scope.companyId}, ${channel}, decode(${hash}, 'hex'), ${scope.now()}) on conflict do nothing`);

/** What is sent, before it is. */
export const saveContent = (
  scope: Scope,
  id: string,
  { address, subject, text }: Pick<Message, 'address' | 'subject' | 'text'>,
) =>
  scope.run(sql`
    update messages set address = ${address}, subject = ${subject}, text = ${text}, updated_at = ${scope.now()}
    where company_id = ${scope.companyId} and id = ${id}`);

export interface StatusChange {
  readonly status: MessageStatus;
  readonly detail: string | null;
  readonly vendorId?: string | undefined;
  readonly sentAt?: Date | undefined;
  readonly remindAt?: Date | undefined;
  readonly dueAt?: Date | undefined;
  readonly tries?: number | undefined;
}

/** Answers whether it was in one of these statuses. */
export const saveStatus = async (
  scope: Scope,
  id: string,
  from: readonly MessageStatus[],
  change: StatusChange,
): Promise<boolean> =>
  (await scope.run(sql`
    update messages set status = ${change.status}, detail = ${change.detail}, updated_at = ${scope.now()},
      vendor_id = coalesce(${change.vendorId ?? null}, vendor_id), sent_at = coalesce(sent_at, ${change.sentAt ?? null}::timestamptz),
      remind_at = case when ${change.status}::text <> 'BOUNCED' then coalesce(${change.remindAt ?? null}::timestamptz, remind_at) end,
      due_at = coalesce(${change.dueAt ?? null}::timestamptz, due_at), tries = coalesce(${change.tries ?? null}::smallint, tries)
    where company_id = ${scope.companyId} and id = ${id} and status = any(${from}::text[])`)) > 0;

const unopened = (scope: Scope, conversationId: string): Sql<true> => sql`
  company_id = ${scope.companyId} and conversation_id = ${conversationId} and opened_at is null
    and status in ('SENT', 'DELIVERED', 'OUTBOX', 'UNKNOWN')`;

export const hasUnopened = async (scope: Scope, conversationId: string): Promise<boolean> =>
  (await scope.first(sql`select id from messages where ${unopened(scope, conversationId)} limit 1`)) !==
  undefined;

/** Answers how many of the conversation's messages were not known to be opened. Index: messages_by_conversation. */
export const markOpened = (scope: Scope, conversationId: string) =>
  scope.run(sql`
    update messages set opened_at = ${scope.now()}, remind_at = null, updated_at = ${scope.now()}
    where ${unopened(scope, conversationId)}`);

/** Invitations that nobody has opened, whose reminder is due. Index: messages_reminding. */
export const dueReminders = (everywhere: Everywhere, most: number) =>
  everywhere.all<Claimed & { conversationId: string }>(sql`
    select id, company_id as "companyId", conversation_id as "conversationId" from messages
    where remind_at <= ${everywhere.now()} order by remind_at limit ${most}`);

export const putOffReminder = (scope: Scope, id: string, until: Date) =>
  scope.run(
    sql`update messages set remind_at = ${until} where company_id = ${scope.companyId} and id = ${id}`,
  );

/** Answers false when somebody else has done so. */
export const takeReminder = async (scope: Scope, id: string): Promise<boolean> =>
  (await scope.run(sql`
    update messages set remind_at = null
    where company_id = ${scope.companyId} and id = ${id} and remind_at is not null`)) > 0;
