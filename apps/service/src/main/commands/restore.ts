import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { restore } from '../backup-folder.ts';
import { loadConfig } from '../config.ts';
import { type Command, UsageError } from './command.ts';

export const restoreCommand: Command = {
  help: `Usage: parley restore <folder> [--at <time>] [--replace]

Puts the newest backup of a folder into the configured database (DATABASE_URL, or the embedded one) and PARLEY_DATA_DIR.
Stop the service first. A target that is not empty is refused. The version of Parley must be the one that made the
backup; upgrade afterwards.

  --at       Restore the newest backup of that time or before, such as 2026-05-04T12:00:00Z
  --replace  Delete what is in the target

Calls that were placed after the backup's moment are not in it, so nobody is dialled until you run parley resume, which
lists those that the dial ledger knows. docs/backup.md says what to check before.`,
  async run(args) {
    const { positionals, values } = parseArgs({
      args: [...args],
      options: { at: { type: 'string' }, replace: { type: 'boolean', default: false } },
      allowPositionals: true,
    });
    const [folder, ...more] = positionals;
    if (folder === undefined || more.length > 0)
      throw new UsageError('Name the folder with the backups: parley restore /var/backups/parley');
    const at = values.at === undefined ? undefined : new Date(values.at);
    if (at !== undefined && Number.isNaN(at.getTime()))
      throw new UsageError('--at is a time such as 2026-05-04T12:00:00Z.');
    const { config } = loadConfig(process.env);
    const { takenAt, rows, objects } = await restore(config, resolve(folder), {
      at,
      replace: values.replace,
    });
    console.log(`Restored ${rows} rows and ${objects} objects as of ${takenAt}.`);
    console.log(
      'Calls that were placed after that moment are unknown here, so nobody is dialled. Start, do what docs/backup.md says, then run: npx parley resume',
    );
  },
};
