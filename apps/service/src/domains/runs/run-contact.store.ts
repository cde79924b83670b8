import type { MessageChannel } from '@parley/contract/message.ts';
import { costlyNumbers } from '@parley/kernel/blocked-destination.ts';
import { sharedCallingCodes } from '@parley/kernel/calling-law.ts';
import { SIMULATED_NUMBER } from '@parley/kernel/phone-number.ts';
import { countUpToBound, type Total } from '../../storage/bounded-count.ts';
import type { Scope } from '../../storage/scope.ts';
import type { Slice as PageSlice, Place } from '../../storage/slice.ts';
import { type Sql, sql } from '../../storage/sql.ts';
import type { CheckedContact, SharedNumbers } from '../agents/list-preflight.model.ts';
import { rulesOf } from '../conversations/dial-rules.actions.ts';
import type { DailyLimits } from '../conversations/dial-rules.model.ts';
import {
  callsOfContact,
  callsOfNumber,
  isNumberBusy,
  occupiedNumber,
} from '../conversations/dispatch.actions.ts';
import type { ZoneCount } from './launch-preview.model.ts';
import type { Standing } from './run-contact.model.ts';
import { isCounted } from './run-filter.store.ts';

export interface Attachment {
  readonly contactId: string;
  readonly jobId: string | null;
  readonly timeZone: string;
}

/** Those that are there already stay where they are. Answers how many were added. */
export const insertAttachments = (scope: Scope, runId: string, rows: readonly Attachment[]) =>
  scope.run(sql`
    insert into run_contacts (run_id, contact_id, company_id, job_id, time_zone)
    select ${runId}, contact_id, ${scope.companyId}, job_id, time_zone
    from unnest(${rows.map(({ contactId }) => contactId)}::uuid[], ${rows.map(({ jobId }) => jobId)}::uuid[],
                ${rows.map(({ timeZone }) => timeZone)}::text[]) with ordinality as a (contact_id, job_id, time_zone, place)
    order by place
    on conflict (run_id, contact_id) do nothing`);

export const deleteAttachments = (scope: Scope, runId: string, contactIds: readonly string[]) =>
  scope.run(sql`
    delete from run_contacts
    where company_id = ${scope.companyId} and run_id = ${runId} and contact_id = any(${contactIds}::uuid[])`);

/** In which runs a contact is, after this one. Index: run_contacts_by_contact. */
export const placesOf = (
  scope: Scope,
  contactId: string,
  { after, most }: { readonly after: string; readonly most: number },
) =>
  scope.all<Attachment & { runId: string; name: string; status: string }>(sql`
    select p.run_id as "runId", r.name, r.status, p.contact_id as "contactId", p.job_id as "jobId", p.time_zone as "timeZone"
    from run_contacts p join runs r on r.id = p.run_id
    where p.company_id = ${scope.companyId} and p.contact_id = ${contactId} and p.run_id > ${after}
    order by p.run_id limit ${most}`);

export interface Waiting {
  /** How many come after a position. */
  readonly total: number;
  /** Those without a job. */
  readonly jobless: number;
  /** The last of them. */
  readonly lastPosition: number;
}

/** Who was attached since a position. Index: run_contacts_in_order. */
export async function attachedAfter(scope: Scope, runId: string, position: number): Promise<Waiting> {
  const row = await scope.first<Waiting>(sql`
    select count(*) as total, count(*) filter (where job_id is null) as jobless,
           coalesce(max(position), ${position}) as "lastPosition"
    from run_contacts where company_id = ${scope.companyId} and run_id = ${runId} and position > ${position}`);
  return row ?? { total: 0, jobless: 0, lastPosition: position };
}

/**
 * How a number begins in its country, with its plus sign. Few ways: the law is looked up for each. After +1 and +7 the area
 * code tells the country; the ranges of islands that share +44 take a digit more. After +351 one digit tells a mobile, which may be in any
 * time zone of Portugal.
 */
const countryLetters = sql`
  left(phone_number, case when phone_number ~ '^\\+([17]|351)' then 5
                          when phone_number ~ ${`^\\+(${sharedCallingCodes.join('|')})`} then 7 else 4 end)`;

