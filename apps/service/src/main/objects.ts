import { extname, join } from 'node:path';
import { openDiskObjects } from '../storage/objects/disk-objects.ts';
import { encryptedObjects } from '../storage/objects/encrypted-objects.ts';
import type { ObjectStore } from '../storage/objects/object-store.ts';
import { ownLinks } from '../storage/objects/own-links.ts';
import { recordedObjects } from '../storage/objects/recorded-objects.ts';
import { s3Objects } from '../storage/objects/s3-objects.ts';
import { makeContactKeys } from './encryption.ts';
import type { Services } from './wiring.ts';

/**
 * What belongs to contacts is encrypted with their keys, and recordings are assembled, by this service: so links to these objects
 * lead to it wherever they are stored.
 */
export async function makeObjects(services: Services, publicUrl: string): Promise<ObjectStore> {
  const { config, database, secrets, clock } = services;
  const links = ownLinks({ publicUrl, linkSecret: secrets.link, clock });
  const objects = encryptedObjects({
    objects: await makePlainObjects(services, publicUrl),
    keys: makeContactKeys(database, config, secrets),
    links,
  });
  return recordedObjects({ objects, ownLink: links.downloadLink });
}

function makePlainObjects(
  { config, secrets, clock, database }: Services,
  publicUrl: string,
): Promise<ObjectStore> | ObjectStore {
  const { newId } = database;
  if (config.PARLEY_S3_ENDPOINT === undefined) {
    const root = join(config.PARLEY_DATA_DIR, 'objects');
    return openDiskObjects({ root, publicUrl, linkSecret: secrets.link, clock, newId });
  }
  return s3Objects({
    endpoint: config.PARLEY_S3_ENDPOINT,
    bucket: config.PARLEY_S3_BUCKET ?? '',
    region: config.PARLEY_S3_REGION,
    accessKeyId: config.PARLEY_S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: config.PARLEY_S3_SECRET_ACCESS_KEY ?? '',
    // Every compatible server knows path style; names of buckets in host names need its DNS.
    forcePathStyle: true,
    spoolFolder: join(config.PARLEY_DATA_DIR, 'spool'),
    clock,
    newId,
  });
}

/** How long the address of a recording works. */
const RECORDING_MS = 3_600_000;

export const makeRecordingUrl =
  ({ clock }: Services, objects: ObjectStore) =>
  (key: string): Promise<string> =>
    objects.downloadLink(key, {
      expiresAt: new Date(clock.now().getTime() + RECORDING_MS),
      fileName: `recording${extname(key)}`,
    });
