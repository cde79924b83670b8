import type { Logger } from 'pino';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../storage/embedded/embedded-postgres.ts';
import type { Config } from './config.ts';

const LEAST_CONNECTIONS = 100;
/** For other processes of the same data folder, and what a process has beside its pool: tasks, notifications, heartbeats. */
const CONNECTIONS_BESIDE_POOL = 50;

/** The connections that the embedded PostgreSQL accepts, for a pool of this size. */
export const connectionsFor = (pool: number): number =>
  Math.max(LEAST_CONNECTIONS, pool + CONNECTIONS_BESIDE_POOL);

/** Whoever comes first starts it for all, so every command starts it the same way. */
export const startEmbedded = (
  config: Config,
  say: (line: string) => void = () => {},
): Promise<EmbeddedPostgres> =>
  startEmbeddedPostgres({
    dataDir: config.PARLEY_DATA_DIR,
    settings: { max_connections: String(connectionsFor(config.PARLEY_DATABASE_CONNECTIONS)) },
    say,
  });

export type KeptDatabase = Awaited<ReturnType<typeof keepEmbedded>>;

/** The embedded PostgreSQL, restarted when it is killed. */
export async function keepEmbedded(config: Config, say: (line: string) => void, log: Logger) {
  const open = (print: (line: string) => void) => startEmbedded(config, print);
  const opened: EmbeddedPostgres[] = [await open(say)];
  let reviving: Promise<void> | undefined;
  return {
    url: opened[0]?.url ?? '',
    revive(): void {
      if (reviving) return;
      log.warn('the embedded PostgreSQL stopped; restarting it');
      reviving = open((line) => log.info(line))
        .then(
          (server) => {
            opened.push(server);
            log.warn('the embedded PostgreSQL runs again');
          },
          (error: Error) =>
            log.error({ err: error }, 'the embedded PostgreSQL could not be restarted; trying again'),
        )
        .finally(() => {
          reviving = undefined;
        });
    },
    async stop(): Promise<void> {
      await reviving;
      for (const server of opened) await server.stop();
    },
  };
}
