import type { Everywhere } from '../../storage/scope.ts';
import { sql } from '../../storage/sql.ts';
import type { OperatorTrunk, TrunkDown } from './operator-trunk.model.ts';

export const saveProblem = (
  everywhere: Everywhere,
  { key, name }: OperatorTrunk,
  workerId: string,
  { message, isDead }: { readonly message: string; readonly isDead: boolean },
) =>
  everywhere.run(sql`
    insert into operator_trunk_problems (trunk, worker_id, name, message, is_dead, since)
    values (${key}, ${workerId}, ${name}, ${message}, ${isDead}, ${everywhere.now()})
    on conflict (trunk, worker_id) do update set name = excluded.name, message = excluded.message, is_dead = excluded.is_dead`);

export const deleteProblem = (everywhere: Everywhere, key: string, workerId: string) =>
  everywhere.run(sql`delete from operator_trunk_problems where trunk = ${key} and worker_id = ${workerId}`);

export const deleteLostProblems = (everywhere: Everywhere) =>
  everywhere.run(
    sql`delete from operator_trunk_problems p where not exists (select from workers w where w.id = p.worker_id)`,
  );

/** Where staff know that it is down. Without a call only of one that did not answer. */
export const saveWorked = (everywhere: Everywhere, key: string, hasCarriedCall: boolean) =>
  everywhere.run(sql`
    update operator_trunk_notices set worked_at = ${everywhere.now()}
    where trunk = ${key} and is_down and worked_at is null and (is_dead or ${hasCarriedCall})`);

export const saveFailed = (everywhere: Everywhere, key: string, isDead: boolean) =>
  everywhere.run(sql`
    update operator_trunk_notices set worked_at = null, is_dead = ${isDead} where trunk = ${key} and is_down`);

const isAlive = (lostAfterSeconds: number) =>
  sql`w.last_seen_at > clock_timestamp() - make_interval(secs => ${lostAfterSeconds})`;

/** Those that are down by what a living worker says, and of which staff do not know, nor were told lately. */
export const unreportedDown = (everywhere: Everywhere, reportedBefore: Date, lostAfterSeconds: number) =>
  everywhere.all<TrunkDown>(sql`
    select distinct on (p.trunk) p.trunk as key, p.name, p.message, p.is_dead as "isDead", p.since as at
    from operator_trunk_problems p join workers w on w.id = p.worker_id
    left join operator_trunk_notices n on n.trunk = p.trunk
    where ${isAlive(lostAfterSeconds)} and (n.trunk is null or (not n.is_down and n.reported_at < ${reportedBefore}))
    order by p.trunk, p.since`);

/** Those that staff take for down, and that work by what a worker has seen, while no living one says otherwise. */
export const unreportedBack = (everywhere: Everywhere, lostAfterSeconds: number) =>
  everywhere.all<OperatorTrunk & { readonly at: Date }>(sql`
    select n.trunk as key, n.name, n.worked_at as at from operator_trunk_notices n
    where n.is_down and n.worked_at is not null and not exists (
      select from operator_trunk_problems p join workers w on w.id = p.worker_id
      where p.trunk = n.trunk and ${isAlive(lostAfterSeconds)})
    order by n.trunk`);

export const saveReportedDown = (everywhere: Everywhere, { key, name, isDead }: TrunkDown) =>
  everywhere.run(sql`
    insert into operator_trunk_notices (trunk, name, is_down, is_dead, reported_at)
    values (${key}, ${name}, true, ${isDead}, ${everywhere.now()})
    on conflict (trunk) do update set name = excluded.name, is_down = true, is_dead = excluded.is_dead,
      reported_at = excluded.reported_at, worked_at = null`);

export const saveReportedBack = (everywhere: Everywhere, key: string) =>
  everywhere.run(sql`update operator_trunk_notices set is_down = false where trunk = ${key}`);
