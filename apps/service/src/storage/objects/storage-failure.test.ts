import { expect, test } from 'vitest';
import { LEAST_FREE_BYTES, storageFailure } from './object-store.ts';

const receipt = { sizeBytes: 2, sha256: '' };
const roomy = async () => LEAST_FREE_BYTES;

test('the object store is reported as healthy if it accepts a small object', async () => {
  const keys: string[] = [];
  const objects = {
    put: async (key: string) => {
      keys.push(key);
      return receipt;
    },
  };
  expect(await storageFailure({ objects, folder: '/data', freeBytes: roomy })).toBeUndefined();
  expect(keys).toEqual(['health/probe']);
});

test('a disk with less free space than a database log file needs is reported as full, without a test write', async () => {
  const objects = { put: () => expect.unreachable() };
  const freeBytes = async () => LEAST_FREE_BYTES - 1;
  expect(await storageFailure({ objects, folder: '/data', freeBytes })).toBe(
    'The disk of the data folder is full: 31 MiB are left',
  );
});

test.each([
  ['ENOSPC: no space left on device, write', 'ENOSPC: no space left on device'],
  ["EROFS: read-only file system, open '/data/objects/incoming/1'", 'EROFS: read-only file system'],
  ['S3 answered 403 AccessDenied', 'S3 answered 403 AccessDenied'],
])('an object store that fails to write with "%s" is reported without the path', async (message, reason) => {
  const objects = { put: () => Promise.reject(new Error(message)) };
  expect(await storageFailure({ objects, folder: '/data', freeBytes: roomy })).toBe(
    `Files cannot be written: ${reason}`,
  );
});

test('a missing data folder is no problem as long as the object store accepts objects', async () => {
  const folder = '/data/that/is/not/there';
  expect(await storageFailure({ objects: { put: async () => receipt }, folder })).toBeUndefined();
  const objects = { put: () => Promise.reject(new Error('ENOENT: no such file or directory, open')) };
  expect(await storageFailure({ objects, folder })).toBe(
    'Files cannot be written: ENOENT: no such file or directory',
  );
});
