import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';

/**
 * Where a release is packed, and the private key (Ed25519, PEM) that signs it. Read before anything is packed: a release that nobody
 * can verify is made only where that was asked for.
 */
export async function readReleaseOrder(
  args: readonly string[],
): Promise<{ folder?: string; key?: KeyObject }> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { unsigned: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const [folder, keyFile] = positionals;
  const place = folder === undefined ? {} : { folder };
  if (values.unsigned && keyFile === undefined) return place;
  if (values.unsigned) throw new Error('Give a key or --unsigned, not both.');
  if (keyFile === undefined)
    throw new Error(
      'A release is signed: give the file of the private key after the folder, or --unsigned for a package that is only tried out.',
    );
  const key = createPrivateKey(await readFile(keyFile));
  if (key.asymmetricKeyType !== 'ed25519') throw new Error(`${keyFile} is not an Ed25519 key.`);
  return { ...place, key };
}

/**
 * Writes beside a release what proves whose it is: `.sha256` as sha256sum reads it, and with a private key `.sig`, which `openssl pkeyutl -verify -rawin` checks with the public key. Answers the fingerprint of the key.
 */
export async function signRelease(archive: string, key?: KeyObject): Promise<string | undefined> {
  const bytes = await readFile(archive);
  const sum = createHash('sha256').update(bytes).digest('hex');
  await writeFile(`${archive}.sha256`, `${sum}  ${basename(archive)}\n`);
  // One of an earlier package of this name would not fit.
  await rm(`${archive}.sig`, { force: true });
  if (key === undefined) return undefined;
  await writeFile(`${archive}.sig`, sign(null, bytes, key));
  const publicKey = createPublicKey(key).export({ type: 'spki', format: 'der' });
  return `SHA256:${createHash('sha256').update(publicKey).digest('base64url')}`;
}