/** Country codes are one to three digits long, and none begins like another. */
const costly = JSON.stringify(costlyNumbers);
const costlyPattern = sql`
  coalesce(${costly}::jsonb ->> left(phone_number, 2), ${costly}::jsonb ->> left(phone_number, 3), ${costly}::jsonb ->> left(phone_number, 4))`;

/** Who was attached since a position, and why they may not be called. */
const listedAfter = (scope: Scope, runId: string, position: number, limit?: DailyLimit) => sql`
  select rc.time_zone, ${limit ? isAtLimit(scope, limit) : sql`false`} as is_at_limit, p.email, p.phone_number, p.phone_number is null as is_numberless,
         case when p.fields->>'timezone' = rc.time_zone then rc.time_zone end as named_zone,
         p.do_not_call or (p.phone_number is not null
           and exists (select from opted_out_numbers where company_id = ${scope.companyId})
           and number_hash(p.company_id, p.phone_number) in (
             select number_hash from opted_out_numbers where company_id = ${scope.companyId})) as is_opted_out,
         exists (select from do_not_call_imports where state = 'active')
           and is_registered(p.company_id, p.phone_number) as is_registered
  from run_contacts rc join contacts p on p.id = rc.contact_id
  where rc.company_id = ${scope.companyId} and rc.run_id = ${runId} and rc.position > ${position}`;

/** The daily limits of a run, and when today began in each time zone of its list. */
export interface DailyLimit {
  readonly limits: DailyLimits;
  readonly days: readonly { readonly timeZone: string; readonly since: Date }[];
}

/** The time zones of those attached since a position. Index: run_contacts_in_order. */
export const timeZonesAfter = async (scope: Scope, runId: string, position: number): Promise<string[]> => {
  const rows = await scope.all<{ timeZone: string }>(sql`
    select distinct time_zone as "timeZone" from run_contacts
    where company_id = ${scope.companyId} and run_id = ${runId} and position > ${position}`);
  return rows.map(({ timeZone }) => timeZone);
};

/**
 * Whether the calls of today leave none for the contact `p`, or for its number and those on the list before it that have the same and
 * may be called.
 * Indexes: conversations_by_contact, call_attempts_by_conversation, contacts_by_number.
 */
const isAtLimit = (scope: Scope, { limits, days }: DailyLimit): Sql => {
  const { perContactPerDay: ofContact, perNumberPerDay: ofNumber } = limits;
  const since = sql`(
    select d.since from unnest(${days.map(({ timeZone }) => timeZone)}::text[], ${days.map((day) => day.since)}::timestamptz[])
      as d (time_zone, since) where d.time_zone = rc.time_zone)`;
  const made = sql`
    join call_attempts b on b.conversation_id = o.id
    where o.company_id = ${scope.companyId} and b.direction = 'OUTBOUND' and b.called_at >= ${since}`;
  const contactIs =
    ofContact === undefined
      ? sql`false`
      : sql`(select count(*) from conversations o ${made} and o.contact_id = p.id) >= ${ofContact}`;
  if (ofNumber === undefined) return contactIs;
  return sql`(${contactIs} or ${occupiedNumber} is not null
    and count(*) filter (where not p.do_not_call)
          over (partition by p.phone_number order by rc.position rows between unbounded preceding and 1 preceding)
      + (select count(*) from contacts s join conversations o on o.contact_id = s.id ${made}
           and s.company_id = p.company_id and s.phone_number = p.phone_number) >= ${ofNumber})`;
};

/**
 * Who was attached since a position, by time zone and by what tells the country of a number; costly numbers one by one. The numbers are
 * hashed only where the company has opted-out ones.
 * Indexes: run_contacts_in_order, opted_out_numbers_pkey.
 */
