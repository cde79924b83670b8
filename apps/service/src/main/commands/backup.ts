import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { backUp } from '../backup-folder.ts';
import { loadConfig } from '../config.ts';
import { type Command, UsageError } from './command.ts';

export const backupCommand: Command = {
  help: `Usage: parley backup <folder> [--keep N]

Backs up the database, the objects (recordings, uploads, reports) and the secrets, while the service runs or not, as of one
moment. Each backup is a folder with its time as the name; objects that an earlier backup in the same folder has are not
copied again. Objects in an S3 bucket are left to the bucket's own backups (versioning, replication).

  --keep     Then delete all but the newest N backups of the folder, and the objects that no remaining one has.
             Data that was erased leaves the backups this way. Without it every backup stays.

The folder holds personal data and secrets: keep it as safe as the installation. parley restore puts a backup back.`,
  async run(args) {
    const { positionals, values } = parseArgs({
      args: [...args],
      options: { keep: { type: 'string' } },
      allowPositionals: true,
    });
    const [folder, ...more] = positionals;
    if (folder === undefined || more.length > 0)
      throw new UsageError('Name the folder for backups: parley backup /var/backups/parley');
    const keep = values.keep === undefined ? undefined : Number(values.keep);
    if (keep !== undefined && (!Number.isInteger(keep) || keep < 1))
      throw new UsageError('--keep must be a whole number of at least 1.');
    const { config } = loadConfig(process.env);
    const { name, rows, objects, copied, removed } = await backUp(config, resolve(folder), {
      now: new Date(),
      keep,
    });
    console.log(`Backed up ${rows} rows and ${objects} objects (${copied} new) to ${resolve(folder, name)}`);
    if (removed.length > 0) console.log(`Deleted ${removed.length} older backups.`);
    if (config.PARLEY_S3_ENDPOINT !== undefined)
      console.log(`Objects are in the bucket ${config.PARLEY_S3_BUCKET}: back it up as well.`);
  },
};
