import pg from 'pg';

const RETRY_MS = 500;
/** A connection that died silently is noticed after at most this long. */
const HEARTBEAT_MS = 5000;
/** Behind a pooler nothing is received; whoever waits for a message looks this often instead. */
const POLL_MS = 1000;

type Listener = (payload: string) => void;

/**
 * Messages between processes through PostgreSQL's LISTEN. They are only hints: while the connection is lost
 * messages are missed, so whoever relies on them asks `listening` first and is notified of every gap. Through a pooler
 * such as PgBouncer no message arrives: then every listener is called once a second, with an empty message.
 */
export class Notifications {
  readonly #url: string;
  readonly #onError: (error: Error) => void;
  readonly #onPooled: () => void;
  readonly #listeners = new Map<string, Listener[]>();
  readonly #gapListeners: (() => void)[] = [];
  #client: pg.Client | undefined;
  #retry: NodeJS.Timeout | undefined;
  #heartbeat: NodeJS.Timeout | undefined;
  #polling: NodeJS.Timeout | undefined;
  #stopped = false;
  #listening = false;

  /** `onPooled`: a pooler stands between, and messages are not received. */
  constructor(options: { url: string; onError: (error: Error) => void; onPooled?: () => void }) {
    this.#url = options.url;
    this.#onError = options.onError;
    this.#onPooled = options.onPooled ?? (() => {});
  }

  /** Whether messages are received right now. */
  get listening(): boolean {
    return this.#listening;
  }

  on(channel: string, listener: Listener): void {
    this.#listeners.set(channel, [...(this.#listeners.get(channel) ?? []), listener]);
  }

  /** As `on`, also after the start. */
  async subscribe(channel: string, listener: Listener): Promise<void> {
    this.on(channel, listener);
    // Where it fails the connection is lost, and the next one listens to every channel.
    if (this.#listening) await this.#client?.query(`listen ${pg.escapeIdentifier(channel)}`).catch(() => {});
  }

  /** Called when messages may have been missed: after a loss, at each vain try, and once listening has resumed. */
  onGap(listener: () => void): void {
    this.#gapListeners.push(listener);
  }

  async start(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'parley notifications',
      keepAlive: true,
      connectionTimeoutMillis: HEARTBEAT_MS,
      query_timeout: HEARTBEAT_MS,
    });
    this.#client = client;
    client.on('error', (error) => this.#lost(client, error));
    client.on('end', () =>
      this.#lost(client, new Error('The database connection for LISTEN/NOTIFY was closed')),
    );
    client.on('notification', ({ channel, payload }) => {
      for (const listener of this.#listeners.get(channel) ?? []) listener(payload ?? '');
    });
    try {
      await client.connect();
      if (await isPooled(client)) {
        this.#client = undefined;
        await client.end();
        return this.#poll();
      }
      for (const channel of this.#listeners.keys())
        await client.query(`listen ${pg.escapeIdentifier(channel)}`);
      if (this.#stopped) throw new Error('Notifications were stopped during their start');
    } catch (error) {
      client.end().catch(() => {});
      throw error;
    }
    this.#listening = true;
    this.#heartbeat = setInterval(() => this.#beat(client), HEARTBEAT_MS);
    for (const listener of this.#gapListeners) listener();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#listening = false;
    clearTimeout(this.#retry);
    clearInterval(this.#heartbeat);
    clearInterval(this.#polling);
    await this.#client?.end().catch(() => {});
  }

  #poll(): void {
    this.#onPooled();
    for (const listener of this.#gapListeners) listener();
    this.#polling = setInterval(() => {
      for (const listener of [...this.#listeners.values()].flat()) listener('');
    }, POLL_MS);
  }

  #beat(client: pg.Client): void {
    client.query('select 1').catch((error: Error) => this.#lost(client, error));
  }

  #lost(client: pg.Client, error: Error): void {
    // Before it listens, `start` reports the failure; reporting it here too would reconnect twice.
    if (this.#stopped || !this.#listening || this.#client !== client) return;
    this.#listening = false;
    clearInterval(this.#heartbeat);
    client.end().catch(() => {});
    this.#onError(error);
    for (const listener of this.#gapListeners) listener();
    this.#reconnect();
  }

  #reconnect(): void {
    this.#retry = setTimeout(() => {
      this.start().catch((error: Error) => {
        if (this.#stopped) return;
        this.#onError(error);
        for (const listener of this.#gapListeners) listener();
        this.#reconnect();
      });
    }, RETRY_MS);
  }
}

/** A pooler tells its own process id, and the server another one. */
async function isPooled(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid !== (client as unknown as { processID: number }).processID;
}
