import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { programs } from '@parley/testing/programs.ts';
import { afterAll, expect, test } from 'vitest';
import { readReleaseOrder, signRelease } from './release-signature.ts';

const folder = mkdtempSync(join(tmpdir(), 'signature-'));
afterAll(() => rmSync(folder, { recursive: true }));

const archive = join(folder, 'parley-1.0.0.tgz');
const publicKey = join(folder, 'release.pub');

/** As whoever installs it does, with nothing of ours. */
const verify = () =>
  execFileSync(
    'openssl',
    ['pkeyutl', '-verify', '-pubin', '-inkey', publicKey, '-rawin', '-in', archive].concat([
      '-sigfile',
      `${archive}.sig`,
    ]),
    { encoding: 'utf8', stdio: 'pipe' },
  );

function newKey(type: 'ed25519' | 'x25519'): string {
  const pair = generateKeyPairSync(type as 'ed25519');
  const file = join(folder, `${type}.pem`);
  writeFileSync(file, pair.privateKey.export({ type: 'pkcs8', format: 'pem' }));
  if (type === 'ed25519') writeFileSync(publicKey, pair.publicKey.export({ type: 'spki', format: 'pem' }));
  return file;
}

test.skipIf(programs.signatures.isMissing)(
  'openssl verifies a signed release and rejects one that was changed',
  async () => {
    writeFileSync(archive, 'the release');
    const { key } = await readReleaseOrder([folder, newKey('ed25519')]);
    expect(await signRelease(archive, key)).toMatch(/^SHA256:\S{43}$/);
    expect(verify()).toContain('Signature Verified Successfully');
    writeFileSync(archive, 'another release');
    expect(verify).toThrow();
  },
);

test('a release that is not signed has a checksum only, and no signature of an earlier one', async () => {
  writeFileSync(archive, 'the release');
  writeFileSync(`${archive}.sig`, 'of an earlier release');
  const { key } = await readReleaseOrder([folder, '--unsigned']);
  expect(await signRelease(archive, key)).toBeUndefined();
  expect(existsSync(`${archive}.sig`)).toBe(false);
  expect(readFileSync(`${archive}.sha256`, 'utf8')).toMatch(/^[0-9a-f]{64} {2}parley-1\.0\.0\.tgz\n$/);
});

test('packing a release without a signing key fails before anything is packed, unless it says so', async () => {
  const script = join(import.meta.dirname, 'release-package.ts');
  const place = join(folder, 'unpacked');
  const pack = (...args: string[]) =>
    execFileSync(process.execPath, [script, place, ...args], { encoding: 'utf8', stdio: 'pipe' });
  expect(() => pack()).toThrow('--unsigned');
  expect(() => pack(join(folder, 'missing.pem'))).toThrow('missing.pem');
  expect(() => pack(newKey('x25519'))).toThrow('is not an Ed25519 key');
  expect(() => pack(newKey('ed25519'), '--unsigned')).toThrow('not both');
  expect(existsSync(place)).toBe(false);
});
