import type { Writable } from 'node:stream';
import type { Clock } from '@parley/kernel/clock.ts';
import { FairQueue } from '@parley/kernel/concurrency.ts';
import type { NewId } from '@parley/kernel/id.ts';
import type { Task } from '@parley/kernel/task.ts';
import pg from 'pg';
import { Gathering } from './gathering.ts';
import type { Actor, Everywhere, RowsWork, Scope, Texts } from './scope.ts';
import { noTextKeys, type OnUnreadable, SealedTexts, type TextKeys } from './sealed-texts.ts';
import { type CompanyId, render, type Sql } from './sql.ts';

// int8 and numeric arrive as numbers: no count or amount here comes near 2^53.
const NUMERIC_OIDS = [20, 1700];
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    // The driver's own signature is looser than what it calls; only text is ever asked for here.
    if (NUMERIC_OIDS.includes(oid)) return Number;
    return pg.types.getTypeParser(oid, format as 'text');
  },
};

type Connection = Pick<pg.Pool, 'query'>;
/** How a scope writes rows together: the database batches concurrent ones, a transaction writes at once. */
type Together = <Row, Result>(scope: Scope, work: RowsWork<Row, Result>, row: Row) => Promise<Result>;
/** Writes a task's row through the given connection. */
export type SendTask = (connection: Connection, task: Task<object>, payload: object) => Promise<void>;

export interface DatabaseOptions {
  readonly url: string;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly send: SendTask;
  readonly maxConnections?: number;
  /** Absent: what was said in calls is neither sealed nor opened. */
  readonly textKeys?: TextKeys;
  readonly onUnreadable?: OnUnreadable;
  /** Called when an idle connection breaks; the pool replaces it by itself. */
  readonly onLostConnection?: (error: Error) => void;
}

// Statements are prepared once per connection under a short name. The number of distinct texts is bounded by
// the code (filters multiply a few); the cap only guards against a mistake that makes them endless.
const MAX_PREPARED = 2000;
/** Of one statement of the code: filters and orders that a list combines are endless, and each takes memory on every connection. */
const MAX_PREPARED_EACH = 16;

const DEFAULT_CONNECTIONS = 20;
/** A connection takes some 5 MB of PostgreSQL; those that are used are always the same ones. */
const IDLE_MS = 10_000;
/** A smaller pool is nobody's to share. */
const FEWEST_SHARED = 8;

/** How many connections one company may use at once, so that some are left for the others. */
const connectionsEach = (all: number): number => (all < FEWEST_SHARED ? all : all - Math.floor(all / 4));

/** A query that hangs would keep its connection, and its locks, for ever. */
const LONGEST_MS = 60_000;
const limited = ['statement_timeout', 'idle_in_transaction_session_timeout'];
/** Only for a session of our own: a pooler tells another process id than the server's. */
const sessionLimits = `
  select ${limited.map((name) => `set_config('${name}', '${LONGEST_MS}', false)`).join(', ')} where pg_backend_pid() = $1`;
const transactionLimits = limited.map((name) => `set local ${name} = ${LONGEST_MS}`).join('; ');

/** The pool, and the way into it: queries, transactions, tasks, and the view of one company. */
export class Database implements Everywhere {
  readonly pool: pg.Pool;
  readonly newId: NewId;
  readonly texts: Texts;
  readonly textKeys: TextKeys;
  readonly onUnreadable: OnUnreadable;
  readonly #clock: Clock;
  readonly #send: SendTask;
  readonly #names = new Map<string, string>();
  readonly #namesOf = new WeakMap<readonly string[], number>();
  readonly #connections: FairQueue;
  readonly #gatherings = new Map<unknown, Map<string, unknown>>();
  /** Whether connections reach the server without a pooler in between. False until the first one says so. */
  #isDirect = false;

