import type { ContactOrder, ContactSearch } from '@parley/contract/contact-selection.ts';
import type { Paging } from '@parley/contract/schema.ts';
import { forbidden, invalid } from '@parley/kernel/failure.ts';
import { searchable } from '@parley/kernel/text.ts';
import { type ListOrder, newest } from '../../http/cursor.ts';
import { cut, pagedBy } from '../../http/pagination.ts';
import type { Total } from '../../storage/bounded-count.ts';
import type { Scope } from '../../storage/scope.ts';
import { requireJobs } from '../jobs/job.actions.ts';
import { type Contact, searchedDigits, tidyTags, viewContact } from './contact.model.ts';
import { filterViolations, tidyFilter } from './contact-condition.model.ts';
import {
  type ContactFilter,
  countContacts,
  idsAfter,
  listContacts,
  searchContacts,
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

/** Newest first is the order of other lists, too. */
const listOrder = (order: ContactOrder): ListOrder<Contact> =>
  order === '-createdAt'
    ? newest
    : { ...places[order.replace('-', '') as keyof typeof places], name: `contacts:${order}` };

const byTag: ListOrder<{ readonly tag: string }> = {
  name: 'tags',
  kinds: ['text'],
  placeOf: ({ tag }) => [tag],
};

export async function listCompanyContacts(scope: Scope, query: ContactSearch) {
  const page = paging(query);
  const order = query.sort ?? '-createdAt';
  const slice = cut(page, listOrder(order));
  const { search, filter } = await narrowed(scope, query);
  const { total, contacts } =
    search === ''
      ? await counted(countContacts(scope, filter, slice), listContacts(scope, filter, order, slice))
      : await searchContacts(scope, search, filter, order, slice);
  const catalog = await catalogOfValues(scope, contacts);
  return pagedBy(listOrder(order), page, total, contacts, (contact) => viewContact(contact, catalog));
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

type Narrowing = Omit<ContactSearch, 'page' | 'limit' | 'cursor' | 'sort'>;

/** What a search asks for, as the store reads it. A segment that is not there is not found. */
async function narrowed(
  scope: Scope,
  { jobId, status, tag, phoneNumber, search, segmentId, filter }: Narrowing,
  path = '',
): Promise<{ search: string; filter: ContactFilter }> {
  const digits = phoneNumber === undefined ? undefined : searchedDigits(phoneNumber);
  const violations = [
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

/** The ids of the next contacts that a search finds, in their order. */
export async function nextFound(scope: Scope, where: Narrowing, after: string | undefined, limit: number) {
  const { search, filter } = await narrowed(scope, where, 'where.');
  return idsAfter(scope, search, filter, after ?? FIRST, limit);
}

export async function listCompanyTags(scope: Scope, query: Paging & { search?: string }) {
  const search =
    query.search === undefined || query.search.trim() === '' ? undefined : tidyTags([query.search])[0];
  const [total, tags] = await Promise.all([
    countTags(scope, search),
    listTags(scope, search, cut(query, byTag)),
  ]);
  return pagedBy(byTag, query, total, tags, (tag) => tag);
}
