import pg from 'pg';
import type { Db } from 'pg-boss';
import type { Notifications } from './notifications.ts';

/** One may wait long for a lock, and another one for the result of a large batch. */
const MOST = 3;
const PATIENCE_MS = 200;

export interface TaskConnectionsOptions {
  readonly url: string;
  readonly onError: (error: Error) => void;
  readonly notifications?: Notifications;
  readonly patienceMs?: number;
}

/**
 * The connections with which the task queue looks for work and stores what came of it. Its workers ask at the same moments,
 * which a pool answers with as many connections as it may open, of some 5 MB each. Here a query first waits a moment for the
 * one before it, so an idle service has one of them.
 */
export class TaskConnections implements Db {
  readonly #options: TaskConnectionsOptions;
  #pool: pg.Pool | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: TaskConnectionsOptions) {
    this.#options = options;
  }

  async executeSql(text: string, values?: unknown[]): Promise<pg.QueryResult> {
    const { patienceMs = PATIENCE_MS } = this.#options;
    const answer = before(this.#last, patienceMs).then(() => this.#open().query(text, values));
    this.#last = answer.catch(() => {});
    return answer;
  }

  /** Without notifications the queue is only polled. */
  async listen(
    channel: string,
    onNotification: (payload: string) => void,
    onReconnect: () => void,
  ): Promise<{ close(): Promise<void> }> {
    const { notifications } = this.#options;
    if (notifications === undefined) throw new Error('The task queue has no notifications');
    let isOpen = true;
    notifications.onGap(() => isOpen && notifications.listening && onReconnect());
    await notifications.subscribe(channel, (payload) => isOpen && onNotification(payload));
    onReconnect();
    return {
      close: async () => {
        isOpen = false;
      },
    };
  }

  async close(): Promise<void> {
    const pool = this.#pool;
    this.#pool = undefined;
    await pool?.end();
  }

  #open(): pg.Pool {
    if (this.#pool === undefined) {
      this.#pool = new pg.Pool({
        connectionString: this.#options.url,
        application_name: 'parley tasks',
        connectionTimeoutMillis: 10_000,
        max: MOST,
      });
      this.#pool.on('error', this.#options.onError);
    }
    return this.#pool;
  }
}

/** Until the work is done, or so long. */
async function before(work: Promise<unknown>, ms: number): Promise<void> {
  const { promise: isLate, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  await Promise.race([work, isLate]);
  clearTimeout(timer);
}