  constructor(options: DatabaseOptions) {
    this.newId = options.newId;
    this.textKeys = options.textKeys ?? noTextKeys;
    this.onUnreadable = options.onUnreadable ?? (() => {});
    this.texts = new SealedTexts(this.textKeys, this, {
      isTransaction: false,
      onUnreadable: this.onUnreadable,
    });
    this.#clock = options.clock;
    this.#send = options.send;
    const max = options.maxConnections ?? DEFAULT_CONNECTIONS;
    this.#connections = new FairQueue({
      atOnce: Number.POSITIVE_INFINITY,
      atOnceEach: connectionsEach(max),
      mostWaiting: Number.POSITIVE_INFINITY,
      mostWaitingEach: Number.POSITIVE_INFINITY,
    });
    this.pool = new pg.Pool({
      connectionString: options.url,
      max,
      application_name: 'parley',
      connectionTimeoutMillis: 10_000,
      idleTimeoutMillis: IDLE_MS,
      // For a server that does not even end a statement by itself; above LONGEST_MS, so that an ordinary slow query ends
      // by that.
      query_timeout: LONGEST_MS + 5000,
      keepAlive: true,
      types,
      // Queries that do not wait for each other's answers go out together and are answered in their order.
      pipeline: true,
    });
    this.pool.on('error', (error) => options.onLostConnection?.(error));
    // A connection that breaks between two queries of a transaction says so to nobody but us: without a listener
    // that ends the process. The next query on it fails, and that is where it is handled.
    this.pool.on('connect', (client) => {
      client.on('error', () => {});
      this.#limit(client);
    });
  }

  /**
   * Sent before every other query of the connection. A pooler in between (PgBouncer) refuses such settings at the start of a
   * connection, and gives what is set later to others: there each transaction sets its own.
   */
  #limit(client: pg.PoolClient): void {
    const { processID } = client as unknown as { processID: number };
    client.query(sessionLimits, [processID]).then(
      ({ rowCount }) => {
        this.#isDirect = rowCount === 1;
      },
      () => {},
    );
  }

  now(): Date {
    return this.#clock.now();
  }

  all<Row extends object>(query: Sql): Promise<Row[]> {
    return this.rows(this.pool, query);
  }

  async first<Row extends object>(query: Sql): Promise<Row | undefined> {
    return (await this.rows<Row>(this.pool, query))[0];
  }

  run(query: Sql): Promise<number> {
    return this.touched(this.pool, query);
  }

  async atCommit(query: Sql): Promise<void> {
    await this.run(query);
  }

  enqueue<Payload extends object>(task: Task<Payload>, payload: Payload): Promise<void> {
    return this.#send(this.pool, task, payload);
  }

  transaction<Result>(work: (everywhere: Everywhere) => Promise<Result>): Promise<Result> {
    return this.#inside('begin', work);
  }

  snapshot<Result>(work: (everywhere: Everywhere) => Promise<Result>): Promise<Result> {
    return this.#inside('begin isolation level repeatable read, read only', work);
  }

  async #inside<Result>(begin: string, work: (everywhere: Everywhere) => Promise<Result>): Promise<Result> {
    const client = await this.pool.connect();
    let broken: Error | undefined;
    // The pool listens only to idle connections: one that breaks between two queries of ours would end the process.
    const onError = (error: Error) => {
      broken = error;
    };
    client.on('error', onError);
    try {
      const connection = gathered(client);
      // Not waited for: the first queries follow it on the same connection. Where it fails, they fail.
      const begun = connection.query(this.#isDirect ? begin : `${begin}; ${transactionLimits}`);
      begun.catch(() => {});
      const transaction = new Transaction(this, connection, this.#send);
      const result = await work(transaction);
      // On the wire before the commit, and answered before it.
      const last = transaction.sendLast();
      // Asked to commit what an error has spoilt, PostgreSQL rolls back and calls that a success.
      const [{ command }] = await Promise.all([connection.query('commit'), last]);
      if (command !== 'COMMIT')
        throw new Error('The transaction was rolled back: an earlier query failed and its error was ignored');
      return result;
    } catch (error) {
      await client.query('rollback').catch(onError);
      throw error;
    } finally {
      client.off('error', onError);
      client.release(broken);
    }
  }

  within(companyId: CompanyId, actor: Actor): Scope {
    return new CompanyScope(this, companyId, actor, this.#together, (work) =>
      this.#connections.run(companyId, work),
    );
  }

  async close(): Promise<void> {
    await this.pool.end();
  }

  async rows<Row extends object>(connection: Connection, query: Sql): Promise<Row[]> {
    return (await connection.query<Row>(this.#prepared(query))).rows;
  }

  async touched(connection: Connection, query: Sql): Promise<number> {
    return (await connection.query(this.#prepared(query))).rowCount ?? 0;
  }

  // By company, so that none waits for a lock or a fault of another.
  readonly #together: Together = <Row, Result>(scope: Scope, work: RowsWork<Row, Result>, row: Row) => {
    const owner = `${scope.companyId} ${scope.actor.kind} ${scope.actor.id}`;
    const gatherings = (this.#gatherings.get(work) ?? new Map()) as Map<string, Gathering<Row, Result>>;
    this.#gatherings.set(work, gatherings);
    let gathering = gatherings.get(owner);
    if (gathering === undefined) {
      gathering = new Gathering(
        (rows) => work(scope, rows),
        () => gatherings.delete(owner),
      );
      gatherings.set(owner, gathering);
    }
    return gathering.add(row);
  };

  #prepared(query: Sql): pg.QueryConfig {
    const { text, values } = render(query);
    // What is prepared on a connection through a pooler is another process's connection with the next transaction.
    if (query.isPlannedAnew || !this.#isDirect) return { text, values };
    let name = this.#names.get(text);
    const kept = this.#namesOf.get(query.strings) ?? 0;
    if (name === undefined && this.#names.size < MAX_PREPARED && kept < MAX_PREPARED_EACH) {
      name = `q${this.#names.size}`;
      this.#names.set(text, name);
      this.#namesOf.set(query.strings, kept + 1);
    }
    return name === undefined ? { text, values } : { name, text, values };
  }
}

/**
 * A connection whose queries of one turn leave in one write: a write costs more than most queries (95 of the 240 µs
 * that a query took this process, measured with ten statements to a call).
 */
function gathered(client: pg.PoolClient): Connection {
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection;
  return {
    query: ((...args: Parameters<pg.PoolClient['query']>) => {
      stream.cork();
      process.nextTick(() => stream.uncork());
      return client.query(...args);
    }) as Connection['query'],
  };
}

/** The database as seen from inside one transaction. */
class Transaction implements Everywhere {
  readonly newId: NewId;
  readonly texts: Texts;
  readonly #database: Database;
  readonly #client: Connection;
  readonly #send: SendTask;
  readonly #last: Sql[] = [];

  constructor(database: Database, client: Connection, send: SendTask) {
    this.newId = database.newId;
    const { textKeys, onUnreadable } = database;
    this.texts = new SealedTexts(textKeys, this, { isTransaction: true, onUnreadable });
    this.#database = database;
    this.#client = client;
    this.#send = send;
  }

  now(): Date {
    return this.#database.now();
  }

  all<Row extends object>(query: Sql): Promise<Row[]> {
    return this.#database.rows(this.#client, query);
  }

  async first<Row extends object>(query: Sql): Promise<Row | undefined> {
    return (await this.all<Row>(query))[0];
  }

  run(query: Sql): Promise<number> {
    return this.#database.touched(this.#client, query);
  }

  async atCommit(query: Sql): Promise<void> {
    this.#last.push(query);
  }

  async sendLast(): Promise<void> {
    await Promise.all(this.#last.splice(0).map((query) => this.run(query)));
  }

  enqueue<Payload extends object>(task: Task<Payload>, payload: Payload): Promise<void> {
    return this.#send(this.#client, task, payload);
  }

  transaction<Result>(work: (everywhere: Everywhere) => Promise<Result>): Promise<Result> {
    return work(this);
  }

  snapshot<Result>(work: (everywhere: Everywhere) => Promise<Result>): Promise<Result> {
    return work(this);
  }

  within(companyId: CompanyId, actor: Actor): Scope {
    return new CompanyScope(this, companyId, actor, aloneInTransaction, onOwnConnection);
  }
}

const aloneInTransaction: Together = async <Row, Result>(
  scope: Scope,
  work: RowsWork<Row, Result>,
  row: Row,
) => (await work(scope, [row]))[0] as Result;

/** Waits until the company may use one more connection. */
type Connected = <Result>(work: () => Promise<Result>) => Promise<Result>;
/** A transaction has one already. */
const onOwnConnection: Connected = (work) => work();

class CompanyScope implements Scope {
  readonly companyId: CompanyId;
  readonly actor: Actor;
  readonly newId: NewId;
  readonly texts: Texts;
  readonly #everywhere: Everywhere;
  readonly #together: Together;
  readonly #connected: Connected;

  constructor(
    everywhere: Everywhere,
    companyId: CompanyId,
    actor: Actor,
    together: Together,
    connected: Connected,
  ) {
    this.companyId = companyId;
    this.actor = actor;
    this.newId = everywhere.newId;
    this.texts = everywhere.texts;
    this.#everywhere = everywhere;
    this.#together = together;
    this.#connected = connected;
  }

  now(): Date {
    return this.#everywhere.now();
  }

  all<Row extends object>(query: Sql<true>): Promise<Row[]> {
    return this.#connected(() => this.#everywhere.all(query));
  }

  first<Row extends object>(query: Sql<true>): Promise<Row | undefined> {
    return this.#connected(() => this.#everywhere.first(query));
  }

  run(query: Sql<true>): Promise<number> {
    return this.#connected(() => this.#everywhere.run(query));
  }

  atCommit(query: Sql<true>): Promise<void> {
    return this.#connected(() => this.#everywhere.atCommit(query));
  }

  enqueue<Payload extends object>(task: Task<Payload>, payload: Payload): Promise<void> {
    return this.#connected(() => this.#everywhere.enqueue(task, payload));
  }

  transaction<Result>(work: (scope: Scope) => Promise<Result>): Promise<Result> {
    return this.#connected(() =>
      this.#everywhere.transaction((inside) => work(inside.within(this.companyId, this.actor))),
    );
  }

  snapshot<Result>(work: (scope: Scope) => Promise<Result>): Promise<Result> {
    return this.#connected(() =>
      this.#everywhere.snapshot((inside) => work(inside.within(this.companyId, this.actor))),
    );
  }

  together<Row, Result>(work: RowsWork<Row, Result>, row: Row): Promise<Result> {
    return this.#together(this, work, row);
  }
}
