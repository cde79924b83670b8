import type { Clock } from '@parley/kernel/clock.ts';
import { uuid7 } from '@parley/kernel/id.ts';
import { ContactTextKeys } from '@parley/service/domains/personal-data/contact-text-key.actions.ts';
import { Database } from '@parley/service/storage/database.ts';
import { type MasterKey, MasterKeys } from '@parley/service/storage/keys/master-key.ts';

/** The database as a process has it that was just started, and remembers no key. */
export const databaseWithMasterKey = (url: string, clock: Clock, master: MasterKey) =>
  new Database({
    url,
    clock,
    newId: uuid7(clock),
    send: async () => {},
    maxConnections: 4,
    textKeys: new ContactTextKeys(new MasterKeys([master]), () => clock.now().getTime()),
  });
