import { setImmediate } from 'node:timers/promises';
import type { NewProfile } from '@parley/contract/sourcing.ts';
import { notFound } from '@parley/kernel/failure.ts';
import { unfitParts } from '@parley/kernel/json.ts';
import type { Scope } from '../../storage/scope.ts';
import { readProfile } from './profile.model.ts';
import { deleteProfile, type PoolRow, upsertProfiles } from './profile.store.ts';
import { termsOf } from './profile-terms.model.ts';
import { deleteResultsOf } from './request.store.ts';

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
    const results = await deleteResultsOf(inside, profileId);
    if (gone + results === 0) throw notFound('Profile');
  });
}
