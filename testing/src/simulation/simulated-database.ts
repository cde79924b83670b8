import type { Database } from '@parley/service/storage/database.ts';
import pg from 'pg';
import { Connection, type SimulatedNetwork } from './simulated-network.ts';
import type { Machine, VirtualTime } from './virtual-time.ts';

/** The database's clock may be behind the simulation's by so much: setting it costs a query. */
const CLOCK_LAG_MS = 100;
/** Shortly before the pool gives up. */
const CONNECT_MS = 9000;
/** Until a query that does not end is asked about. */
const PATIENCE_MS = 10;

/**
 * The clock of the database is the simulation's, its timeline can be set, and ids that it makes are the same each time, because
 * rows are taken in their order: functions of the same names stand before PostgreSQL's own. A sequence is read at once by everybody, whatever their transactions see.
 */
const CLOCKWORK = `
  create sequence simulated_ms minvalue 0;
  create sequence simulated_timeline;
  create sequence simulated_ids;
  create function gen_random_uuid() returns uuid language sql volatile as
    $$ select md5(nextval('public.simulated_ids')::text)::uuid $$;
  create function clock_timestamp() returns timestamptz language sql volatile as
    'select pg_catalog.to_timestamp(last_value / 1000.0) from public.simulated_ms';
  create function pg_walfile_name(at pg_lsn) returns text language sql volatile as
    $$ select lpad(to_hex(last_value), 8, '0') || '0000000000000000' from public.simulated_timeline $$;
  create view pg_database as select 1::oid as oid, current_database() as datname;
`;

/** A server's way of telling which sessions wait for others. */
const BLOCKED = `
  select pid, pg_blocking_pids(pid) as blockers from unnest($1::int[]) as session (pid)`;

/**
 * Functions of ours stand before those of the same names. Who waits looks for a deadlock before PATIENCE_MS are over, and so
 * before anybody else comes: it is always the last to come who is turned away, however busy the real machine is.
 */
const SESSION = '-c search_path=public,pg_catalog -c deadlock_timeout=2ms';
const withName = (url: string, name: string): string =>
  `${url.replace(/\/\w+\?/, `/${name}?`)}&options=${encodeURIComponent(SESSION)}`;

type Texted = { readonly text?: string };

interface Session {
  /** No other session has this name. A process id may belong to another session soon after its own ended. */
  readonly name: string;
  readonly connection: Connection;
  isWorking: boolean;
}

/** A real database that the machines of a simulation share, and the way to stop, copy and exchange it. */
export class SimulatedDatabase {
  readonly url: string;
  readonly #name: string;
  readonly #time: VirtualTime;
  readonly #server: pg.Client;
  #own: pg.Client;
  #clockMs = 0;
  #timeline = 1;
  /** Sessions of machines, by process id. */
  readonly #sessions = new Map<number, Session>();
  #opened = 0;
  /** A transaction or a statement has been committed that adds calls. */
  onCallsDue: () => void = () => {};

  private constructor(serverUrl: string, name: string, time: VirtualTime, server: pg.Client, own: pg.Client) {
    this.url = withName(serverUrl, name);
    this.#name = name;
    this.#time = time;
    this.#server = server;
    this.#own = own;
  }

  /** `template`: made by `prepareTemplate`. */
  static async open(
    serverUrl: string,
    template: string,
    name: string,
    time: VirtualTime,
  ): Promise<SimulatedDatabase> {
    const server = await connected(serverUrl);
    await server.query(`create database ${name} template ${template}`);
    const own = await connected(withName(serverUrl, name));
    return new SimulatedDatabase(serverUrl, name, time, server, own);
  }

  /** A copy of a migrated database, with clocks that can be set. */
  static async prepareTemplate(serverUrl: string, migrated: string): Promise<string> {
    const name = `simulation_${process.pid}_${Math.floor(performance.now())}`;
    const server = await connected(serverUrl);
    await server.query(`create database ${name} template ${migrated}`);
    await server.end();
    const own = await connected(withName(serverUrl, name));
    await own.query(CLOCKWORK);
    await own.end();
    return name;
  }

