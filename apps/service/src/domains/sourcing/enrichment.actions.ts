import type { NewEnrichment } from '@parley/contract/sourcing.ts';
import type { Scope } from '../../storage/scope.ts';
import { contactsAmong, getContacts } from '../contacts/contact.actions.ts';
import type { Contact } from '../contacts/contact.model.ts';
import type { Experience } from './profile.model.ts';
import type { Enriched, Sought } from './provider.model.ts';
import { completeRequest, pollRequest, refuse, startRequest } from './request.actions.ts';
import { listResults } from './request.store.ts';
import {
  answerEnrichment,
  type EnrichmentWanted,
  enrichmentViolations,
  summaryOf,
  wantedOf,
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

export const completeEnrichment = (scope: Scope, id: string, results: readonly Enriched[]) =>
  completeRequest(scope, id, {
    foundCount: results.length,
    scoredCount: 0,
    results: results.map((result) => ({ profileId: result.profileId, result })),
    event: { type: 'enrich.completed', subjectId: id, data: { requestId: id, ...summaryOf(results) } },
  });
