import type { MessageChannel } from '@parley/contract/message.ts';
import { SIMULATED_NUMBER } from '@parley/kernel/phone-number.ts';
import { sealCv } from '../../storage/contact-texts.ts';
import type { Everywhere, Scope } from '../../storage/scope.ts';
import { rowsAs, sql } from '../../storage/sql.ts';
import { type Contact, contactSearchText } from './contact.model.ts';

// gdpr_expiry_date as text: the driver would make an instant of it, in the zone of the process.
export const contactColumns = sql`
  c.id, c.first_name as "firstName", c.last_name as "lastName", c.email, c.phone_number as "phoneNumber", c.status, c.gender,
  to_char(c.gdpr_expiry_date, 'YYYY-MM-DD') as "gdprExpiryDate", c.overall_rating as "overallRating",
  c.work_history as "workHistory", c.anonymized_cv_text as "anonymizedCvText", c.sealed_cv_text as "sealedCvText", c.metadata, c.fields,
  c.do_not_call or is_opted_out(c.company_id, c.phone_number) as "doNotCall", c.created_at as "createdAt", c.updated_at as "updatedAt",
  array(select a.job_id from job_assignments a where a.contact_id = c.id order by a.position) as "jobIds",
  array(select t.tag from contact_tags t where t.contact_id = c.id order by t.tag) as tags`;

export const insertContact = (scope: Scope, contact: Contact): Promise<Contact> =>
  scope.together(insertContacts, contact);

export async function insertContacts(scope: Scope, contacts: readonly Contact[]) {
  if (contacts.length === 0) return contacts;
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
    sql`select ${contactColumns} from contacts c where c.company_id = ${scope.companyId} and c.id = ${id}`,
  );

export const findContacts = (scope: Scope, ids: readonly string[]) =>
  scope.all<Contact>(
    sql`select ${contactColumns} from contacts c where c.company_id = ${scope.companyId} and c.id = any(${ids}::uuid[])`,
  );

export const lockContact = (scope: Scope, id: string) =>
  scope.first<Contact>(
    sql`select ${contactColumns} from contacts c where c.company_id = ${scope.companyId} and c.id = ${id} for update of c`,
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

/** Sealed where there is a key: whoever calls this in a transaction has prepared it. */
export async function setCvText(scope: Scope, id: string, text: string): Promise<void> {
  const { plain, sealed } = await sealCv(scope, id, text);
  await scope.run(sql`
    update contacts set anonymized_cv_text = ${plain}, sealed_cv_text = ${sealed}, updated_at = ${scope.now()}
    where company_id = ${scope.companyId} and id = ${id}`);
}

/** Nothing is left to be erased on the contact's date. */
export const noteExpired = (scope: Scope, id: string) =>
  scope.run(sql`
    update contacts set expired_for = gdpr_expiry_date
    where company_id = ${scope.companyId} and id = ${id} and expired_for is distinct from gdpr_expiry_date`);

export const deleteCvText = (scope: Scope, id: string) =>
  scope.run(sql`
    update contacts set anonymized_cv_text = null, sealed_cv_text = null, updated_at = ${scope.now()}
    where company_id = ${scope.companyId} and id = ${id} and (anonymized_cv_text is not null or sealed_cv_text is not null)`);

/** Contacts with a CV whose text is plain, except these. Index: contacts_with_cv. */
export const plainCvs = (everywhere: Everywhere, except: readonly string[], most: number) =>
  everywhere.all<{ id: string }>(sql`
    select id from contacts where anonymized_cv_text is not null and id <> all(${except}::uuid[]) limit ${most}`);

/** False: there is no key. */
export async function sealPlainCv(everywhere: Everywhere, id: string): Promise<boolean> {
  const row = await everywhere.first<{ text: string }>(sql`
    select anonymized_cv_text as text from contacts where id = ${id} and anonymized_cv_text is not null
    for no key update`);
  if (row === undefined) return true;
  const { sealed } = await sealCv(everywhere, id, row.text);
  if (sealed === null) return false;
  await everywhere.run(
    sql`update contacts set anonymized_cv_text = null, sealed_cv_text = ${sealed} where id = ${id}`,
  );
  return true;
}

export const saveContact = (scope: Scope, contact: Contact): Promise<void> => saveContacts(scope, [contact]);

export async function saveContacts(scope: Scope, contacts: readonly Contact[]): Promise<void> {
  if (contacts.length === 0) return;
  const rows = contacts.map((contact) => ({
    ...contact,
    workHistory: JSON.stringify(contact.workHistory),
    metadata: JSON.stringify(contact.metadata),
    fields: JSON.stringify(contact.fields),
    search: contactSearchText(contact),
  }));
  await scope.run(sql`
    update contacts c set
      first_name = r."firstName", last_name = r."lastName", email = r.email, phone_number = r."phoneNumber", status = r.status,
      gender = r.gender, gdpr_expiry_date = r."gdprExpiryDate", overall_rating = r."overallRating",
      work_history = r."workHistory", metadata = r.metadata, fields = r.fields, search = r.search, updated_at = r."updatedAt"
    from ${rowsAs('r', rows, {
      id: 'uuid',
      firstName: 'text',
      lastName: 'text',
      email: 'text',
      phoneNumber: 'text',
      status: 'text',
      gender: 'text',
      gdprExpiryDate: 'date',
      overallRating: 'smallint',
      workHistory: 'jsonb',
      metadata: 'jsonb',
      fields: 'jsonb',
      search: 'text',
      updatedAt: 'timestamptz',
    })}
    where c.company_id = ${scope.companyId} and c.id = r.id`);
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

/** The jobs of contacts that have none yet, in their order. */
export async function assignJobsOf(
  scope: Scope,
  contacts: readonly Pick<Contact, 'id' | 'jobIds'>[],
): Promise<void> {
  const rows = contacts
    .flatMap(({ id, jobIds }) => jobIds.map((jobId) => ({ contactId: id, jobId })))
    .map((row, place) => ({ ...row, place }));
  if (rows.length === 0) return;
  await scope.run(sql`
    insert into job_assignments (company_id, contact_id, job_id)
    select ${scope.companyId}, r."contactId", r."jobId"
    from ${rowsAs('r', rows, { contactId: 'uuid', jobId: 'uuid', place: 'int' })} order by r.place
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

/** On which channels the owner of the contact's address or number wants no more messages. Index: message_opt_outs_pkey. */
export const unsubscribedChannels = async (scope: Scope, id: string): Promise<MessageChannel[]> =>
  (
    await scope.all<{ channel: MessageChannel }>(sql`
      select o.channel from contacts p
        cross join lateral (values ('EMAIL', p.email), ('SMS', p.phone_number)) as reached (channel, address)
        join message_opt_outs o on o.company_id = p.company_id and o.channel = reached.channel
          and o.address_hash = address_hash(p.company_id, reached.channel, reached.address)
      where p.company_id = ${scope.companyId} and p.id = ${id} and reached.address is not null order by o.channel`)
  ).map(({ channel }) => channel);

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