export const zonesAfter = (scope: Scope, runId: string, position: number, limit?: DailyLimit) =>
  scope.all<ZoneCount>(sql`
    with listed as (${listedAfter(scope, runId, position, limit)})
    select time_zone as "timeZone", is_at_limit as "isAtLimit", named_zone as "namedZone", min(phone_number) as "phoneNumber", count(*)::int as contacts, count(*) filter (where is_opted_out)::int as "doNotCall",
           count(*) filter (where is_numberless and not is_opted_out)::int as "withoutNumber",
           count(*) filter (where is_registered and not is_opted_out)::int as registered
    from listed group by time_zone, named_zone, is_at_limit, ${countryLetters}, phone_number ~ ${SIMULATED_NUMBER.source},
                         case when phone_number !~ ${SIMULATED_NUMBER.source} and phone_number ~ ${costlyPattern} then phone_number end
    order by time_zone`);

/** How many of those attached since a position can be written to on each channel, and why not the others. */
export interface AddressCount {
  readonly channel: MessageChannel;
  readonly contacts: number;
  readonly withoutAddress: number;
  readonly unsubscribed: number;
  readonly doNotCall: number;
}

/** Addresses are hashed only where somebody unsubscribed. Indexes: run_contacts_in_order, message_opt_outs_pkey. */
export const addressesAfter = (scope: Scope, runId: string, position: number) =>
  scope.all<AddressCount>(sql`
    with listed as (${listedAfter(scope, runId, position)})
    select a.channel,
           count(*) filter (where a.address is not null and not u.is_unsubscribed and not l.is_opted_out)::int as contacts,
           count(*) filter (where a.address is null)::int as "withoutAddress",
           count(*) filter (where a.address is not null and u.is_unsubscribed)::int as unsubscribed,
           count(*) filter (where a.address is not null and not u.is_unsubscribed and l.is_opted_out)::int as "doNotCall"
    from listed l cross join lateral (values ('EMAIL', l.email), ('SMS', l.phone_number)) a (channel, address)
      cross join lateral (select
        exists (select from message_opt_outs where company_id = ${scope.companyId}) and a.address is not null
          and exists (select from message_opt_outs o
            where o.company_id = ${scope.companyId} and o.channel = a.channel
              and o.address_hash = address_hash(${scope.companyId}, a.channel, a.address)) as is_unsubscribed) u
    group by a.channel order by a.channel`);

/** Callable numbers that begin with the same prefixes: one of them, and how many contacts have such a number. */
export interface PrefixCount {
  readonly phoneNumber: string;
  readonly contacts: number;
}

/** Of those attached since a position. Numbers of the simulated network are left out: they never leave the machine. */
export const prefixesAfter = (
  scope: Scope,
  runId: string,
  { position, prefixes }: { position: number; prefixes: readonly string[] },
) => {
  const longest = Math.max(0, ...prefixes.map(({ length }) => length));
  // Each beginning of a number is looked up among the prefixes, which PostgreSQL hashes: they may be 25,000.
  return scope.all<PrefixCount>(sql`
    with listed as (${listedAfter(scope, runId, position)}),
    stems as (
      select min(phone_number) as phone_number, count(*) as contacts from listed
      where not (is_numberless or is_opted_out or is_registered) and phone_number !~ ${SIMULATED_NUMBER.source}
      group by left(phone_number, ${longest}))
    select min(phone_number) as "phoneNumber", sum(contacts)::int as contacts from stems
    group by array(
      select left(phone_number, length) from generate_series(1, ${longest}::int) length
      where left(phone_number, length) = any(${prefixes}::text[]))`);
};

export interface ListedContact extends CheckedContact {
  readonly position: number;
}

/** The next contacts after a position, as far as a preflight reads them. Index: run_contacts_in_order. */
export const nextToCheck = (
  scope: Scope,
  runId: string,
  { after, most }: { readonly after: number; readonly most: number },
) =>
  scope.all<ListedContact>(sql`
    select rc.position, p.id, p.first_name as "firstName", p.last_name as "lastName", p.email, p.phone_number as "phoneNumber", p.fields,
           p.do_not_call or is_opted_out(p.company_id, p.phone_number) as "doNotCall", rc.job_id is not null as "hasJob"
    from run_contacts rc join contacts p on p.id = rc.contact_id
    where rc.company_id = ${scope.companyId} and rc.run_id = ${runId} and rc.position > ${after}
    order by rc.position limit ${most}`);

