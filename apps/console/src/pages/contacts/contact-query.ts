import type { SegmentFilter } from '@parley/contract/contact-segment.ts';
import type { ContactOrder } from '@parley/contract/contact-selection.ts';
import type { Body, Reply } from '../../api/client.ts';
import type { Filters } from '../../components/filters.tsx';

export type ListedContact = Reply<'/contacts/search', 'post'>['data'][number];
export type ContactSearch = Body<'/contacts/search', 'post'>;
/** What narrows the list, without its order and page. */
export type ContactsWhere = Omit<ContactSearch, 'sort' | 'page' | 'limit'>;

const PAGE = 100;
const NUMBER = /^[+\d\s()./-]+$/;

/** Whether somebody who types this searches for a phone number. */
export const isNumberSearch = (text: string): boolean =>
  NUMBER.test(text) && text.replaceAll(/\D/g, '').replace(/^0+/, '').length >= 3;

/** The filter of an address; one that cannot be read is none. */
export function readFilter(text: string | undefined): SegmentFilter | undefined {
  if (text === undefined) return undefined;
  try {
    const filter: unknown = JSON.parse(text);
    return typeof filter === 'object' &&
      filter !== null &&
      'conditions' in filter &&
      Array.isArray(filter.conditions)
      ? (filter as SegmentFilter)
      : undefined;
  } catch {
    return undefined;
  }
}

/** What the address of the list asks for. */
export function whereOf({ search, status, jobId, tag, segmentId, filter }: Filters): ContactsWhere {
  const conditions = readFilter(filter);
  const words = search?.trim() ?? '';
  return {
    ...(words !== '' && (isNumberSearch(words) ? { phoneNumber: words } : { search: words })),
    ...(status !== undefined && { status: status as ListedContact['status'] }),
    ...(jobId !== undefined && { jobId }),
    ...(tag !== undefined && { tag }),
    ...(segmentId !== undefined && { segmentId }),
    ...(conditions !== undefined && { filter: conditions as NonNullable<ContactsWhere['filter']> }),
  };
}

/** Everybody in an imported file: new ones, and those who were contacts already. Refused rows are nobody. */
export const ofImport = (importId: string) => ({
  filter: { conditions: [{ on: 'import' as const, anyOf: [importId] }] },
});

export const DEFAULT_ORDER: ContactOrder = '-createdAt';

/** Contacts that were chosen one by one, or all that the list finds. */
export type Chosen =
  | { readonly ids: readonly string[] }
  | { readonly where: ContactsWhere; readonly total: number };

export const countOf = (chosen: Chosen): number => ('ids' in chosen ? chosen.ids.length : chosen.total);
/** All contacts of the company: nothing narrows the list. */
export const isEverybody = (chosen: Chosen): boolean =>
  'where' in chosen &&
  Object.entries(chosen.where).every(
    ([name, value]) => name === 'filter' && (value as SegmentFilter).conditions.length === 0,
  );
export const contactWords = (count: number): string =>
  `${count.toLocaleString()} ${count === 1 ? 'contact' : 'contacts'}`;

interface FoundPage {
  readonly data: readonly { readonly id: string }[];
  readonly nextCursor?: string | undefined;
}

/**
 * The ids of the chosen contacts, all of them before anything is done with the first: what is done may change which contacts
 * are found.
 */
export async function idsOf(
  chosen: Chosen,
  search: (body: ContactSearch) => Promise<FoundPage>,
): Promise<readonly string[]> {
  if ('ids' in chosen) return chosen.ids;
  const ids = new Set<string>();
  let after: { cursor?: string } | undefined = {};
  while (after !== undefined) {
    const { data, nextCursor } = await search({
      ...chosen.where,
      sort: 'createdAt',
      limit: PAGE,
      ...after,
    });
    for (const { id } of data) ids.add(id);
    after = nextCursor === undefined ? undefined : { cursor: nextCursor };
  }
  return [...ids];
}
