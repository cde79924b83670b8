import type { SegmentFilter } from '@parley/contract/contact-segment.ts';
import type { NewSavedView } from '@parley/contract/saved-view.ts';
import { containing } from '@parley/kernel/text.ts';
import type { Scope } from '../../storage/scope.ts';
import { rowsAs, sql } from '../../storage/sql.ts';
import type { Meaning } from './erased-condition.model.ts';

/** Segments with conditions that somebody can have typed a person into. */
export const typedSegments = (scope: Scope) =>
  scope.all<{ id: string; filter: SegmentFilter }>(sql`
    select id, filter from contact_segments
    where company_id = ${scope.companyId} and filter::text ~ '"(email|phoneNumber|field)"'`);

export const typedViews = (scope: Scope) =>
  scope.all<{ id: string; settings: Omit<NewSavedView, 'name'> }>(sql`
    select id, settings from contact_views
    where company_id = ${scope.companyId} and settings::text ~ '"(search|email|phoneNumber|field)"'`);

export const replaceFilter = (scope: Scope, id: string, filter: SegmentFilter) =>
  scope.run(sql`
    update contact_segments set filter = ${JSON.stringify(filter)}::json, updated_at = ${scope.now()}
    where company_id = ${scope.companyId} and id = ${id}`);

export const replaceSettings = (scope: Scope, id: string, settings: object) =>
  scope.run(sql`
    update contact_views set settings = ${JSON.stringify(settings)}::json, updated_at = ${scope.now()}
    where company_id = ${scope.companyId} and id = ${id}`);

/** Which of these another contact has, too. Indexes: contacts_by_email, contacts_by_digits, contacts_by_search. */
export const sharedMeanings = (scope: Scope, contactId: string, meanings: readonly Meaning[]) =>
  scope.all<Meaning>(sql`
    select m."by", m.text from ${rowsAs(
      'm',
      meanings.map((meaning) => ({ ...meaning, pattern: containing(meaning.text) })),
      { by: 'text', text: 'text', pattern: 'text' },
    )}
    where case m."by"
      when 'email' then exists (
        select from contacts c where c.company_id = ${scope.companyId} and c.id <> ${contactId} and lower(c.email) = m.text)
      when 'digits' then exists (
        select from contacts c where c.company_id = ${scope.companyId} and c.id <> ${contactId} and c.phone_number like m.pattern)
      else exists (
        select from contacts c where c.company_id = ${scope.companyId} and c.id <> ${contactId} and c.search like m.pattern)
      end`);
