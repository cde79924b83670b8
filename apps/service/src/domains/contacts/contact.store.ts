import type { ContactStatus } from '@parley/contract/contact.ts';
import { SIMULATED_NUMBER } from '@parley/kernel/phone-number.ts';
import { containing, spacedWords } from '@parley/kernel/text.ts';
import type { Everywhere, Scope } from '../../storage/scope.ts';
import { and, sql } from '../../storage/sql.ts';
import { type Contact, contactSearchText } from './contact.model.ts';

// gdpr_expiry_date as text: the driver would make an instant of it, in the zone of the process.
const columns = sql`
  c.id, c.first_name as "firstName", c.last_name as "lastName", c.email, c.phone_number as "phoneNumber", c.status, c.gender,
  to_char(c.gdpr_expiry_date, 'YYYY-MM-DD') as "gdprExpiryDate", c.overall_rating as "overallRating",
  c.work_history as "workHistory", c.anonymized_cv_text as "anonymizedCvText", c.metadata, c.fields,
  c.do_not_call or is_opted_out(c.company_id, c.phone_number) as "doNotCall", c.created_at as "createdAt", c.updated_at as "updatedAt",
  array(select a.job_id from job_assignments a where a.contact_id = c.id order by a.position) as "jobIds"`;

export const insertContact = (scope: Scope, contact: Contact): Promise<Contact> =>
  scope.together(insertContacts, contact);

async function insertContacts(scope: Scope, contacts: readonly Contact[]) {
  const column = <Value>(read: (contact: Contact) => Value) => contacts.map(read);
  await scope.run(sql`
    insert into contacts (company_id, id, first_name, last_name, email, phone_number, status, gender, gdpr_expiry_date,
                          overall_rating, work_history, metadata, fields, search, created_at, updated_at)
    select ${scope.companyId}, * from unnest(
      ${column(({ id }) => id)}::uuid[], ${column(({ firstName }) => firstName)}::text[],
      ${column(({ lastName }) => lastName)}::text[], ${column(({ email }) => email)}::text[],
      ${column(({ phoneNumber }) => phoneNumber)}::text[], ${column(({ status }) => status)}::text[],
      ${column(({ gender }) => gender)}::text[], ${column(({ gdprExpiryDate }) => gdprExpiryDate)}::date[],
      ${column(({ overallRating }) => overallRating)}::smallint[],
      ${column(({ workHistory }) => JSON.stringify(workHistory))}::jsonb[],
      ${column(({ metadata }) => JSON.stringify(metadata))}::jsonb[],
      ${column(({ fields }) => JSON.stringify(fields))}::jsonb[], ${column(contactSearchText)}::text[],
      ${column(({ createdAt }) => createdAt)}::timestamptz[], ${column(({ updatedAt }) => updatedAt)}::timestamptz[])`);
  return contacts;
}

export const findContact = (scope: Scope, id: string) =>
  scope.first<Contact>(
    sql`select ${columns} from contacts c where c.company_id = ${scope.companyId} and c.id = ${id}`,
  );

export const findContacts = (scope: Scope, ids: readonly string[]) =>
  scope.all<Contact>(
    sql`select ${columns} from contacts c where c.company_id = ${scope.companyId} and c.id = any(${ids}::uuid[])`,
  );

export const lockContact = (scope: Scope, id: string) =>
  scope.first<Contact>(
    sql`select ${columns} from contacts c where c.company_id = ${scope.companyId} and c.id = ${id} for update of c`,
  );

/** Whether some other company has a contact with this id: then the answer is 403 and not 404. */
export async function isAnothers(scope: Scope, id: string): Promise<boolean> {
  const row = await scope.first(
    sql`select 1 as one from contacts where id = ${id} and company_id <> ${scope.companyId}`,
  );
  return row !== undefined;
}

export async function isOwn(scope: Scope, id: string): Promise<boolean> {
  const row = await scope.first(
    sql`select 1 as one from contacts where id = ${id} and company_id = ${scope.companyId}`,
  );
  return row !== undefined;
}

/** Until the transaction ends nobody changes or deletes it. */
export async function holdRow(scope: Scope, id: string): Promise<boolean> {
  const row = await scope.first(
    sql`select 1 as one from contacts where id = ${id} and company_id = ${scope.companyId} for no key update`,
  );
  return row !== undefined;
}

/** In the order of their ids, as everybody does who takes several. */
export const holdRows = (scope: Scope, ids: readonly string[]) =>
  scope.run(sql`
    select 1 from contacts where company_id = ${scope.companyId} and id = any(${ids}::uuid[]) order by id for no key update`);

