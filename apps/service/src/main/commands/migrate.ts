import { parseArgs } from 'node:util';
import { type MigrationPreview, previewMigrations } from '../../storage/migrate.ts';
import type { Migration } from '../../storage/migration-files.ts';
import { nameOfProcess } from '../../storage/running-processes.ts';
import { ConfigError, loadConfig } from '../config.ts';
import { startEmbedded } from '../embedded-database.ts';
import { makeLog } from '../log.ts';
import { migrateDatabase } from '../schema.ts';
import { version } from '../version.ts';
import type { Command } from './command.ts';

export const migrateCommand: Command = {
  help: `Usage: parley migrate [--check]

Applies the migrations that the database does not have yet, while processes of this version and of older ones go on
working. A migration that would break a process that still runs is not applied: the command names the process, and is
run again once it has stopped. parley start does all this too, unless PARLEY_MIGRATE_ON_START is off. Several processes may run
the command at the same time; one that is cut off is taken up again by the next.

  --check  Print what would be done, and which processes use the database. Changes nothing, and exits with 1 if the
           migration would be refused.`,
  async run(args) {
    const { values } = parseArgs({
      args: [...args],
      options: { check: { type: 'boolean', default: false } },
    });
    const { config } = loadConfig(process.env);
    const embedded = config.DATABASE_URL === undefined ? await startEmbedded(config, console.log) : undefined;
    try {
      const url = embedded?.url ?? config.DATABASE_DIRECT_URL ?? (config.DATABASE_URL as string);
      await (values.check ? check(url) : migrateNow(url));
    } finally {
      await embedded?.stop();
    }
  },
};

async function migrateNow(url: string): Promise<void> {
  const { applied, waiting } = await migrateDatabase(url, console.log, makeLog('error'));
  const done = applied.length === 0 ? '' : `Applied ${migrations(applied.length)}. `;
  console.log(
    waiting === undefined
      ? `${done}The database is up to date.`
      : `${done}Parley ${version} works with the database as it is now. ${waiting}`,
  );
}

async function check(url: string): Promise<void> {
  const preview = await previewMigrations(url);
  for (const line of previewLines(preview)) console.log(line);
  const { refusal, blocked, isAhead } = preview;
  if (refusal !== undefined) throw new ConfigError(refusal);
  if (isAhead) console.log(`Parley ${version} works with it, and leaves it as it is.`);
  if (blocked?.isNeeded) throw new ConfigError(blocked.words);
  if (blocked !== undefined) console.log(`Parley ${version} works without it. ${blocked.words}`);
}

function previewLines({ newest, missing, isAhead, processes }: MigrationPreview): string[] {
  return [
    newest === undefined ? 'The database is empty.' : `The database has the schema ${newest}.`,
    isAhead ? `It is newer than Parley ${version}.` : missingLine(missing),
    ...missing.map((migration) => `  ${migration.name}: ${effect(migration)}`),
    processes.length === 0 ? 'No process uses the database.' : 'Processes that use the database:',
    ...processes.map((running) => `  ${nameOfProcess(running)}`),
  ];
}

const missingLine = ({ length }: readonly Migration[]): string =>
  length === 0
    ? 'The database is up to date.'
    : `${migrations(length)} ${length === 1 ? 'is' : 'are'} missing:`;

function effect({ isNeeded, isOutsideTransaction, isBreaking }: Migration): string {
  const indexes = isOutsideTransaction ? ', builds indexes while others write' : '';
  const others = isBreaking
    ? 'applied once no process of an older version runs that would fail with it'
    : 'processes of older versions go on working';
  return `${others}${indexes}${isNeeded ? '' : '; the start does not wait for it'}`;
}

const migrations = (count: number): string => `${count} ${count === 1 ? 'migration' : 'migrations'}`;
