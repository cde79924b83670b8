import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';

/**
 * Writes beside a release what proves whose it is: `.sha256` as sha256sum reads it, and with a private key (Ed25519, PEM)
 * `.sig`, which `openssl pkeyutl -verify -rawin` checks with the public key. Answers the fingerprint of the key.
 */
export async function signRelease(archive: string, keyFile?: string): Promise<string | undefined> {
  const bytes = await readFile(archive);
  const sum = createHash('sha256').update(bytes).digest('hex');
  await writeFile(`${archive}.sha256`, `${sum}  ${basename(archive)}\n`);
  // One of an earlier package of this name would not fit.
  await rm(`${archive}.sig`, { force: true });
  if (keyFile === undefined) return undefined;
  const key = createPrivateKey(await readFile(keyFile));
  if (key.asymmetricKeyType !== 'ed25519') throw new Error(`${keyFile} is not an Ed25519 key.`);
  await writeFile(`${archive}.sig`, sign(null, bytes, key));
  const publicKey = createPublicKey(key).export({ type: 'spki', format: 'der' });
  return `SHA256:${createHash('sha256').update(publicKey).digest('base64url')}`;
}
