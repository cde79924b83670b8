import { startEmbeddedPostgres } from '../../storage/embedded/embedded-postgres.ts';
import { loadConfig } from '../config.ts';
import { makeLog } from '../log.ts';
import { migrateDatabase } from '../schema.ts';
import { type Command, takeNoArguments } from './command.ts';

export const migrateCommand: Command = {
  help: `Usage: parley migrate

Applies the migrations that the database does not have yet. parley start does this too; use this command to
migrate in a separate step. Several processes may run it at the same time.`,
  async run(args) {
    takeNoArguments(args);
    const { config } = loadConfig(process.env);
    const embedded =
      config.DATABASE_URL === undefined
        ? await startEmbeddedPostgres({ dataDir: config.PARLEY_DATA_DIR, say: console.log })
        : undefined;
    try {
      const url = embedded?.url ?? config.DATABASE_DIRECT_URL ?? (config.DATABASE_URL as string);
      const { applied } = await migrateDatabase(url, console.log, makeLog('error'));
      console.log(
        applied.length === 0
          ? 'The database is up to date.'
          : `Applied ${applied.length} ${applied.length === 1 ? 'migration' : 'migrations'}. The database is up to date.`,
      );
    } finally {
      await embedded?.stop();
    }
  },
};
