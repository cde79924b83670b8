import { notFound } from '@parley/kernel/failure.ts';
import { e164 } from '@parley/kernel/phone-number.ts';
import { searchable } from '@parley/kernel/text.ts';
import type { Scope } from '../../storage/scope.ts';
import type { OriginOfContact } from '../contacts/contact.model.ts';
import type { Profile } from './profile.model.ts';
import { findProfiles } from './profile.store.ts';
import type { Enriched } from './provider.model.ts';
import { resultsOf } from './request.store.ts';
import type { Candidate } from './sourcing.model.ts';

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
