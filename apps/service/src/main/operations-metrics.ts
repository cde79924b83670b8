import { statfs } from 'node:fs/promises';
import { connect } from 'node:tls';
import { withTimeout } from '@parley/kernel/concurrency.ts';
import { Gauge, type Registry } from 'prom-client';
import { countRequeued, longestWait } from '../domains/conversations/due-queue.store.ts';
import { countOpenCircuits } from '../domains/webhooks/webhook.store.ts';
import type { Database } from '../storage/database.ts';
import { serverConnections } from '../storage/database-facts.ts';
import { LAST_BACKUP, readFact } from '../storage/installation.ts';
import { type DialStop, stopReasons } from '../workflows/dial-fence.ts';
import type { Config } from './config.ts';

/** Prometheus gives up after ten seconds, and the other numbers are needed most while the database is away. */
const READ_MS = 2000;
/** A certificate is valid for weeks. */
const CERTIFICATE_KEPT_MS = 3_600_000;

export interface OperationsSources {
  readonly database: Database;
  readonly config: Pick<Config, 'PARLEY_DATA_DIR' | 'PARLEY_PUBLIC_URL'>;
  /** Until when the certificate of that address is valid. */
  readonly certificateOf?: (url: URL) => Promise<Date>;
}

/** What an operator is woken for: things of the whole installation, which every process reads when it is asked. */
export function addOperationsMetrics(
  registry: Registry,
  { database, config, certificateOf = readCertificate }: OperationsSources,
): void {
  /** What cannot be found out has no value: a 0 would say that all is well. */
  const gauge = (name: string, help: string, read: () => Promise<number | undefined>) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const value = await withTimeout(READ_MS, read()).catch(() => undefined);
        if (value === undefined) this.remove();
        else this.set(value);
      },
    });
  const states = (name: string, help: string, read: () => Promise<Readonly<Record<string, number>>>) =>
    new Gauge({
      name,
      help,
      labelNames: ['state'],
      registers: [registry],
      async collect() {
        this.reset();
        const values = await withTimeout(READ_MS, read()).catch(() => ({}));
        for (const [state, value] of Object.entries(values)) this.set({ state }, value);
      },
    });

  gauge(
    'parley_calls_waiting_seconds',
    'For how long the dial queue that waits longest has had a call due and placed none',
    () => longestWait(database),
  );
  gauge('parley_calls_requeued', 'Calls that the telephone network did not take, and that wait', () =>
    countRequeued(database),
  );
  gauge('parley_webhook_circuits_open', 'Webhooks that get no events, because their receiver fails', () =>
    countOpenCircuits(database),
  );
  states('parley_database_server_connections', 'Connections to PostgreSQL, and the maximum', () =>
    serverConnections(database),
  );
  states('parley_disk_bytes', 'The disk of the data folder: its size, and what is free', async () => {
    const { bavail, blocks, bsize } = await statfs(config.PARLEY_DATA_DIR);
    return { free: bavail * bsize, size: blocks * bsize };
  });
  gauge(
    'parley_last_backup_timestamp_seconds',
    'When the last backup was taken with parley backup',
    async () => {
      const takenAt = await readFact(database, LAST_BACKUP);
      return takenAt === undefined ? undefined : Date.parse(takenAt) / 1000;
    },
  );

  const url = URL.parse(config.PARLEY_PUBLIC_URL ?? '');
  let known: { readonly expiry: Date; readonly untilMs: number } | undefined;
  gauge(
    'parley_certificate_expiry_timestamp_seconds',
    'Until when the certificate of PARLEY_PUBLIC_URL is valid',
    async () => {
      if (url?.protocol !== 'https:') return undefined;
      if (known === undefined || known.untilMs < performance.now())
        known = { expiry: await certificateOf(url), untilMs: performance.now() + CERTIFICATE_KEPT_MS };
      return known.expiry.getTime() / 1000;
    },
  );
}

/** Of a process that places calls: for each reason whether it stops them (1). Without a value it is not known. */
export function addDiallingMetric(registry: Registry, whyStopped: () => Promise<DialStop | undefined>): void {
  new Gauge({
    name: 'parley_dialling_stopped',
    help: 'Whether this process dials nobody (1), by reason: paused, clock, ledger, timeline or other_database',
    labelNames: ['reason'],
    registers: [registry],
    async collect() {
      this.reset();
      const stop = await whyStopped().catch(() => null);
      if (stop === null) return;
      for (const reason of stopReasons) this.set({ reason }, stop?.reason === reason ? 1 : 0);
    },
  });
}

/** Also of a certificate that is not accepted: an expired one is what the metric is for. */
function readCertificate({ hostname, port }: URL): Promise<Date> {
  const { promise, resolve, reject } = Promise.withResolvers<Date>();
  const host = hostname.replace(/^\[|\]$/g, '');
  const socket = connect(
    { host, port: Number(port || 443), servername: hostname, timeout: READ_MS, rejectUnauthorized: false },
    () => resolve(new Date(socket.getPeerCertificate().valid_to)),
  );
  socket.on('error', reject);
  socket.on('timeout', () => reject(new Error('The proxy does not answer.')));
  return promise.finally(() => socket.destroy());
}
