import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

/** Of the advisory locks; any number that nobody else uses. */
const GATE = 4711;

/**
 * Points at which a test can kill a process, made by the database alone: a transaction that claims, settles or analyses a
 * call takes a shared lock before it commits. While the test holds that lock, the commit waits.
 */
export async function installGates(client: pg.Client): Promise<void> {
  await client.query(`
    create function pass_gate() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock_shared(${GATE}, tg_argv[0]::int);
      return null;
    end $$;
    create constraint trigger gate_of_claims after insert on live_calls deferrable initially deferred
      for each row execute function pass_gate(1);
    create constraint trigger gate_of_settlements after delete on live_calls deferrable initially deferred
      for each row execute function pass_gate(2);
    create constraint trigger gate_of_analyses after update of status on call_analyses deferrable initially deferred
      for each row when (new.status > 1) execute function pass_gate(3);`);
}

export const killPoints = [
  'before the claim commits',
  'while the claim commits',
  'between the claim and the call',
  'after dialling',
  'before the settlement commits',
  'while the settlement commits',
  'after the settlement',
  'before the analysis commits',
  'while the analysis commits',
] as const;
export type KillPoint = (typeof killPoints)[number];

export interface Catcher {
  /** How many calls have been placed so far. */
  dials(): number;
  kill(): Promise<void>;
}

/** Waits until the process has reached the point, and kills it there. */
export async function killAt(point: KillPoint, client: pg.Client, catcher: Catcher): Promise<void> {
  switch (point) {
    case 'before the claim commits':
      return atGate(1, client, catcher, 'undone');
    case 'while the claim commits':
      return atGate(1, client, catcher, 'done');
    case 'before the settlement commits':
      return atGate(2, client, catcher, 'undone');
    case 'while the settlement commits':
      return atGate(2, client, catcher, 'done');
    case 'before the analysis commits':
      return atGate(3, client, catcher, 'undone');
    case 'while the analysis commits':
      return atGate(3, client, catcher, 'done');
    case 'between the claim and the call': {
      // Nothing can be dialled without reading its agent.
      await client.query('begin');
      await client.query('lock table agent_versions in access exclusive mode');
      await until(async () => (await waiting(client, `relation = 'agent_versions'::regclass`)).length > 0);
      await catcher.kill();
      await client.query('rollback');
      return;
    }
    case 'after dialling': {
      const before = catcher.dials();
      await until(async () => catcher.dials() > before);
      return catcher.kill();
    }
    case 'after the settlement': {
      const before = await settled(client);
      await until(async () => (await settled(client)) > before);
      return catcher.kill();
    }
  }
}

export const closeGate = (gate: number, client: pg.Client) =>
  client.query('select pg_advisory_lock($1, $2)', [GATE, gate]);

/** Closes the gate, and kills who comes to it. */
async function atGate(
  gate: number,
  client: pg.Client,
  catcher: Pick<Catcher, 'kill'>,
  commit: 'done' | 'undone',
): Promise<void> {
  await closeGate(gate, client);
  await atClosedGate(gate, client, catcher, commit);
}

/** The server finishes a commit that reached it even if the process dies; `undone` ends the server's session as well. */
export async function atClosedGate(
  gate: number,
  client: pg.Client,
  catcher: Pick<Catcher, 'kill'>,
  commit: 'done' | 'undone',
): Promise<void> {
  const at = `locktype = 'advisory' and classid = ${GATE} and objid = ${gate}`;
  await until(async () => (await waiting(client, at)).length > 0);
  await catcher.kill();
  if (commit === 'undone')
    for (const pid of await waiting(client, at)) await client.query('select pg_terminate_backend($1)', [pid]);
  await client.query('select pg_advisory_unlock($1, $2)', [GATE, gate]);
}

const waiting = async (client: pg.Client, what: string): Promise<number[]> =>
  (
    await client.query(
      `select pid from pg_locks where not granted and database = (select oid from pg_database where datname = current_database()) and ${what}`,
    )
  ).rows.map(({ pid }) => pid as number);

const settled = async (client: pg.Client): Promise<number> =>
  Number(
    (
      await client.query(
        `select count(*) from call_attempts where status not in ('SCHEDULED', 'IN_PROGRESS')`,
      )
    ).rows[0].count,
  );

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let i = 0; i < 9000; i++) {
    if (await isSo()) return;
    await sleep(10);
  }
  throw new Error('The process did not reach the kill point within 90 seconds');
}
