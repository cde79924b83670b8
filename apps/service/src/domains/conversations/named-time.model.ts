import { countryOfNumber, isAllowed, type LegalHoursRule } from '@parley/kernel/calling-law.ts';
import { invalid } from '@parley/kernel/failure.ts';
import type { CompanyId } from '../../storage/sql.ts';
import { type Contact, timeZoneOfContact } from '../contacts/contact.model.ts';

/** What the law says of a time that somebody names for a call over a trunk. */
export interface NamedTimeLaw {
  readonly legalHours: LegalHoursRule;
  /** A time outside the legal hours is refused. */
  readonly isStrict: boolean;
}

/** Undefined: the company's calls leave by no trunk. */
export type ReadNamedTimeLaw = (companyId: CompanyId) => Promise<NamedTimeLaw | undefined>;

type Called = Pick<Contact, 'phoneNumber' | 'fields'>;

/** Why the law would not allow a call at this time, as a sentence; undefined: it would. */
export function unlawfulTime(
  { legalHours }: Pick<NamedTimeLaw, 'legalHours'>,
  contact: Called,
  companyTimeZone: string,
  at: Date,
): string | undefined {
  const hours = legalHours(contact.phoneNumber, contact.fields.timezone);
  if (isAllowed(null, hours, timeZoneOfContact(contact, companyTimeZone), at)) return undefined;
  return `outside the legal calling hours of ${countryOfNumber(contact.phoneNumber)} (${hours?.source})`;
}

/** The note of an attempt at a named time; null: the law allows it. It is refused where the operator wants that. */
export function noteOfTime(
  law: NamedTimeLaw | undefined,
  property: string,
  contact: Called,
  companyTimeZone: string,
  at: Date,
): string | null {
  const why = law && unlawfulTime(law, contact, companyTimeZone, at);
  if (law === undefined || why === undefined) return null;
  if (law.isStrict) throw invalid([`${property} must be within the legal calling hours: it is ${why}`]);
  return `The time that was given is ${why}`;
}
