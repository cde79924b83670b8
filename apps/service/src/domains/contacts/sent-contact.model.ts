import type { ContactChanges, ContactRequest } from '@parley/contract/contact.ts';
import { isTimezone } from '@parley/kernel/country-and-timezone.ts';
import { phoneProblemAnywhere } from '@parley/kernel/phone-number.ts';

export type SentContact = Pick<ContactChanges, 'jobId' | 'jobIds' | 'phoneNumber' | 'workHistory' | 'fields'>;

/** What of a sent contact cannot be accepted, whichever company it is sent to. */
export const sentContactViolations = (sent: SentContact): string[] => [
  ...phoneViolations('phoneNumber', sent.phoneNumber),
  ...(sent.workHistory ?? []).flatMap(({ referencePhone }, place) =>
    phoneViolations(`workHistory[${place}].referencePhone`, referencePhone),
  ),
  ...plainViolations(sent),
];

/** The same of a new contact, whose date must not be over. */
export const newContactViolations = (
  sent: SentContact & Partial<Pick<ContactRequest, 'gdprExpiryDate'>>,
  now: Date,
): string[] => [
  ...(sent.gdprExpiryDate !== undefined && isOverEverywhere(sent.gdprExpiryDate, now) ? [DATE_IS_OVER] : []),
  ...sentContactViolations(sent),
];

/** Said of a date that is over where the company is. */
export const DATE_IS_OVER = 'gdprExpiryDate must be today or later';

/** All but telephone numbers, which are read in the company's country. */
export const plainViolations = (sent: SentContact): string[] => [
  ...periodViolations(sent.workHistory ?? []),
  ...jobViolations(sent),
  ...timezoneViolations(sent.fields),
];

/** Ids as they are kept, each once. */
export const spelled = (ids: readonly string[]): string[] => [...new Set(ids.map((id) => id.toLowerCase()))];

function phoneViolations(path: string, text: string | null | undefined): string[] {
  const problem = text == null ? undefined : phoneProblemAnywhere(text);
  return problem === undefined ? [] : [`${path} ${problem}`];
}

const periodViolations = (items: NonNullable<SentContact['workHistory']>): string[] =>
  items.flatMap(({ startDate, endDate }, place) =>
    startDate !== undefined && endDate !== undefined && endDate < startDate
      ? [`workHistory[${place}].endDate must not be before startDate`]
      : [],
  );

const jobViolations = ({ jobId, jobIds }: Pick<SentContact, 'jobId' | 'jobIds'>): string[] =>
  jobId !== undefined && jobIds !== undefined && !spelled(jobIds).includes(jobId.toLowerCase())
    ? ['jobId must be one of jobIds']
    : [];

/** The one field that the platform itself reads: by it contacts are called at a decent hour. Null clears it. */
function timezoneViolations(fields: SentContact['fields']): string[] {
  const sent = fields?.timezone;
  if (sent == null || (typeof sent === 'string' && isTimezone(sent))) return [];
  return ['fields.timezone must be the IANA name of a time zone, such as Europe/Zurich'];
}

const WESTERNMOST_MS = 12 * 3_600_000;

/** Where days end last, it is twelve hours earlier than UTC. */
const isOverEverywhere = (date: string, now: Date): boolean =>
  date < new Date(now.getTime() - WESTERNMOST_MS).toISOString().slice(0, 10);
