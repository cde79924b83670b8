import type { TrunkHealthView } from '@parley/contract/trunk.ts';
import type { Everywhere } from '../../storage/scope.ts';
import * as store from './trunk-registration.store.ts';

export async function noteRegistration(
  everywhere: Everywhere,
  trunk: string,
  workerId: string,
  registration: store.NewRegistration,
): Promise<void> {
  await store.saveRegistration(everywhere, trunk, workerId, registration);
}

export async function forgetRegistration(
  everywhere: Everywhere,
  trunk: string,
  workerId: string,
): Promise<void> {
  await store.deleteRegistration(everywhere, trunk, workerId);
}

export function viewRegistration(
  registration: store.KeptRegistration | undefined,
  now: Date,
): TrunkHealthView['registration'] {
  if (registration === undefined) return null;
  const { state, since, expiresAt, status } = registration;
  const lasts = expiresAt !== null && expiresAt > now;
  return {
    state,
    since: since.toISOString(),
    expiresAt: lasts ? expiresAt.toISOString() : null,
    code: status,
  };
}
