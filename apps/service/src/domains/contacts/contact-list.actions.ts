import type { ContactOrder, ContactSearch, IndexedOrder } from '@parley/contract/contact-selection.ts';
import type { Paging } from '@parley/contract/schema.ts';
import { forbidden, invalid } from '@parley/kernel/failure.ts';
import { searchable } from '@parley/kernel/text.ts';
import { type ListOrder, newest, withoutCursors } from '../../http/cursor.ts';
import { cut, pagedBy } from '../../http/pagination.ts';
import type { Total } from '../../storage/bounded-count.ts';
import { openCvs } from '../../storage/contact-texts.ts';
import type { Scope } from '../../storage/scope.ts';
import type { Sql } from '../../storage/sql.ts';
import { readCatalog } from '../contact-fields/contact-field.actions.ts';
import { requireJobs } from '../jobs/job.actions.ts';
import { type Contact, searchedDigits, tidyTags, viewContact } from './contact.model.ts';
import { filterViolations, tidyFilter } from './contact-condition.model.ts';
import {
  byIndex,
  bySorting,
  type ContactFilter,
  countContacts,
  idsAfter,
  type ListedBy,
  listContacts,
  overallRating,
  searchContacts,
  updatedAt,
  valueOfField,
} from './contact-list.store.ts';
import { getSegment } from './contact-segment.actions.ts';
import { countTags, listTags } from './contact-tag.store.ts';
import { catalogOfValues } from './sent-contact.actions.ts';

const paging = ({ page = 1, limit = 20, cursor }: ContactSearch): Paging => ({ page, limit, cursor });

const places = {
  createdAt: { kinds: ['id'], placeOf: ({ id }) => [id] },
  name: {
    kinds: ['text', 'text', 'id'],
    placeOf: ({ lastName, firstName, id }) => [lastName, firstName, id],
  },
  email: { kinds: ['text', 'id'], placeOf: ({ email, id }) => [email, id] },
  phoneNumber: { kinds: ['text', 'id'], placeOf: ({ phoneNumber, id }) => [phoneNumber, id] },
  status: { kinds: ['text', 'id'], placeOf: ({ status, id }) => [status, id] },
} satisfies Record<string, Omit<ListOrder<Contact>, 'name'>>;

interface WantedOrder {
  /** Newest first is the order of other lists, too. */
  readonly order: ListOrder<Contact>;
  readonly listed: ListedBy;
  readonly violations: readonly string[];
}

async function orderOf(scope: Scope, sort: ContactOrder): Promise<WantedOrder> {
  const name = sort.replace('-', '');
  const sorting = (value: Sql, violations: readonly string[] = []) => ({
    order: withoutCursors,
    listed: bySorting(value, sort.startsWith('-')),
    violations,
  });
  if (name === 'updatedAt') return sorting(updatedAt);
  if (name === 'overallRating') return sorting(overallRating);
  if (name.startsWith('fields.')) {
    const key = name.slice('fields.'.length);
    const field = (await readCatalog(scope)).get(key);
    // Those that cannot be written are kept elsewhere: first_name is no value in `fields`.
    return field?.writable
      ? sorting(valueOfField(key, field.dataType))
      : sorting(updatedAt, [
          `sort names ${name}: there is no such field, or its values are not kept in fields`,
        ]);
  }
  const order = { ...places[name as keyof typeof places], name: `contacts:${sort}` };
  return {
    order: sort === '-createdAt' ? newest : order,
    listed: byIndex(sort as IndexedOrder),
    violations: [],
  };
}

const byTag: ListOrder<{ readonly tag: string }> = {
  name: 'tags',
  kinds: ['text'],
  placeOf: ({ tag }) => [tag],
};

export async function listCompanyContacts(scope: Scope, query: ContactSearch) {
  const page = paging(query);
  const sort = query.sort ?? '-createdAt';
  const { order, listed, violations } = await orderOf(scope, sort);
  const slice = cut(page, order);
  const { search, filter } = await narrowed(scope, query, '', violations);
  const { total, contacts } =
    search !== ''
      ? await searchContacts(scope, search, filter, listed, slice)
      : listed.most === undefined
        ? await counted(countContacts(scope, filter, slice), listContacts(scope, filter, listed, slice))
        : await countedFirst(countContacts(scope, filter, slice), listed.most, () =>
            listContacts(scope, filter, listed, slice),
          );
  refuseTooMany(total, sort, listed.most);
  const catalog = await catalogOfValues(scope, contacts);
  const readable = await openCvs(scope, contacts);
  return pagedBy(order, page, total, readable, (contact) => viewContact(contact, catalog));
}

