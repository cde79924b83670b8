import type { ContactStatus } from '@parley/contract/contact.ts';
import type { DataType } from '@parley/contract/contact-field.ts';
import type { SegmentFilter } from '@parley/contract/contact-segment.ts';
import { type IndexedOrder, MAX_SORTED } from '@parley/contract/contact-selection.ts';
import { containing, spacedWords } from '@parley/kernel/text.ts';
import { countUpToBound, type Total } from '../../storage/bounded-count.ts';
import type { Scope } from '../../storage/scope.ts';
import type { Place, Slice } from '../../storage/slice.ts';
import { and, either, type Sql, sql } from '../../storage/sql.ts';
import type { Contact } from './contact.model.ts';
import { contactColumns } from './contact.store.ts';
import { matchingFilter } from './contact-condition.store.ts';

export interface ContactFilter {
  readonly jobId?: string | undefined;
  readonly status?: ContactStatus | undefined;
  readonly tag?: string | undefined;
  /** A part of the number. */
  readonly digits?: string | undefined;
  /** All of them apply. */
  readonly filters?: readonly SegmentFilter[] | undefined;
}

// Indexes: contacts_newest, contacts_by_status, job_assignments_by_job, the primary key of contact_tags, contacts_by_digits.
const matching = (scope: Scope, { jobId, status, tag, digits, filters = [] }: ContactFilter) =>
  and(
    sql`c.company_id = ${scope.companyId}`,
    ...(status === undefined ? [] : [sql`c.status = ${status}`]),
    ...(jobId === undefined
      ? []
      : [
          sql`c.id in (select contact_id from job_assignments where company_id = ${scope.companyId} and job_id = ${jobId})`,
        ]),
    ...(tag === undefined
      ? []
      : [
          sql`c.id in (select contact_id from contact_tags where company_id = ${scope.companyId} and tag = ${tag})`,
        ]),
    ...(digits === undefined ? [] : [sql`c.phone_number like ${containing(digits)}`]),
    ...filters.map((filter) => matchingFilter(scope, filter)),
  );

/** How a list is ordered. */
export interface ListedBy {
  readonly by: Sql;
  /** What follows a place. */
  readonly rangesAfter: (after: Place | undefined) => readonly [Sql, ...Sql[]];
  /** In the order of their ids nothing else of them has to be read. */
  readonly isById: boolean;
  /** Nothing is sorted when more match. */
  readonly most: number | undefined;
}

export const byIndex = (order: IndexedOrder): ListedBy => ({
  by: orders[order],
  rangesAfter: (after) => rangesAfter(order, after),
  isById: order === 'createdAt' || order === '-createdAt',
  most: undefined,
});

/**
 * Without an index: what a list finds is sorted, so there are no places in it. An index of `updated_at` would have every
 * update of a contact write to all indexes, and one for each field would be hundreds.
 */
export const bySorting = (value: Sql, isDown: boolean): ListedBy => ({
  by: isDown ? sql`${value} desc nulls last, c.id desc` : sql`${value} nulls last, c.id`,
  rangesAfter: () => [sql`true`],
  isById: false,
  most: MAX_SORTED,
});

export const updatedAt = sql`c.updated_at`;
export const overallRating = sql`c.overall_rating`;

/** Numbers as numbers; everything else, also days, as texts. */
export function valueOfField(key: string, dataType: DataType): Sql {
  if (dataType !== 'number') return sql`lower(c.fields ->> ${key}::text)`;
  const value = sql`c.fields -> ${key}::text`;
  return sql`(case jsonb_typeof(${value}) when 'number' then (c.fields ->> ${key}::text)::numeric end)`;
}

/** Each is the order of an index, one way or the other: contacts_newest, contacts_by_name, _by_email, _by_number, _by_status. */
const orders: Readonly<Record<IndexedOrder, Sql>> = {
  createdAt: sql`c.id`,
  '-createdAt': sql`c.id desc`,
  name: sql`lower(c.last_name), lower(c.first_name), c.id`,
  '-name': sql`lower(c.last_name) desc, lower(c.first_name) desc, c.id desc`,
  email: sql`lower(c.email), c.id`,
  '-email': sql`lower(c.email) desc, c.id desc`,
  phoneNumber: sql`c.phone_number, c.id`,
  '-phoneNumber': sql`c.phone_number desc, c.id desc`,
  status: sql`c.status, c.id`,
  '-status': sql`c.status desc, c.id desc`,
};

/**
 * What follows a place, as ranges of the order's index, one after the other. Who has no address or number comes last, and
 * first backwards; a comparison of rows leaves them out.
 */
