import { notFound } from '../../kernel/failure.ts';
import type { Scope } from '../../storage/scope.ts';
import { type NewProfile, readProfile } from './profile.model.ts';
import { deleteProfile, upsertProfiles } from './profile.store.ts';
import { deleteResultsOf } from './request.store.ts';

/** Puts people into the pool; who is there already is replaced. Of two with one id, the later one stays. */
export async function uploadProfiles(scope: Scope, sent: readonly NewProfile[]) {
  const profiles = new Map(
    sent
      .map((one) => readProfile(one, one.profileId ?? scope.newId()))
      .map((profile) => [profile.profileId, profile]),
  );
  const created = await upsertProfiles(scope, [...profiles.values()]);
  return { created, updated: sent.length - created };
}

/** The person goes from the pool and from what earlier searches and enrichments found. */
export async function removeProfile(scope: Scope, profileId: string): Promise<void> {
  await scope.transaction(async (inside) => {
    const gone = await deleteProfile(inside, profileId);
    const results = await deleteResultsOf(inside, profileId);
    if (gone + results === 0) throw notFound('Profile');
  });
}
