import { randomBytes } from 'node:crypto';
import { startTransitServer, type TransitServer } from '@parley/testing/transit-server.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { KmsUnavailable, localMasterKey, MasterKeys } from './master-key.ts';
import { transitKey } from './transit-key.ts';

const local = (letter: string) => localMasterKey(letter.repeat(40), `key ${letter}`);
const key = randomBytes(32);

let kms: TransitServer;
beforeAll(async () => {
  kms = await startTransitServer('parley');
});
afterAll(() => kms.stop());

const remote = (token = kms.token) =>
  transitKey({ url: kms.url, keyName: 'parley', token: async () => token });

test.each([
  { what: 'a local master key', make: () => local('a') },
  { what: 'a master key in a KMS', make: () => remote() },
])('$what decrypts the data keys that it encrypted, and only for the same record', async ({ make }) => {
  const master = make();
  const wrapped = await master.wrap(key, 'key 1');
  expect(wrapped.wrapped.includes(key)).toBe(false);
  expect(await master.unwrap(wrapped, 'key 1')).toEqual(key);
  await expect(master.unwrap(wrapped, 'key 2')).rejects.toThrow();
});

test('the chosen one of several master keys encrypts, else the first, and each decrypts what it encrypted', async () => {
  const before = await local('a').wrap(key, 'key 1');
  const both = new MasterKeys([local('b'), local('a')]);
  expect(await both.unwrap(before, 'key 1')).toEqual(key);
  const after = await both.agreed(undefined).wrap(key, 'key 1');
  expect(both.agreed(local('a').id).id).toBe(before.masterKeyId);
  expect(both.agreed(local('c').id)).toBe(both.newest);
  expect(await new MasterKeys([local('b')]).unwrap(after, 'key 1')).toEqual(key);
  await expect(new MasterKeys([local('b')]).unwrap(before, 'key 1')).rejects.toThrow(
    'No configured master key',
  );
});

test('a KMS replaces a local master key, which can still decrypt older data keys', async () => {
  const before = await local('a').wrap(key, 'key 1');
  const masters = new MasterKeys([remote(), local('a')]);
  expect(await masters.unwrap(before, 'key 1')).toEqual(key);
  expect((await masters.newest.wrap(key, 'key 1')).masterKeyId).toBe('kms:parley:v1');
});

test('a master key rotated in the KMS has a new id, and older data keys can still be decrypted', async () => {
  const before = await remote().wrap(key, 'key 1');
  kms.rotate();
  const after = await remote().wrap(key, 'key 1');
  expect(after.masterKeyId).not.toBe(before.masterKeyId);
  expect(await remote().unwrap(before, 'key 1')).toEqual(key);
  expect(remote().hasWrapped(before.masterKeyId)).toBe(true);
});

test('a KMS that refuses or does not answer is reported as unavailable, with the reason but no token', async () => {
  const wrapped = await remote().wrap(key, 'key 1');
  const refused = await remote('another-token')
    .unwrap(wrapped, 'key 1')
    .catch((error: Error) => error);
  expect(refused).toMatchObject({ kind: 'unavailable', message: expect.stringContaining('it answered 403') });
  expect((refused as Error).message).not.toContain('another-token');
  expect((refused as Error).message).toContain('Check its configuration');
  expect((refused as Error).message).not.toContain('Try again in a moment');
  const silent = transitKey({
    url: 'http://127.0.0.1:9/v1/transit',
    keyName: 'parley',
    token: async () => 'x',
  });
  await expect(silent.wrap(key, 'key 1')).rejects.toMatchObject({ kind: 'unavailable' });
});

test('a data key that the KMS refuses is reported differently from a KMS that does not work at all', async () => {
  const wrapped = await remote().wrap(key, 'key 1');
  const failureOf = (unwrapping: Promise<unknown>) => unwrapping.catch((error: unknown) => error);
  const ofAnotherRecord = await failureOf(remote().unwrap(wrapped, 'key 2'));
  expect(ofAnotherRecord).toMatchObject({ kind: 'unavailable' });
  expect(ofAnotherRecord).not.toBeInstanceOf(KmsUnavailable);
  expect(await failureOf(remote('another-token').unwrap(wrapped, 'key 1'))).toBeInstanceOf(KmsUnavailable);
});
