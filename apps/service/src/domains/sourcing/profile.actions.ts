import { setImmediate } from 'node:timers/promises';
import type { NewProfile } from '@parley/contract/sourcing.ts';
import { notFound } from '@parley/kernel/failure.ts';
import { unfitParts } from '@parley/kernel/json.ts';
import { e164 } from '@parley/kernel/phone-number.ts';
import { searchable } from '@parley/kernel/text.ts';
import type { Scope } from '../../storage/scope.ts';
import type { OriginOfContact } from '../contacts/contact.model.ts';
import { redactEvents } from '../events/event.actions.ts';
import { type Profile, readProfile } from './profile.model.ts';
import { deleteProfile, findProfiles, type PoolRow, upsertProfiles } from './profile.store.ts';
import { termsOf } from './profile-terms.model.ts';
import { type Enriched, unenriched } from './provider.model.ts';
import { deleteResultsOf, requestsWith, resultsOf } from './request.store.ts';
import { type Candidate, viewEnriched, withoutCandidate, withoutEnriched } from './sourcing.model.ts';

/** Puts people into the pool; who is there already is replaced. Of two with one id, the later one stays. */
export async function uploadProfiles(scope: Scope, sent: readonly NewProfile[]) {
  const profiles = new Map(
    sent
      .map((one) => readProfile(one, one.profileId ?? scope.newId()))
      .map((profile) => [profile.profileId, profile]),
  );
  const rows: PoolRow[] = [];
  for (const profile of profiles.values()) {
    rows.push({ profile, terms: termsOf(profile, scope.companyId) });
    // A request of many long profiles takes some 200 ms: others get their turn in between.
    if (rows.length % AT_A_STRETCH === 0) await setImmediate();
  }
  const created = await upsertProfiles(scope, rows);
  return { created, updated: sent.length - created };
}
const AT_A_STRETCH = 50;

/** The person goes from the pool and from what earlier searches and enrichments found. */
export async function removeProfile(scope: Scope, profileId: string): Promise<void> {
  // From a path, where anything can stand.
  if (unfitParts(profileId, 'profileId').length > 0) throw notFound('Profile');
  await scope.transaction(async (inside) => {
    const gone = await deleteProfile(inside, profileId);
    await redactEvents(inside, await requestsWith(inside, profileId), ({ type, data }) => {
      if (type === 'sourcing.completed') return withoutCandidate(data, profileId);
      const erased = viewEnriched(unenriched(profileId, 'The profile was deleted'));
      return type === 'enrich.completed' ? withoutEnriched(data, erased) : undefined;
    });
    const results = await deleteResultsOf(inside, profileId);
    if (gone + results === 0) throw notFound('Profile');
  });
}

const LONGEST = 200;
const MOST_POSITIONS = 20;

/**
 * Somebody who was found, as a contact: from the pool, else from the newest search that found them, with the addresses
 * that an enrichment brought.
 */
export async function contactOfProfile(scope: Scope, profileId: string): Promise<OriginOfContact> {
  const [[pooled], results] = await Promise.all([
    findProfiles(scope, [profileId]),
    resultsOf(scope, profileId),
  ]);
  const found = results.flatMap(({ kind, result }) =>
    kind === 'ENRICHMENT' ? [] : [(result as Candidate).profile],
  );
  const enriched = results.flatMap(({ kind, result }) => (kind === 'ENRICHMENT' ? [result as Enriched] : []));
  const profile = pooled ?? found.find(({ emails }) => emails.length > 0) ?? found[0];
  if (!profile) throw notFound('Profile');
  const known = [profile, ...enriched];
  const email = known.flatMap(({ emails }) => emails)[0];
  const phoneNumber = known.flatMap(({ phones }) => phones).flatMap((phone) => e164(phone, null) ?? [])[0];
  return {
    ...namesOf(profile.name),
    ...(email === undefined ? {} : { email }),
    ...(phoneNumber === undefined ? {} : { phoneNumber }),
    ...workOf(profile),
    metadata: {
      sourcedFrom: {
        profileId,
        ...(profile.professionalProfileUrl === null
          ? {}
          : { professionalProfileUrl: profile.professionalProfileUrl }),
      },
    },
  };
}

/** "Keller, Maria" is Maria Keller; of more than two words the first is the first name. */
function namesOf(name: string): { firstName?: string; lastName?: string } {
  const [last, first, ...more] = name.split(',').map((part) => part.trim());
  const words = (first && more.length === 0 ? `${first} ${last}` : name).split(/\s+/).filter(Boolean);
  const [firstName, ...rest] = words;
  return {
    ...(firstName === undefined ? {} : { firstName }),
    ...(rest.length === 0 ? {} : { lastName: rest.join(' ') }),
  };
}

interface Position {
  readonly role: string | null;
  readonly company: string | null;
}

function workOf(profile: Profile): Pick<OriginOfContact, 'workHistory'> {
  const positions = [...currentOf(profile), ...profile.detailedExperience].slice(0, MOST_POSITIONS);
  if (positions.length === 0) return {};
  return {
    workHistory: positions.map(({ role, company }) => ({
      ...(role === null ? {} : { candidatePosition: role.slice(0, LONGEST) }),
      ...(company === null ? {} : { companyName: company.slice(0, LONGEST) }),
    })),
  };
}

/** What they do now, unless it stands among what they have done. */
function currentOf({ currentRole, currentCompany, detailedExperience }: Profile): Position[] {
  if (currentRole === null && currentCompany === null) return [];
  const isListed = detailedExperience.some(
    ({ role, company }) =>
      (currentRole === null || isSame(role, currentRole)) &&
      (currentCompany === null || isSame(company, currentCompany)),
  );
  return isListed ? [] : [{ role: currentRole, company: currentCompany }];
}

const isSame = (one: string | null, other: string): boolean =>
  one !== null && searchable(one).trim() === searchable(other).trim();
