import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { loadConfig } from '../config.ts';
import { restore } from '../restore-folder.ts';
import { missingLines } from './backup.ts';
import { type Command, UsageError } from './command.ts';

export const restoreCommand: Command = {
  help: `Usage: parley restore <folder> [--at <time>] [--replace] [--allow-missing]

Puts the newest backup of a folder into the configured database (DATABASE_URL, or the embedded one) and PARLEY_DATA_DIR.
Stop the service first. A target that is in use or not empty is refused. The version of Parley must be the one that made
the backup; upgrade afterwards. Everything is checked before anything is changed. After an interrupted restore the service
does not start until the restore was run again.

  --at             Restore the newest backup of that time or before, such as 2026-05-04T12:00:00Z
  --replace        Delete what is in the target
  --allow-missing  Restore a backup although some of its objects are missing or damaged, without these

Calls that were placed after the backup's moment are not in it, so nobody is dialled until you run parley resume, which
lists those that the dial ledger knows. Until then messages, mails and webhook deliveries wait, too, and no trunk is registered
at. docs/backup.md says what to check before.`,
  async run(args) {
    const { positionals, values } = parseArgs({
      args: [...args],
      options: {
        at: { type: 'string' },
        replace: { type: 'boolean', default: false },
        'allow-missing': { type: 'boolean', default: false },
      },
      allowPositionals: true,
    });
    const [folder, ...more] = positionals;
    if (folder === undefined || more.length > 0)
      throw new UsageError('Name the folder with the backups: parley restore /var/backups/parley');
    const at = values.at === undefined ? undefined : new Date(values.at);
    if (at !== undefined && Number.isNaN(at.getTime()))
      throw new UsageError('--at is a time such as 2026-05-04T12:00:00Z.');
    const { config } = loadConfig(process.env);
    const { takenAt, rows, objects, lost, missing } = await restore(config, resolve(folder), {
      at,
      replace: values.replace,
      allowMissing: values['allow-missing'],
      now: new Date(),
    });
    console.log(`Restored ${rows} rows and ${objects} objects as of ${takenAt}.`);
    for (const path of lost) console.error(`Missing or damaged in the backup: ${path}`);
    for (const line of missingLines(missing)) console.error(line);
    console.log(
      'Calls that were placed after that moment are not in this backup, so nobody is dialled yet, messages, mails and webhook deliveries wait, and no trunk is registered at. Start the service, follow docs/backup.md, then run: npx parley resume',
    );
  },
};
