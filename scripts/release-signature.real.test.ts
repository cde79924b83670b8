import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { programs } from '@parley/testing/programs.ts';
import { afterAll, expect, test } from 'vitest';
import { signRelease } from './release-signature.ts';

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
  'a signed release is verified by openssl, and one that was changed is not',
  async () => {
    writeFileSync(archive, 'the release');
    expect(await signRelease(archive, newKey('ed25519'))).toMatch(/^SHA256:\S{43}$/);
    expect(verify()).toContain('Signature Verified Successfully');
    writeFileSync(archive, 'another release');
    expect(verify).toThrow();
  },
);

test('a release without a key has a checksum only, and a key of another kind is refused', async () => {
  writeFileSync(archive, 'the release');
  writeFileSync(`${archive}.sig`, 'of an earlier release');
  expect(await signRelease(archive)).toBeUndefined();
  expect(existsSync(`${archive}.sig`)).toBe(false);
  expect(readFileSync(`${archive}.sha256`, 'utf8')).toMatch(/^[0-9a-f]{64} {2}parley-1\.0\.0\.tgz\n$/);
  await expect(signRelease(archive, newKey('x25519'))).rejects.toThrow('is not an Ed25519 key');
});
