import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@parley/kernel/clock.ts';
import { uuid7 } from '@parley/kernel/id.ts';
import { DialLedger } from '@parley/service/storage/dial-ledger.ts';
import { openDiskObjects } from '@parley/service/storage/objects/disk-objects.ts';
import type { Everywhere } from '@parley/service/storage/scope.ts';
import { DialFence, type DialFenceOptions } from '@parley/service/workflows/dial-fence.ts';

/** A folder in which several workers keep their objects, and each its own part of the dial ledger. */
export async function ledgerFolder() {
  const root = await mkdtemp(join(tmpdir(), 'parley-ledger-'));
  const newId = uuid7(systemClock);
  const objects = await openDiskObjects({
    root,
    publicUrl: 'http://127.0.0.1',
    linkSecret: randomBytes(32).toString('base64'),
    clock: systemClock,
    newId,
  });
  let hosts = 0;
  return {
    root,
    objects,
    /** The ledger and the fence of one worker, on a machine of its own. */
    worker(everywhere: Everywhere, more: Partial<DialFenceOptions> = {}) {
      const ledger = new DialLedger({
        objects: more.objects ? { ...objects, ...more.objects } : objects,
        folder: join(root, `host-${++hosts}`),
        newId,
        now: () => new Date(),
      });
      const said: string[] = [];
      const say = (words: string) => void said.push(words);
      const fence = new DialFence({
        everywhere,
        ledger,
        objects,
        workerId: newId(),
        onStop: say,
        onLost: say,
        ...more,
      });
      return { ledger, fence, said };
    },
    remove: () => rm(root, { recursive: true, force: true }),
  };
}