/** How many contacts have the number of another one of the run, and one of them. Simulated numbers stand for any number of people. */
export async function countSharing(scope: Scope, runId: string): Promise<SharedNumbers> {
  const row = await scope.first<SharedNumbers>(sql`
    with numbers as (
      select count(*) as contacts, min(p.id::text) as contact_id
      from run_contacts rc join contacts p on p.id = rc.contact_id
      where rc.company_id = ${scope.companyId} and rc.run_id = ${runId} and p.phone_number !~ ${SIMULATED_NUMBER.source}
      group by p.phone_number having count(*) > 1)
    select coalesce(sum(contacts), 0)::int as contacts, coalesce(min(contact_id), '') as "contactId" from numbers`);
  return row ?? { contacts: 0, contactId: '' };
}

export interface Slice {
  readonly total: number;
  readonly timeZones: readonly string[];
  readonly lastPosition: number;
}

/** The next contacts after one position, up to another. Index: run_contacts_in_order. */
export async function nextSlice(
  scope: Scope,
  runId: string,
  { after, upTo, most }: { after: number; upTo: number; most: number },
): Promise<Slice> {
  const row = await scope.first<Slice>(sql`
    select count(*) as total, coalesce(array_agg(distinct time_zone), '{}') as "timeZones",
           coalesce(max(position), ${upTo}) as "lastPosition"
    from (
      select position, time_zone from run_contacts
      where company_id = ${scope.companyId} and run_id = ${runId} and position > ${after} and position <= ${upTo}
      order by position limit ${most}) slice`);
  return row ?? { total: 0, timeZones: [], lastPosition: upTo };
}

/** A share of the contacts of a run: those whose number, below `of`, lies in it. */
export interface Bucket {
  readonly from: number;
  readonly to: number;
  readonly of: number;
}

const everybody: Bucket = { from: 0, to: 1, of: 1 };

/**
 * The rows of a slice, as a source for those who make conversations of them. A contact's number is drawn by a hash of the
 * run and the contact: it depends on nothing that is known about the person, nor on the order of the list, and is the same
 * whenever it is asked for. Whoever has a conversation of the run already, by a merge, gets no second one; `is not distinct
 * from` keeps the planner from reading all conversations of the run for each batch. Index: conversations_by_contact.
 */
export const sliceRows = (
  scope: Scope,
  runId: string,
  {
    after,
    upTo,
    withJob,
    bucket = everybody,
  }: { after: number; upTo: number; withJob: boolean; bucket?: Bucket | undefined },
) => sql`
  select contact_id, job_id, time_zone, place from (
    select contact_id, case when ${withJob}::boolean then job_id end as job_id, time_zone,
           row_number() over (order by position) - 1 as place,
           ('x' || left(md5(run_id::text || contact_id::text), 8))::bit(32)::bigint % ${bucket.of}::bigint as drawn
    from run_contacts m
    where company_id = ${scope.companyId} and run_id = ${runId} and position > ${after} and position <= ${upTo}
      and (select true from conversations v
           where v.contact_id = m.contact_id and v.run_id is not distinct from ${runId}::uuid limit 1) is null
  ) slice where drawn >= ${bucket.from}::bigint and drawn < ${bucket.to}::bigint`;

/** Index: run_contacts_in_order. */
export const countAttached = (scope: Scope, runId: string, page: PageSlice): Promise<Total> =>
  countUpToBound(
    scope,
    sql`from run_contacts where company_id = ${scope.companyId} and run_id = ${runId}`,
    page,
  );

/** By number of page, or whoever comes after this place: that costs the same at the end of a long list. */
interface Cut {
  readonly limit: number;
  readonly offset?: number;
  readonly after?: Place | undefined;
}

/** Where the contacts of a page stand. Indexes: run_contacts_in_order, conversations_by_contact, call_attempts_by_conversation, messages_by_conversation, conversation_results_by_conversation, live_calls_by_number, locked_numbers_pkey. */
export const standings = (scope: Scope, runId: string, page: Cut) =>
  standingsOf(
    scope,
    runId,
    sql`
      select contact_id, position, position as place from run_contacts
      where company_id = ${scope.companyId} and run_id = ${runId} and position > ${page.after?.[0] ?? 0}::bigint
      order by position limit ${page.limit} offset ${page.offset ?? 0}`,
  );