function rangesAfter(order: IndexedOrder, after: Place | undefined): readonly [Sql, ...Sql[]] {
  if (after === undefined) return [sql`true`];
  const [first, second, third] = after;
  switch (order) {
    case 'createdAt':
      return [sql`c.id > ${first}::uuid`];
    case '-createdAt':
      return [sql`c.id < ${first}::uuid`];
    case 'name':
      return [
        sql`(lower(c.last_name), lower(c.first_name), c.id) > (lower(${first}::text), lower(${second}::text), ${third}::uuid)`,
      ];
    case '-name':
      return [
        sql`(lower(c.last_name), lower(c.first_name), c.id) < (lower(${first}::text), lower(${second}::text), ${third}::uuid)`,
      ];
    default: {
      const column = columns[order.replace('-', '') as keyof typeof columns];
      const id = second;
      const value = sql`${column === columns.email ? sql`lower(${first}::text)` : sql`${first}::text`}`;
      if (order.startsWith('-'))
        return first === null
          ? [sql`${column} is null and c.id < ${id}::uuid`, sql`${column} is not null`]
          : [sql`(${column}, c.id) < (${value}, ${id}::uuid)`];
      return first === null
        ? [sql`${column} is null and c.id > ${id}::uuid`]
        : [sql`(${column}, c.id) > (${value}, ${id}::uuid)`, sql`${column} is null`];
    }
  }
}

const columns = { email: sql`lower(c.email)`, phoneNumber: sql`c.phone_number`, status: sql`c.status` };

/** The page's ids are found in the index alone, and only its own rows are read: page 5,000 costs little more than page 1. */
export const listContacts = (
  scope: Scope,
  filter: ContactFilter,
  { by, rangesAfter }: ListedBy,
  page: Slice,
) =>
  scope.all<Contact>(sql`
    select ${contactColumns} from (
      ${rangesAfter(page.after)
        .map(
          (range, part) => sql`(
            select c.id, ${part}::int as part from contacts c where ${and(matching(scope, filter), range)}
            order by ${by} limit ${page.limit} offset ${page.offset})`,
        )
        .reduce((all, one) => sql`${all} union all ${one}`)}
    ) page join contacts c on c.company_id = ${scope.companyId} and c.id = page.id
    order by page.part, ${by} limit ${page.limit}`);

/** By counters where only the status matters, in the table of a job or tag that is all there is; others are counted. */
export async function countContacts(scope: Scope, filter: ContactFilter, page: Slice): Promise<Total> {
  const { jobId, status, tag, digits, filters = [] } = filter;
  const isPlain = digits === undefined && filters.length === 0;
  if (isPlain && jobId === undefined && tag === undefined) {
    const row = await scope.first<{ total: number }>(sql`
      select coalesce(sum(total), 0) as total from contact_counts
      where ${and(sql`company_id = ${scope.companyId}`, ...(status === undefined ? [] : [sql`status = ${status}`]))}`);
    return { total: row?.total ?? 0, isEstimated: false };
  }
  const isOne = isPlain && status === undefined;
  return countUpToBound(
    scope,
    isOne && tag === undefined
      ? sql`from job_assignments where company_id = ${scope.companyId} and job_id = ${jobId}`
      : isOne && jobId === undefined
        ? sql`from contact_tags where company_id = ${scope.companyId} and tag = ${tag}`
        : sql`from contacts c where ${matching(scope, filter)}`,
    page,
  );
}

/**
 * A page of those whose names or address contain the text, which is searchable already, and how many they are,
 * in one look at the index. The index is asked only for the text's rare words, because it reads the list of
 * every three letters it is asked for: at a million contacts named Keller, "keller 777" takes 47 ms by the whole
 * text and 13 ms by "777". Index: contacts_by_search.
 */
export async function searchContacts(
  scope: Scope,
  search: string,
  filter: ContactFilter,
  order: ListedBy,
  page: Slice,
) {
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
    select counted.total, ${contactColumns} from counted
    left join (${pageOfFound(scope, order, page)} limit ${page.limit} offset ${page.offset}) page on true
    left join contacts c on c.company_id = ${scope.companyId} and c.id = page.id
    order by ${order.by}`);
  // A page beyond the last is a row with a total and no contact.
  const contacts = rows.filter(({ id }) => id !== null).map(({ total: _total, ...contact }) => contact);
  return { total: rows[0]?.total ?? 0, contacts };
}

const pageOfFound = (scope: Scope, { by, rangesAfter, isById, most }: ListedBy, { after }: Slice): Sql =>
  sql`select c.id from ${isById ? sql`found c` : sql`found join contacts c on c.company_id = ${scope.companyId} and c.id = found.id`}
    where ${and(either(rangesAfter(after)), ...(most === undefined ? [] : [sql`(select total from counted) <= ${most}::bigint`]))}
    order by ${by}`;

/** The next of those that match, in the order of their ids. */
export async function idsAfter(
  scope: Scope,
  search: string,
  filter: ContactFilter,
  after: string,
  limit: number,
): Promise<string[]> {
  const rows = await scope.all<{ id: string }>(sql`
    select c.id from contacts c
    where ${and(matching(scope, filter), ...(search === '' ? [] : [sql`c.search like ${containing(search)}`]))}
      and c.id > ${after}::uuid
    order by c.id limit ${limit}`);
  return rows.map(({ id }) => id);
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
