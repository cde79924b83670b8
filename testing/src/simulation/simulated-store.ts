import { Readable } from 'node:stream';
import type { ObjectStore } from '@parley/service/storage/objects/object-store.ts';
import { Connection, type SimulatedNetwork } from './simulated-network.ts';
import type { Machine } from './virtual-time.ts';

/** What every machine sees of the object store: as much as the dial ledger and its fence need. */
type Objects = Pick<ObjectStore, 'put' | 'get' | 'list' | 'delete'>;

/** An object store in memory, which no crash of a machine touches. */
export class SimulatedStore {
  readonly #objects = new Map<string, Buffer>();

  /** The store as a machine reaches it. Its requests do not wait for each other. */
  for(machine: Machine, network: SimulatedNetwork): Objects {
    const ask = <Result>(kind: string, effect: () => Result): Promise<Result> =>
      new Connection(network, machine, 'store').ask(kind, async () => effect());
    return {
      put: (key, body) =>
        ask('put', () => {
          if (!Buffer.isBuffer(body)) throw new Error('The simulated store takes whole objects only');
          this.#objects.set(key, Buffer.from(body));
          return { sizeBytes: body.length, sha256: '' };
        }),
      get: (key) =>
        ask('get', () => {
          const found = this.#objects.get(key);
          return (
            found && {
              sizeBytes: found.length,
              contentType: 'application/octet-stream',
              body: Readable.from([found]),
            }
          );
        }),
      list: (folder) =>
        ask('list', () => [...this.#objects.keys()].filter((key) => key.startsWith(`${folder}/`)).sort()),
      delete: (keys) =>
        ask('delete', () => {
          for (const key of keys) this.#objects.delete(key);
        }),
    };
  }
}
