import { parseArgs } from 'node:util';
import { rewrapKeys } from '../../domains/personal-data/contact-key.actions.ts';
import { type Command, UsageError } from './command.ts';
import { withServices } from './with-services.ts';

export const rewrapKeysCommand: Command = {
  help: `Usage: parley rewrap-keys [--to local]

From now on every process wraps the keys of contacts' files with the newest master key that is configured here: the KMS, or else
the first value of PARLEY_MASTER_KEY. Keys that another one wrapped are wrapped again. Run it when every process was restarted with
the new master key, and when a key was rotated in a KMS. The files stay as they are, and the service can run meanwhile. Afterwards the
older master key can be removed.

  --to local  Takes the newest master key that is not in a KMS: to leave the KMS, or to change to another.`,
  async run(args) {
    const { values } = parseArgs({ args: [...args], options: { to: { type: 'string' } } });
    if (values.to !== undefined && values.to !== 'local')
      throw new UsageError(`--to must be local, not ${values.to}.`);
    await withServices(async ({ database, config, secrets }) => {
      const { makeMasterKeys } = await import('../encryption.ts');
      const masters = makeMasterKeys(config, secrets);
      const master = values.to === 'local' ? masters.newestLocal : masters.newest;
      if (master === undefined) throw new UsageError('There is no master key but that of the KMS.');
      const wrapped = await rewrapKeys(database, masters, master);
      if (wrapped > 0) console.log(`Rewrapped ${wrapped} ${wrapped === 1 ? 'contact key' : 'contact keys'}.`);
      console.log(`Every contact key is wrapped with this master key: ${master.source}.`);
    });
  },
};