/** The same for a body: it must not name what is not the company's. */
export async function searchCompanyContacts(scope: Scope, body: ContactSearch) {
  if (body.jobId !== undefined) await requireJobs(scope, [body.jobId]);
  return listCompanyContacts(scope, body);
}

async function counted<Row>(counting: Promise<Total>, reading: Promise<Row[]>) {
  const [total, contacts] = await Promise.all([counting, reading]);
  return { total, contacts };
}

/** More than can be sorted are not read. */
async function countedFirst<Row>(counting: Promise<Total>, most: number, read: () => Promise<Row[]>) {
  const total = await counting;
  return { total, contacts: total.total > most ? [] : await read() };
}

function refuseTooMany(counted: number | Total, sort: ContactOrder, most: number | undefined): void {
  const total = typeof counted === 'number' ? counted : counted.total;
  if (most === undefined || total <= most) return;
  const bound = most.toLocaleString('en');
  throw invalid([
    `sort by ${sort.replace('-', '')} takes at most ${bound} contacts, and this list has more: narrow it, or sort by createdAt, name, email, phoneNumber or status`,
  ]);
}

type Narrowing = Omit<ContactSearch, 'page' | 'limit' | 'cursor' | 'sort'>;

/** What a search asks for, as the store reads it. A segment that is not there is not found. */
async function narrowed(
  scope: Scope,
  { jobId, status, tag, phoneNumber, search, segmentId, filter }: Narrowing,
  path = '',
  others: readonly string[] = [],
): Promise<{ search: string; filter: ContactFilter }> {
  const digits = phoneNumber === undefined ? undefined : searchedDigits(phoneNumber);
  const violations = [
    ...others,
    ...(filter === undefined ? [] : filterViolations(filter, `${path}filter`)),
    ...(digits === '' ? [`${path}phoneNumber must have a digit other than 0`] : []),
  ];
  if (violations.length > 0) throw invalid(violations);
  const segment = segmentId === undefined ? undefined : await getSegment(scope, segmentId);
  return {
    search: search === undefined ? '' : searchable(search),
    filter: {
      jobId,
      status,
      tag: tag === undefined ? undefined : tidyTags([tag])[0],
      digits,
      filters: [...(segment === undefined ? [] : [segment.filter]), ...(filter ? [tidyFilter(filter)] : [])],
    },
  };
}

const aboutCalls = new Set(['outcome', 'conversation', 'calls', 'lastCall']);

/** For whom calls are not to see: whoever sees which contacts fit a condition about calls knows of them. */
export async function refuseCallConditions(
  scope: Scope,
  { segmentId, filter }: ContactSearch,
): Promise<void> {
  const segment = segmentId === undefined ? undefined : await getSegment(scope, segmentId);
  const conditions = [...(segment?.filter.conditions ?? []), ...(filter?.conditions ?? [])];
  if (conditions.some(({ on }) => aboutCalls.has(on)))
    throw forbidden('Insufficient permissions: Required scope read:conversations not found');
}

/** Fails where such a search would: a view must not be saved that cannot be shown. */
export async function requireSearch(scope: Scope, where: Narrowing): Promise<void> {
  if (where.jobId !== undefined) await requireJobs(scope, [where.jobId]);
  await narrowed(scope, where, 'where.');
}

const FIRST = '00000000-0000-0000-0000-000000000000';

/** What a search selects: the next ids after one, in their order, and whether it leaves nobody out. */
export async function findSelection(scope: Scope, where: Narrowing) {
  const { search, filter } = await narrowed(scope, where, 'where.');
  return {
    isEverybody: restrictsNothing(search, filter),
    next: (after: string | undefined, limit: number) =>
      idsAfter(scope, search, filter, after ?? FIRST, limit),
  };
}

/** By what is left of a search once it is read: spaces, and a filter or segment without conditions, find everybody. */
const restrictsNothing = (search: string, { filters = [], ...others }: ContactFilter): boolean =>
  search === '' &&
  filters.every(({ conditions }) => conditions.length === 0) &&
  Object.values(others).every((value) => value === undefined);

export async function listCompanyTags(scope: Scope, query: Paging & { search?: string }) {
  const search =
    query.search === undefined || query.search.trim() === '' ? undefined : tidyTags([query.search])[0];
  const [total, tags] = await Promise.all([
    countTags(scope, search),
    listTags(scope, search, cut(query, byTag)),
  ]);
  return pagedBy(byTag, query, total, tags, (tag) => tag);
}