  static async drop(serverUrl: string, name: string): Promise<void> {
    const server = await connected(serverUrl);
    await server.query(`drop database if exists ${name} with (force)`);
    await server.end();
  }

  /** Looks behind everything, at no cost of time. */
  async read<Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return (await this.#own.query<Row>(text, [...values])).rows;
  }

  /** Has a machine's pool connect through the network. */
  serve(machine: Machine, network: SimulatedNetwork, database: Database): void {
    const simulated = this;
    const { pool } = database;
    // Idle connections would be closed and opened again with every pause.
    pool.options.idleTimeoutMillis = 0;
    class Client extends pg.Client {
      readonly #label: string;
      readonly #connection = new Connection(network, machine, 'database', () => {
        const { stream } = (this as unknown as { connection: { stream: { destroy(): void } } }).connection;
        stream.destroy();
      });
      readonly #kinds = new Set<string>();

      constructor(config: pg.ClientConfig) {
        const name = `${simulated.#name} ${++simulated.#opened}`;
        super({ ...config, application_name: name });
        this.#label = name;
        // It may break while the news that it is open is still on its way to the pool.
        this.on('error', () => {});
      }

      // biome-ignore lint/suspicious/noExplicitAny: the driver's own overloads.
      override connect(callback?: any): any {
        const work = this.#connection.ask(
          'connect',
          () =>
            new Promise<void>((resolve, reject) => {
              super.connect((error: Error | null) => (error ? reject(error) : resolve()));
            }),
        );
        // The driver's own limit is not known to a connection that has not begun.
        const patience = setTimeout(() => this.#connection.break('The connection timed out'), CONNECT_MS);
        work.then(
          () => clearTimeout(patience),
          () => clearTimeout(patience),
        );
        const connecting = work.then(() => {
          const { processID } = this as unknown as { processID: number };
          const session = { name: this.#label, connection: this.#connection, isWorking: false };
          simulated.#sessions.set(processID, session);
        });
        if (callback === undefined) return connecting;
        connecting.then(
          () => callback(null),
          (error: Error) => callback(error),
        );
      }

      // biome-ignore lint/suspicious/noExplicitAny: the driver's own overloads.
      override query(...args: any[]): any {
        const callback = typeof args.at(-1) === 'function' ? args.pop() : undefined;
        const text: string = typeof args[0] === 'string' ? args[0] : ((args[0] as Texted).text ?? '');
        const work = this.#connection.ask(this.#kindOf(text), () =>
          simulated.#perform(this as unknown as { processID: number }, text, () =>
            super.query(...(args as [string])),
          ),
        );
        if (callback === undefined) return work;
        work.then(
          (result: unknown) => callback(null, result),
          (error: Error) => callback(error),
        );
      }

      /** A commit is known by what its transaction did. */
      #kindOf(text: string): string {
        if (text.startsWith('begin')) this.#kinds.clear();
        if (text.includes('insert into live_calls')) this.#kinds.add('claim');
        if (text.includes('delete from live_calls')) this.#kinds.add('settlement');
        if (text.includes('insert into call_attempts')) this.#kinds.add('next call');
        if (text.includes("'CHARGE'")) this.#kinds.add('charge');
        if (text.includes('for key share of l')) return 'recheck';
        return text === 'commit' ? this.#kindOfCommit() : 'query';
      }

      /** A call back is the settlement that charges a call and schedules the next one. */
      #kindOfCommit(): string {
        if (this.#kinds.has('claim')) return 'claim';
        if (!this.#kinds.has('settlement')) return 'commit';
        return this.#kinds.has('charge') && this.#kinds.has('next call') ? 'call back' : 'settlement';
      }
    }
    (pool as unknown as { Client: unknown }).Client = Client;
  }

  async #perform<Result>(
    client: { processID: number },
    text: string,
    run: () => Promise<Result>,
  ): Promise<Result> {
    await this.#setClock();
    const session = this.#sessions.get(client.processID);
    if (session) session.isWorking = true;
    try {
      const result = await run();
      if (text.includes('insert into call_attempts')) this.onCallsDue();
      return result;
    } finally {
      if (session) session.isWorking = false;
    }
  }

  async #setClock(): Promise<void> {
    const nowMs = Math.floor(this.#time.nowMs);
    if (Math.abs(nowMs - this.#clockMs) < CLOCK_LAG_MS) return;
    this.#clockMs = nowMs;
    await this.#own.query('select setval($1, $2)', ['simulated_ms', nowMs]);
  }

  /** Waits until every query has ended, or waits for a lock that somebody holds who does nothing. */
  async settled(underWay: ReadonlySet<Promise<void>>): Promise<void> {
    while (underWay.size > 0) {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<'late'>((resolve) => {
        timer = setTimeout(() => resolve('late'), PATIENCE_MS);
      });
      const first = await Promise.race([late, ...underWay]);
      clearTimeout(timer);
      if (first === 'late' && (await this.#isStuck(underWay.size))) return;
      if (first !== 'late') await turn();
    }
  }

  async #isStuck(underWay: number): Promise<boolean> {
    const working = [...this.#sessions].filter(([, { isWorking }]) => isWorking).map(([pid]) => pid);
    if (working.length < underWay) return false;
    const { rows } = await this.#server.query<{ pid: number; blockers: number[] }>(BLOCKED, [working]);
    const blocked = new Map(rows.map(({ pid, blockers }) => [pid, blockers]));
    // Each waits for somebody who does nothing, perhaps behind others who wait. A circle is for PostgreSQL to break.
    const waitsForIdle = (pid: number, seen: readonly number[] = []): boolean =>
      (blocked.get(pid) ?? []).some(
        (other) => !working.includes(other) || (!seen.includes(other) && waitsForIdle(other, [...seen, pid])),
      );
    return working.every((pid) => waitsForIdle(pid));
  }

  /** Ends the sessions of a machine, or of all, and with them what they had not committed. */
  async disconnect(machine?: Machine): Promise<void> {
    for (const { connection } of this.#sessions.values())
      if (machine === undefined || connection.machine === machine) connection.break();
    await this.forgetBroken();
  }

  /** Those whose connection was broken, from either side. False: there are none. */
  async forgetBroken(): Promise<boolean> {
    const names: string[] = [];
    for (const [pid, { name, connection }] of this.#sessions)
      if (connection.isBroken) {
        names.push(name);
        this.#sessions.delete(pid);
      }
    if (names.length > 0) await this.#terminate(names);
    return names.length > 0;
  }

  async #terminate(names: readonly string[]): Promise<void> {
    for (;;) {
      const { rows } = await this.#server.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where application_name = any($1)',
        [names],
      );
      if (rows.length === 0) return;
      await pause(1);
    }
  }

  /** The replica stops here. Every connection is lost for that. */
  async stopReplication(): Promise<void> {
    await this.#exchange([`create database ${this.#name}_replica template ${this.#name}`]);
  }

  /** The replica, as it was when it stopped, takes the place of the database. */
  async promoteReplica(): Promise<void> {
    await this.#exchange([
      `drop database ${this.#name} with (force)`,
      `alter database ${this.#name}_replica rename to ${this.#name}`,
    ]);
    this.#timeline += 1;
    this.#clockMs = 0;
    await this.#own.query('select setval($1, $2)', ['simulated_timeline', this.#timeline]);
    // No id that was lost comes again.
    await this.#own.query('select setval($1, $2)', ['simulated_ids', this.#timeline * 1_000_000]);
    await this.#setClock();
  }

  async #exchange(statements: readonly string[]): Promise<void> {
    await this.disconnect();
    await this.#own.end();
    for (const statement of statements) await this.#server.query(statement);
    this.#own = await connected(this.url);
  }

  async close(): Promise<void> {
    await this.disconnect();
    await this.#own.end();
    for (const name of [this.#name, `${this.#name}_replica`])
      await this.#server.query(`drop database if exists ${name} with (force)`);
    await this.#server.end();
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  return client;
}
