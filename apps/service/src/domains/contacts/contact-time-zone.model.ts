import { contactTimeZone } from '@parley/kernel/phone-time-zone.ts';
import type { Contact } from './contact.model.ts';

/** Where the contact's day is lived: as the contact's own field says, else their number, else the company. */
export function timeZoneOfContact(
  { fields, phoneNumber }: Pick<Contact, 'fields' | 'phoneNumber'>,
  companyTimeZone: string,
): string {
  const { timezone } = fields;
  return contactTimeZone(typeof timezone === 'string' ? timezone : null, phoneNumber, companyTimeZone);
}