export const setRatings = (scope: Scope, ratings: ReadonlyMap<string, number>) =>
  scope.run(sql`
    update contacts c set overall_rating = r.rating, updated_at = ${scope.now()}
    from unnest(${[...ratings.keys()]}::uuid[], ${[...ratings.values()]}::smallint[]) r (id, rating)
    where c.company_id = ${scope.companyId} and c.id = r.id and c.overall_rating is distinct from r.rating`);

export const setCvText = (scope: Scope, id: string, text: string) =>
  scope.run(sql`
    update contacts set anonymized_cv_text = ${text}, updated_at = ${scope.now()}
    where company_id = ${scope.companyId} and id = ${id}`);

/** Index: contacts_with_cv. */
export const clearCvTexts = (everywhere: Everywhere, timezone: string, day: string, most: number) =>
  everywhere.run(sql`
    update contacts set anonymized_cv_text = null, updated_at = ${everywhere.now()} where id in (
      select c.id from contacts c join companies o on o.id = c.company_id
      where o.timezone = ${timezone} and c.gdpr_expiry_date <= ${day}::date and c.anonymized_cv_text is not null limit ${most})`);

export async function saveContact(scope: Scope, contact: Contact): Promise<void> {
  await scope.run(sql`
    update contacts set
      first_name = ${contact.firstName}, last_name = ${contact.lastName}, email = ${contact.email},
      phone_number = ${contact.phoneNumber}, status = ${contact.status}, gender = ${contact.gender},
      gdpr_expiry_date = ${contact.gdprExpiryDate}, overall_rating = ${contact.overallRating},
      work_history = ${JSON.stringify(contact.workHistory)}, metadata = ${contact.metadata}, fields = ${contact.fields},
      search = ${contactSearchText(contact)}, updated_at = ${contact.updatedAt}
    where company_id = ${scope.companyId} and id = ${contact.id}`);
}

export const deleteContact = (scope: Scope, id: string): Promise<number> =>
  scope.run(sql`delete from contacts where company_id = ${scope.companyId} and id = ${id}`);

/** The contact's jobs are exactly these afterwards; those that stay keep their place. */
export async function assignJobs(scope: Scope, contactId: string, jobIds: readonly string[]): Promise<void> {
  await scope.run(sql`
    delete from job_assignments
    where company_id = ${scope.companyId} and contact_id = ${contactId} and job_id <> all(${jobIds}::uuid[])`);
  await scope.run(sql`
    insert into job_assignments (company_id, contact_id, job_id)
    select ${scope.companyId}, ${contactId}, job_id from unnest(${jobIds}::uuid[]) with ordinality as wanted (job_id, place) order by place
    on conflict do nothing`);
}

export const addJob = (scope: Scope, contactId: string, jobId: string) =>
  scope.run(sql`
    insert into job_assignments (company_id, contact_id, job_id)
    values (${scope.companyId}, ${contactId}, ${jobId}) on conflict do nothing`);

/**
 * The contact, and their number whoever has it next: of that only a keyed hash is kept. A number of the simulated
 * network is nobody's, and stays open to others who try the service out.
 */
export const optOut = (scope: Scope, id: string) =>
  scope.run(sql`
    with marked as (
      update contacts set do_not_call = true, updated_at = ${scope.now()}
      where company_id = ${scope.companyId} and id = ${id} returning company_id, phone_number
    )
    insert into opted_out_numbers (company_id, number_hash, created_at)
    select company_id, number_hash(company_id, phone_number), ${scope.now()} 
    from marked where phone_number !~ ${SIMULATED_NUMBER.source}
    on conflict do nothing`);

/** Everybody with the contact's number: the number was asked for, not one of the records that carry it. */
export const optIn = (scope: Scope, id: string) =>
  scope.run(sql`
    with person as (
      select phone_number from contacts where company_id = ${scope.companyId} and id = ${id}
    ), freed as (
      delete from opted_out_numbers o using person p
      where o.company_id = ${scope.companyId} and o.number_hash = number_hash(o.company_id, p.phone_number)
    )
    update contacts c set do_not_call = false, updated_at = ${scope.now()} from person p
    where c.company_id = ${scope.companyId} and c.do_not_call and (c.id = ${id} or c.phone_number = p.phone_number)`);

export interface ContactFilter {
  readonly jobId?: string | undefined;
  readonly status?: ContactStatus | undefined;
}

interface Page {
  readonly limit: number;
  readonly offset: number;
}

