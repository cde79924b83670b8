import type { NewEnrichment } from '@parley/contract/sourcing.ts';
import type { Scope } from '../../storage/scope.ts';
import { contactsAmong, getContacts, holdContacts } from '../contacts/contact.actions.ts';
import type { Contact } from '../contacts/contact.model.ts';
import { redactEvents } from '../events/event.actions.ts';
import type { Event } from '../events/event.model.ts';
import type { Experience } from './profile.model.ts';
import { deletedContact, type Enriched, type Sought } from './provider.model.ts';
import { completeRequest, pollRequest, refuse, startRequest } from './request.actions.ts';
import { listResults, replaceResultsOf, requestsWith, resultsOf } from './request.store.ts';
import {
  answerEnrichment,
  type EnrichmentWanted,
  enrichmentViolations,
  onlyEnriched,
  summaryOf,
  viewEnriched,
  wantedOf,
  withoutEnriched,
} from './sourcing.model.ts';

export async function startEnrichment(scope: Scope, wanted: NewEnrichment) {
  refuse(enrichmentViolations(wanted));
  if (wanted.contactIds !== undefined) await getContacts(scope, wanted.contactIds);
  return startRequest(scope, 'ENRICHMENT', wantedOf(wanted));
}

export async function readEnrichment(scope: Scope, id: string) {
  const request = await pollRequest(scope, 'ENRICHMENT', id);
  return answerEnrichment(
    request,
    request.status === 'completed' ? await listResults<Enriched>(scope, id) : [],
  );
}

/** Who is sought, and what their contacts say already; a contact that is gone meanwhile is sought no more. */
export async function soughtBy(scope: Scope, { ids, areContacts }: EnrichmentWanted) {
  if (!areContacts) return { sought: ids.map((profileId): Sought => ({ profileId })), own: [], gone: [] };
  const contacts = new Map((await contactsAmong(scope, ids)).map((contact) => [contact.id, contact]));
  const left = ids.flatMap((id) => contacts.get(id) ?? []);
  return {
    sought: left.map(soughtContact),
    own: left.map(ownData),
    gone: ids.filter((id) => !contacts.has(id)),
  };
}

const soughtContact = (contact: Contact): Sought => ({
  profileId: contact.id,
  known: {
    name: `${contact.firstName} ${contact.lastName}`,
    emails: contact.email === null ? [] : [contact.email],
    phones: contact.phoneNumber === null ? [] : [contact.phoneNumber],
  },
});

const ownData = (contact: Contact): Enriched => ({
  profileId: contact.id,
  emails: contact.email === null ? [] : [contact.email],
  phones: contact.phoneNumber === null ? [] : [contact.phoneNumber],
  detailedExperience: contact.workHistory.flatMap(workedAs),
  failureReason: null,
});

const workedAs = (held: Contact['workHistory'][number]): Experience[] =>
  held.candidatePosition === undefined
    ? []
    : [
        {
          role: held.candidatePosition,
          company: held.companyName ?? null,
          duration: spanOf(held),
          highlights: [],
        },
      ];

const spanOf = ({ startDate, endDate }: Contact['workHistory'][number]): string | null => {
  if (startDate !== undefined && endDate !== undefined) return `${startDate} – ${endDate}`;
  if (startDate !== undefined) return `from ${startDate}`;
  return endDate === undefined ? null : `until ${endDate}`;
};

/**
 * A contact that was deleted while the provider was asked is not written down again: the contacts are held, so that a
 * deletion comes before this, and is seen, or after it, and finds the results.
 */
export const completeEnrichment = (
  scope: Scope,
  id: string,
  { areContacts }: EnrichmentWanted,
  answers: readonly Enriched[],
): Promise<void> =>
  scope.transaction(async (inside) => {
    const results = areContacts ? await ofThoseLeft(inside, answers) : answers;
    await completeRequest(inside, id, {
      foundCount: results.length,
      scoredCount: 0,
      results: results.map((result) => ({ profileId: result.profileId, result })),
      event: { type: 'enrich.completed', subjectId: id, data: { requestId: id, ...summaryOf(results) } },
    });
  });

async function ofThoseLeft(scope: Scope, answers: readonly Enriched[]): Promise<readonly Enriched[]> {
  const ids = answers.map(({ profileId }) => profileId);
  await holdContacts(scope, ids);
  const left = new Set((await contactsAmong(scope, ids)).map(({ id }) => id));
  return answers.map((one) => (left.has(one.profileId) ? one : deletedContact(one.profileId)));
}

const RESULTS_AT_ONCE = 20;

/** What enrichments found about a contact, newest first, some at a time. */
export async function* enrichmentsInPages(scope: Scope, contactId: string): AsyncGenerator<Enriched[]> {
  for (let offset = 0, read = RESULTS_AT_ONCE; read === RESULTS_AT_ONCE; offset += read) {
    const results = await resultsOf(scope, contactId, { most: RESULTS_AT_ONCE, offset });
    yield results.map(({ result }) => result as Enriched);
    read = results.length;
  }
}

/** The requests that found something about a contact: the subjects of their events. */
export const enrichmentIdsOf = (scope: Scope, contactId: string): Promise<string[]> =>
  requestsWith(scope, contactId);

/** What the event of an enrichment says about one contact, and whether it says as much about anybody else; other events are as they are. */
export function aboutContact(event: Event, contactId: string): { data: Event['data']; isShared: boolean } {
  const { type, data } = event;
  if (type !== 'enrich.completed') return { data, isShared: false };
  return {
    data: onlyEnriched(data, contactId),
    isShared: (data.profiles as readonly unknown[]).length > 1,
  };
}

/** What enrichments found about a contact that is being deleted, in their results and their events. */
export async function forgetEnrichments(scope: Scope, contactId: string): Promise<number> {
  const requestIds = await requestsWith(scope, contactId);
  const gone = deletedContact(contactId);
  await redactEvents(scope, requestIds, ({ type, data }) =>
    type === 'enrich.completed' ? withoutEnriched(data, viewEnriched(gone)) : undefined,
  );
  return replaceResultsOf(scope, contactId, gone);
}
