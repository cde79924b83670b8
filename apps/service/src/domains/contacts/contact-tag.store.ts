import { containing } from '@parley/kernel/text.ts';
import type { Scope } from '../../storage/scope.ts';
import type { Slice } from '../../storage/slice.ts';
import { and, rowsAs, sql } from '../../storage/sql.ts';

/** The contacts that did not have all of them. */
export const addTags = (scope: Scope, contactIds: readonly string[], tags: readonly string[]) =>
  scope.all<{ contactId: string }>(sql`
    with added as (
      insert into contact_tags (company_id, tag, contact_id)
      select c.company_id, t.tag, c.id from contacts c, unnest(${tags}::text[]) t (tag)
      where c.company_id = ${scope.companyId} and c.id = any(${contactIds}::uuid[])
      on conflict do nothing returning contact_id
    )
    select distinct contact_id as "contactId" from added`);

/** The contacts that had one of them. Index: contact_tags_by_contact. */
export const removeTags = (scope: Scope, contactIds: readonly string[], tags: readonly string[]) =>
  scope.all<{ contactId: string }>(sql`
    with removed as (
      delete from contact_tags
      where company_id = ${scope.companyId} and contact_id = any(${contactIds}::uuid[]) and tag = any(${tags}::text[])
      returning contact_id
    )
    select distinct contact_id as "contactId" from removed`);

/** The tags of contacts that have none yet. */
export async function tagContacts(
  scope: Scope,
  contacts: readonly { readonly id: string; readonly tags: readonly string[] }[],
): Promise<void> {
  const rows = contacts.flatMap(({ id, tags }) => tags.map((tag) => ({ contactId: id, tag })));
  if (rows.length === 0) return;
  await scope.run(sql`
    insert into contact_tags (company_id, tag, contact_id)
    select ${scope.companyId}, r.tag, r."contactId" from ${rowsAs('r', rows, { contactId: 'uuid', tag: 'text' })}
    on conflict do nothing`);
}

/** The contact's tags are exactly these afterwards. */
export async function setTags(scope: Scope, contactId: string, tags: readonly string[]): Promise<void> {
  await scope.run(sql`
    delete from contact_tags
    where company_id = ${scope.companyId} and contact_id = ${contactId} and tag <> all(${tags}::text[])`);
  if (tags.length > 0) await addTags(scope, [contactId], tags);
}

const matching = (scope: Scope, search: string | undefined) =>
  and(
    sql`company_id = ${scope.companyId}`,
    ...(search === undefined ? [] : [sql`tag like ${containing(search)}`]),
  );

/** In alphabetical order. Index: the primary key, which stops at the end of the page. */
export const listTags = (scope: Scope, search: string | undefined, page: Slice) =>
  scope.all<{ tag: string; contacts: number }>(sql`
    select tag, count(*)::int as contacts from contact_tags
    where ${and(matching(scope, search), page.after === undefined ? sql`true` : sql`tag > ${page.after[0]}`)}
    group by tag order by tag limit ${page.limit} offset ${page.offset}`);

export async function countTags(scope: Scope, search: string | undefined): Promise<number> {
  const row = await scope.first<{ total: number }>(
    sql`select count(distinct tag)::int as total from contact_tags where ${matching(scope, search)}`,
  );
  return row?.total ?? 0;
}