// Indexes: contacts_newest, contacts_by_status, job_assignments_by_job.
const matching = (scope: Scope, filter: ContactFilter) =>
  and(
    sql`c.company_id = ${scope.companyId}`,
    ...(filter.status === undefined ? [] : [sql`c.status = ${filter.status}`]),
    ...(filter.jobId === undefined
      ? []
      : [
          sql`c.id in (select contact_id from job_assignments where company_id = ${scope.companyId} and job_id = ${filter.jobId})`,
        ]),
  );

/** The page's ids are found in the index alone, and only its own rows are read: page 5,000 costs little more than page 1. */
export const listContacts = (scope: Scope, filter: ContactFilter, page: Page) =>
  scope.all<Contact>(sql`
    select ${columns} from (
      select c.id from contacts c where ${matching(scope, filter)} order by c.id desc limit ${page.limit} offset ${page.offset}
    ) page join contacts c on c.company_id = ${scope.companyId} and c.id = page.id
    order by c.id desc`);

/** By counters where only the status matters; contacts of a job are counted. */
export async function countContacts(scope: Scope, filter: ContactFilter): Promise<number> {
  const row =
    filter.jobId === undefined
      ? await scope.first<{ total: number }>(sql`
          select coalesce(sum(total), 0) as total from contact_counts
          where ${and(sql`company_id = ${scope.companyId}`, ...(filter.status === undefined ? [] : [sql`status = ${filter.status}`]))}`)
      : await scope.first<{ total: number }>(
          sql`select count(*) as total from contacts c where ${matching(scope, filter)}`,
        );
  return row?.total ?? 0;
}

/**
 * A page of those whose names or address contain the text, which is searchable already, and how many they are,
 * in one look at the index. The index is asked only for the text's rare words, because it reads the list of
 * every three letters it is asked for: at a million contacts named Keller, "keller 777" takes 47 ms by the whole
 * text and 13 ms by "777". Index: contacts_by_search.
 */
export async function searchContacts(scope: Scope, search: string, filter: ContactFilter, page: Page) {
  const pieces = await rarePieces(scope, search);
  const rows = await scope.all<Contact & { total: number }>(sql`
    with candidates as materialized (
      select c.id, c.search from contacts c
      where ${and(matching(scope, filter), ...pieces.map((piece) => sql`c.search like ${piece}`))}
    ), found as materialized (
      select id from candidates where search like ${containing(search)}
    ), counted as (
      select count(*) as total from found
    )
    select counted.total, ${columns} from counted
    left join (select id from found order by id desc limit ${page.limit} offset ${page.offset}) page on true
    left join contacts c on c.company_id = ${scope.companyId} and c.id = page.id
    order by c.id desc`);
  // A page beyond the last is a row with a total and no contact.
  const contacts = rows.filter(({ id }) => id !== null).map(({ total: _total, ...contact }) => contact);
  return { total: rows[0]?.total ?? 0, contacts };
}

/** As many of the newest contacts show which words are common; they are read in half a millisecond. */
const SAMPLE = 500;
/** Of this share of the contacts or less; chosen, not measured. */
const RARE = 0.1;
/** Keeps the number of distinct statements small; chosen, not measured. */
const MOST_PIECES = 3;

/** Patterns that every contact containing the text matches: of its rarest words, or of the whole if all are common. */
async function rarePieces(scope: Scope, search: string): Promise<string[]> {
  const words = spacedWords(search);
  if (words.length === 1) return [containing(search)];
  const rare = await scope.all<{ pattern: string }>(sql`
    with sample as materialized (
      select c.search from contacts c where c.company_id = ${scope.companyId} order by c.id desc limit ${SAMPLE}
    ), words as (
      select pattern, (select count(*) from sample where search like pattern) as found
      from unnest(${words.map(containing)}::text[]) as pattern
    )
    select pattern from words where found <= ${RARE}::float8 * (select count(*) from sample) order by found limit ${MOST_PIECES}`);
  return rare.length === 0 ? [containing(search)] : rare.map(({ pattern }) => pattern);
}

/** Of a bounded number of rows, those that no connection is counting in just now. */
export const foldCounts = (everywhere: Everywhere, most: number) =>
  everywhere.run(sql`
    with gone as (
      delete from contact_counts where ctid = any(array(
        select ctid from contact_counts where shard <> 0 limit ${most} for update skip locked))
      returning company_id, status, total
    )
    insert into contact_counts (company_id, status, shard, total)
    select company_id, status, 0, sum(total) from gone group by 1, 2 order by 1, 2
    on conflict (company_id, status, shard) do update set total = contact_counts.total + excluded.total`);
