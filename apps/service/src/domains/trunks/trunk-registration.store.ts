import type { TrunkHealthView } from '@parley/contract/trunk.ts';
import type { Everywhere } from '../../storage/scope.ts';
import { sql } from '../../storage/sql.ts';
import type { TrunkScope } from './trunk.store.ts';
import type { HealthTrunk } from './trunk-health.store.ts';

export interface NewRegistration {
  readonly state: NonNullable<TrunkHealthView['registration']>['state'];
  readonly status: number | null;
  /** How long it is granted for; null: it was not. */
  readonly seconds: number | null;
}

export interface KeptRegistration extends Omit<NewRegistration, 'seconds'> {
  readonly since: Date;
  readonly expiresAt: Date | null;
}

export const saveRegistration = (
  everywhere: Everywhere,
  trunk: string,
  workerId: string,
  { state, status, seconds }: NewRegistration,
) => {
  const now = everywhere.now();
  const expiresAt = seconds === null ? null : new Date(now.getTime() + seconds * 1000);
  // One that was granted before is not over because its refresh failed.
  return everywhere.run(sql`
    insert into trunk_registrations as r (trunk, worker_id, state, status, since, expires_at)
    values (${trunk}, ${workerId}, ${state}, ${status}, ${now}, ${expiresAt})
    on conflict (trunk, worker_id) do update set state = excluded.state, status = excluded.status,
      since = case when r.state = excluded.state then r.since else excluded.since end,
      expires_at = coalesce(excluded.expires_at, r.expires_at)`);
};

export const deleteRegistration = (everywhere: Everywhere, trunk: string, workerId: string) =>
  everywhere.run(sql`delete from trunk_registrations where trunk = ${trunk} and worker_id = ${workerId}`);

export const deleteLostRegistrations = (everywhere: Everywhere) =>
  everywhere.run(
    sql`delete from trunk_registrations r where not exists (select from workers w where w.id = r.worker_id)`,
  );

/**
 * Of living workers. One that says that it is registered and has not renewed that in time says nothing any more. What fails
 * comes first: calls to us that arrive at one worker do not show that they would arrive at another.
 */
export const registrationOf = (scope: TrunkScope, trunk: HealthTrunk, lostAfterSeconds: number) =>
  scope.first<KeptRegistration>(sql`
    select r.state, r.status, r.since, r.expires_at as "expiresAt"
    from ${trunk.row} join trunk_registrations r on r.trunk = t.key and r.since >= t.updated_at
      join workers w on w.id = r.worker_id
    where w.last_seen_at > clock_timestamp() - make_interval(secs => ${lostAfterSeconds})
      and (r.state <> 'REGISTERED' or r.expires_at > ${scope.now()})
    order by r.state = 'REGISTERED', r.since, r.worker_id limit 1`);
