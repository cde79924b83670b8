import type { SegmentCondition, SegmentFilter } from '@parley/contract/contact-segment.ts';
import type { NewSavedView } from '@parley/contract/saved-view.ts';
import { searchable } from '@parley/kernel/text.ts';
import { type Contact, searchedDigits } from './contact.model.ts';

type Where = NonNullable<NewSavedView['where']>;

/**
 * Stands where a typed name, number or address of an erased contact stood. A condition is kept and not removed: without it, a segment
 * would be larger than before, and a run over it would call people who were not meant.
 */
const ERASED = '[erased]';
/** More digits than any telephone number has: it matches nobody, as the erased one does from now on. */
const ERASED_NUMBER = `${ERASED} 99999999999999999999`;

/** A national number without its country code has so many digits at least; fewer may be an area. */
const FEWEST_DIGITS = 7;

/** What somebody may have typed to mean one contact. */
interface Identity {
  /** As it is searched for: the whole name, either way round. */
  readonly names: readonly string[];
  /** The first and the last name alone. */
  readonly nameParts: readonly string[];
  readonly email: string | undefined;
  readonly digits: string | undefined;
}

export const identityOf = ({
  firstName,
  lastName,
  email,
  phoneNumber,
}: Pick<Contact, 'firstName' | 'lastName' | 'email' | 'phoneNumber'>): Identity => ({
  names: [searchable(`${firstName} ${lastName}`), searchable(`${lastName} ${firstName}`)],
  nameParts: [searchable(firstName), searchable(lastName)].filter((part) => part !== ''),
  email: email?.toLowerCase(),
  digits: phoneNumber === null ? undefined : searchedDigits(phoneNumber),
});

/** What a typed text would be looked for in. */
export interface Meaning {
  readonly by: 'search' | 'email' | 'digits';
  readonly text: string;
}

type Reader = (text: string) => Meaning | undefined;

const emailOf =
  ({ email }: Identity): Reader =>
  (text) =>
    email !== undefined && text.trim().toLowerCase() === email ? { by: 'email', text: email } : undefined;

const numberOf =
  ({ digits }: Identity): Reader =>
  (text) => {
    const typed = searchedDigits(text);
    return digits !== undefined && typed.length >= FEWEST_DIGITS && digits.endsWith(typed)
      ? { by: 'digits', text: typed }
      : undefined;
  };

const nameAmong =
  (names: readonly string[]): Reader =>
  (text) =>
    names.includes(searchable(text)) ? { by: 'search', text: searchable(text) } : undefined;

const oneOf =
  (...readers: Reader[]): Reader =>
  (text) =>
    readers.map((read) => read(text)).find((meaning) => meaning !== undefined);

/** Whether a text means the erased contact, and would find nobody else. */
export type IsOnly = (meaning: Meaning) => boolean;

const means = (read: Reader, text: string | undefined, isOnly: IsOnly): boolean => {
  const meaning = text === undefined ? undefined : read(text);
  return meaning !== undefined && isOnly(meaning);
};

/** The filter without what was typed to mean the contact; the same object where there is nothing of it. */
export function filterWithout(filter: SegmentFilter, identity: Identity, isOnly: IsOnly): SegmentFilter {
  const conditions = filter.conditions.map((condition) => conditionWithout(condition, identity, isOnly));
  return conditions.every((condition, place) => condition === filter.conditions[place])
    ? filter
    : { ...filter, conditions };
}

function conditionWithout(condition: SegmentCondition, identity: Identity, isOnly: IsOnly): SegmentCondition {
  const { on, contains, anyOf } = condition;
  if (on === 'email')
    return means(emailOf(identity), contains, isOnly) ? { ...condition, contains: ERASED } : condition;
  if (on === 'phoneNumber')
    return means(numberOf(identity), contains, isOnly)
      ? { ...condition, contains: ERASED_NUMBER }
      : condition;
  if (on !== 'field') return condition;
  // A field may hold anything: a first name alone may be a city.
  const read = oneOf(emailOf(identity), nameAmong(identity.names), numberOf(identity));
  const isContained = means(read, contains, isOnly);
  const others = anyOf?.map((value) => (means(read, value, isOnly) ? ERASED : value));
  if (!isContained && !others?.includes(ERASED)) return condition;
  return {
    ...condition,
    ...(isContained ? { contains: ERASED } : {}),
    ...(others === undefined ? {} : { anyOf: others }),
  };
}

/** The same for what a saved view searches for, where a first or a last name alone is one, too. */
export function searchWithout(where: Where, identity: Identity, isOnly: IsOnly): Where {
  const { search, phoneNumber, filter } = where;
  const read = oneOf(emailOf(identity), nameAmong([...identity.names, ...identity.nameParts]));
  const others = filter === undefined ? undefined : filterWithout(filter, identity, isOnly);
  const changed = {
    ...(means(read, search, isOnly) ? { search: ERASED } : {}),
    ...(means(numberOf(identity), phoneNumber, isOnly) ? { phoneNumber: ERASED_NUMBER } : {}),
    ...(others === undefined || others === filter ? {} : { filter: others }),
  };
  return Object.keys(changed).length === 0 ? where : { ...where, ...changed };
}
