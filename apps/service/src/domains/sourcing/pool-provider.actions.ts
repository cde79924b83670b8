import type { Scope } from '../../storage/scope.ts';
import type { Profile } from './profile.model.ts';
import { countProfiles, findProfiles, searchProfiles } from './profile.store.ts';
import { addressQuery, tiersOf } from './profile-terms.model.ts';
import {
  type Enriched,
  MOST_COUNTED,
  MOST_FOUND,
  type Sought,
  type SourcingProvider,
  unknownProfile,
} from './provider.model.ts';

/** The embedded provider: the company's own talent pool. */
export const poolProvider: SourcingProvider = {
  async search(scope, { criteria }) {
    const profiles: Profile[] = [];
    const tiers = tiersOf(criteria, scope.companyId);
    for (const query of tiers) {
      const except = profiles.map(({ profileId }) => profileId);
      profiles.push(...(await searchProfiles(scope, query, { except, most: MOST_FOUND - profiles.length })));
      if (profiles.length >= MOST_FOUND) break;
    }
    // Fewer than the most are all there are.
    const widest = profiles.length < MOST_FOUND ? undefined : tiers.at(-1);
    const counted = widest === undefined ? 0 : await countProfiles(scope, widest, MOST_COUNTED);
    return { profiles, total: Math.max(profiles.length, counted) };
  },

  async enrich(scope, { sought }) {
    const byId = new Map(
      (
        await findProfiles(
          scope,
          sought.map(({ profileId }) => profileId),
        )
      ).map((profile) => [profile.profileId, profile]),
    );
    const enriched: Enriched[] = [];
    for (const one of sought) {
      const profile = one.known ? await sameAddress(scope, one.known.emails) : byId.get(one.profileId);
      enriched.push(profile ? enrichedBy(one, profile) : unknownProfile(one.profileId));
    }
    return enriched;
  },
};

async function sameAddress(scope: Scope, emails: readonly string[]): Promise<Profile | undefined> {
  if (emails.length === 0) return undefined;
  return (await searchProfiles(scope, addressQuery(emails, scope.companyId), { except: [], most: 1 }))[0];
}

const enrichedBy = ({ profileId }: Sought, profile: Profile): Enriched => ({
  profileId,
  emails: profile.emails,
  phones: profile.phones,
  detailedExperience: profile.detailedExperience,
  failureReason: null,
});
