import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { DamagedCopy } from '../../storage/backup/object-copy.ts';
import type { MissingObject } from '../../storage/backup/object-references.ts';
import { backUp } from '../backup-folder.ts';
import { loadConfig } from '../config.ts';
import { type Command, UsageError } from './command.ts';

export const backupCommand: Command = {
  help: `Usage: parley backup <folder> [--keep N] [--verify]

Backs up the database, the objects (recordings, uploads, reports) and the secrets, while the service runs or not, as of one
moment. Each backup is a folder with its time as the name; objects that an earlier backup in the same folder has are not
copied again. Objects in an S3 bucket are left to the bucket's own backups (versioning, replication).

  --keep     Then delete all but the newest N backups of the folder, and the objects that no remaining one has.
             Data that was erased leaves the backups this way. Without it every backup stays.
  --verify   Read the copies of all objects again, and copy damaged ones anew. Without it each backup reads a 32nd of them.

Only one backup or restore uses a folder at a time, and a folder takes the backups of one installation. A backup that is
interrupted is not one; the next backup deletes what it left. parley doctor and /metrics say when the last one was.

The folder holds personal data and secrets: keep it as safe as the installation. parley restore puts a backup back.`,
  async run(args) {
    const { positionals, values } = parseArgs({
      args: [...args],
      options: { keep: { type: 'string' }, verify: { type: 'boolean', default: false } },
      allowPositionals: true,
    });
    const [folder, ...more] = positionals;
    if (folder === undefined || more.length > 0)
      throw new UsageError('Name the folder for backups: parley backup /var/backups/parley');
    const keep = values.keep === undefined ? undefined : Number(values.keep);
    if (keep !== undefined && (!Number.isInteger(keep) || keep < 1))
      throw new UsageError('--keep must be a whole number of at least 1.');
    const { config } = loadConfig(process.env);
    const { name, rows, objects, copied, missing, damaged, removed } = await backUp(config, resolve(folder), {
      now: new Date(),
      keep,
      verify: values.verify,
    });
    console.log(`Backed up ${rows} rows and ${objects} objects (${copied} new) to ${resolve(folder, name)}`);
    for (const line of [...missingLines(missing), ...damagedLines(damaged)]) console.error(line);
    if (removed.length > 0) console.log(`Deleted ${removed.length} older backups.`);
    if (config.PARLEY_S3_ENDPOINT !== undefined)
      console.log(`Objects are in the bucket ${config.PARLEY_S3_BUCKET}: back it up as well.`);
  },
};

const reasons: Readonly<Record<MissingObject['reason'], string>> = {
  deleted: 'were deleted, with their rows, while the backup was written. Nothing is wrong',
  lost: 'are named in the database, but the store of files does not have them. If an earlier backup has them, copy them from there',
};

/** Objects that rows of the backup name and that it does not have; backup.json lists them all. */
export function missingLines(missing: readonly MissingObject[]): string[] {
  return [...Map.groupBy(missing, ({ reason }) => reason)].map(
    ([reason, ones]) =>
      `Not in the backup: ${ones.length} ${ones.length === 1 ? 'object' : 'objects'} (such as ${ones[0]?.key}) that ${reasons[reason]}.`,
  );
}

/** Whoever backs up from cron reads what was printed as an error. */
function damagedLines(damaged: readonly DamagedCopy[]): string[] {
  const [repaired, lost] = [true, false].map((isRepaired) =>
    damaged.filter((one) => one.isRepaired === isRepaired),
  ) as [DamagedCopy[], DamagedCopy[]];
  return [
    ...(repaired.length === 0
      ? []
      : [
          `The folder had ${repaired.length} damaged copies of objects (such as ${repaired[0]?.path}), which were copied again. Look at its disk, and run parley backup --verify.`,
        ]),
    ...(lost.length === 0
      ? []
      : [
          `The folder has ${lost.length} damaged copies of objects (such as ${lost[0]?.path}), and the store has something else under that name by now. Restore earlier backups with --allow-missing, or from another copy of the folder.`,
        ]),
  ];
}
