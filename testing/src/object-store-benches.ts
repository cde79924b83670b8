import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ManualClock } from '@parley/kernel/clock.ts';
import { openDiskObjects } from '@parley/service/storage/objects/disk-objects.ts';
import {
  type DataKey,
  type DataKeys,
  encryptedObjects,
} from '@parley/service/storage/objects/encrypted-objects.ts';
import {
  contentDisposition,
  ObjectRefused,
  type ObjectStore,
} from '@parley/service/storage/objects/object-store.ts';
import { ownLinks } from '@parley/service/storage/objects/own-links.ts';
import { type S3ObjectsOptions, s3Objects } from '@parley/service/storage/objects/s3-objects.ts';
import { verifyLink } from '@parley/service/storage/objects/signed-link.ts';
import { type CephServer, startCeph } from './ceph-server.ts';
import { startS3Server } from './s3-server.ts';

/** An object store on its own server, and what is left in it. */
export interface Bench {
  readonly store: ObjectStore;
  readonly clock: ManualClock;
  /** Every object, unfinished write or other file that exists. */
  residue(): Promise<string[]>;
  close(): Promise<void>;
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

/** The least that an HTTP layer has to do with links to objects. */
async function startLinkServer(clock: ManualClock) {
  const linkSecret = randomBytes(32).toString('hex');
  let served: ObjectStore | undefined;
  const server = createServer(async (request, response) => {
    response.statusCode = await answer(request, response).catch((error: unknown) =>
      error instanceof ObjectRefused && error.reason === 'EXISTS' ? 412 : 500,
    );
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<number> {
    const { method = '', url = '', headers } = request;
    const verdict = verifyLink(linkSecret, clock.now(), {
      method,
      url,
      contentType: headers['content-type'],
      contentLength: headers['content-length'],
    });
    if (verdict.outcome !== 'ok' || served === undefined) return 403;
    const { link } = verdict;
    if (link.method === 'PUT') {
      const { contentType, sizeBytes: exactBytes } = link;
      await served.put(link.key, request, { contentType, exactBytes, ifAbsent: true });
      return 200;
    }
    const found = await served.get(link.key);
    if (found === undefined) return 404;
    response.setHeader('content-type', found.contentType);
    response.setHeader('content-disposition', contentDisposition(link.fileName));
    await pipeline(found.body, response, { end: false });
    return 200;
  }

  return {
    links: {
      publicUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      linkSecret,
      clock,
    },
    serve(store: ObjectStore): void {
      served = store;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export async function openDisk(): Promise<Bench> {
  const root = await mkdtemp(join(tmpdir(), 'disk-objects-'));
  const clock = new ManualClock('2030-05-01T12:00:00.500Z');
  const server = await startLinkServer(clock);
  const store = await openDiskObjects({ root, ...server.links, newId: randomUUID });
  server.serve(store);
  return {
    store,
    clock,
    residue: () => filesBelow(root),
    async close() {
      await server.close();
      await rm(root, { recursive: true });
    },
  };
}

/** Data keys in memory: every object belongs to the same person. */
export class OneDataKey implements DataKeys {
  readonly #id = randomUUID();
  #key: Buffer | undefined = randomBytes(32);
  #trouble: Error | undefined;
  /** How often a key was asked for. */
  asked = 0;

  covers(): boolean {
    return true;
  }

  async keyFor(): Promise<DataKey | undefined> {
    this.asked += 1;
    if (this.#trouble) throw this.#trouble;
    return this.#key && { id: this.#id, key: this.#key };
  }

  async keyOf(id: string): Promise<Buffer | undefined> {
    this.asked += 1;
    if (this.#trouble) throw this.#trouble;
    return id === this.#id ? this.#key : undefined;
  }

  destroy(): void {
    this.#key = undefined;
  }

  /** Nobody gets a key until it recovers. */
  fail(trouble: Error): void {
    this.#trouble = trouble;
  }

  recover(): void {
    this.#trouble = undefined;
  }
}

/** Another bench with encryption in front of it. */
export const openEncrypted =
  (open: () => Promise<Bench>, keys: DataKeys = new OneDataKey()) =>
  async (): Promise<Bench> => {
    const below = await open();
    const server = await startLinkServer(below.clock);
    const store = encryptedObjects({ objects: below.store, keys, links: ownLinks(server.links) });
    server.serve(store);
    return {
      ...below,
      store,
      async close() {
        await server.close();
        await below.close();
      },
    };
  };

export async function openS3(): Promise<Bench> {
  const clock = new ManualClock('2030-05-01T12:00:00.500Z');
  const account = { region: 'eu-test-1', accessKeyId: 'AKTEST', secretAccessKey: 'not-a-real-secret' };
  const server = await startS3Server({ bucket: 'uploads', clock, ...account });
  const bench = await benchOf({ endpoint: server.endpoint, bucket: 'uploads', clock, ...account });
  return {
    ...bench,
    residue: async () => [...server.keys(), ...(await bench.residue())],
    async close() {
      await server.close();
      await bench.close();
    },
  };
}

// It takes seconds to start, so the first test that needs it starts it for all; each has a bucket of its own.
let ceph: Promise<CephServer> | undefined;
export const closeCeph = async () => (await ceph)?.close();

export async function openCeph(): Promise<Bench> {
  ceph ??= startCeph();
  const { endpoint, account, clock, makeBucket, keys } = await ceph;
  const bucket = `uploads-${randomUUID()}`;
  await makeBucket(bucket);
  const bench = await benchOf({ endpoint, bucket, clock, ...account });
  return { ...bench, residue: async () => [...(await keys(bucket)), ...(await bench.residue())] };
}

/** The side of the client: its residue is what waits on our own disk. */
async function benchOf(
  server: Pick<S3ObjectsOptions, 'endpoint' | 'bucket' | 'region' | 'accessKeyId' | 'secretAccessKey'> & {
    readonly clock: ManualClock;
  },
): Promise<Bench> {
  const spoolFolder = await mkdtemp(join(tmpdir(), 's3-spool-'));
  const ours = { prefix: 'parley', forcePathStyle: true, spoolFolder, newId: randomUUID };
  return {
    store: s3Objects({ ...server, ...ours }),
    clock: server.clock,
    residue: () => filesBelow(spoolFolder),
    close: () => rm(spoolFolder, { recursive: true }),
  };
}