/** Where these contacts stand. */
export const standingsOfContacts = (scope: Scope, runId: string, contactIds: readonly string[]) =>
  standingsOf(
    scope,
    runId,
    sql`
      select contact_id, position, position as place from run_contacts
      where company_id = ${scope.companyId} and run_id = ${runId} and contact_id = any(${contactIds}::uuid[])`,
  );

/** Of these rows of contact_id, position and place, in the order of their places. */
export const standingsOf = (scope: Scope, runId: string, listed: Sql) =>
  scope.all<Standing>(sql`
    select listed.position, p.id as "contactId", p.email, p.first_name as "firstName", p.last_name as "lastName",
           p.do_not_call or is_opted_out(p.company_id, p.phone_number) as "doNotCall",
           p.phone_number is not null as "hasPhone", c.id as "conversationId", c.status,
           coalesce(c.type, planned.type) as type,
           coalesce(made.calls, 0) as "callsMade", coalesce(
             (${rulesOf}->'retryPolicy'->>'maxAttempts')::int, (v.settings->'retryPolicy'->>'maxAttempts')::int) as "maxAttempts",
           ${isNumberBusy(scope.now())} as "isNumberBusy",
           coalesce(made.is_live, false) as "isLive", coming.scheduled_at as "nextCallAt", coming.time_zone is not null as "keepsHours", coming.time_zone as "timeZone",
           p.phone_number as "phoneNumber", p.fields->'timezone' as "timeZoneField", d.rules->'limits' as limits,
           case when coming.scheduled_at > ${scope.now()} and d.rules->'limits' ? 'perContactPerDay' then ${callsOfContact(scope.now())} end as "contactCallsMs",
           case when coming.scheduled_at > ${scope.now()} and d.rules->'limits' ? 'perNumberPerDay' and ${occupiedNumber} is not null
             then ${callsOfNumber(scope.now())} end as "numberCallsMs",
           coming.is_admitted as "isAdmitted",
           last.reason_code as "lastEnd", coalesce(c.scheduled_at, c.created_at) as "opensAt", sent.message as "lastMessage",
           (select json_agg(json_build_object('key', f.key, 'label', f.label, 'value', f.value) order by f.place) from conversation_results f
            where f.company_id = ${scope.companyId} and f.conversation_id = c.id and f.kind = 'outcome') as outcomes
    from (${listed}) listed
    join contacts p on p.id = listed.contact_id
    left join lateral (
      select c.id, c.status, c.type, c.agent_version_id, c.scheduled_at, c.created_at from conversations c
      where c.contact_id = listed.contact_id and c.run_id = ${runId} and ${isCounted}) c on true
    left join lateral (
      select version.type from runs r join agents g on g.id = r.agent_id join agent_versions version on version.id = g.version_id
      where r.company_id = ${scope.companyId} and r.id = ${runId}) planned on c.id is null
    left join agent_versions v on v.id = c.agent_version_id
    left join dial_queue_rules d on d.company_id = p.company_id and d.dial_queue = ${runId}::uuid
    left join lateral (
      select count(*) filter (where called_at is not null) as calls, bool_or(status = 'IN_PROGRESS') as is_live
      from call_attempts where conversation_id = c.id) made on true
    left join lateral (
      select scheduled_at, time_zone, is_admitted from call_attempts
      where conversation_id = c.id and status = 'SCHEDULED' order by number desc limit 1) coming on true
    left join lateral (
      select reason_code from call_attempts
      where conversation_id = c.id and status not in ('SCHEDULED', 'IN_PROGRESS') order by number desc limit 1) last on true
    left join lateral (
      select json_build_object('kind', kind, 'channel', channel, 'status', status, 'openedAt', opened_at) as message
      from messages where conversation_id = c.id order by id desc limit 1) sent on true
    order by listed.place`);
