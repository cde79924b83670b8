import { createHash, createPrivateKey, createPublicKey, hkdfSync, sign } from 'node:crypto';
import type {
  Erased,
  ErasureKeys,
  ErasureReason,
  ErasureReceiptView,
  ErasureStores,
} from '@parley/contract/erasure.ts';

export interface ErasureReceipt {
  readonly id: string;
  readonly contactId: string;
  readonly reason: ErasureReason;
  readonly requestedBy: string;
  readonly erased: Erased;
  readonly erasedAt: Date;
  readonly objectsErasedAt: Date | null;
  /** Null: a receipt of before they were named. */
  readonly stores: ErasureStores | null;
}

/** Signs what was erased, so that whoever gets a receipt can tell that it was not changed. */
export interface ReceiptSigner {
  /** Where files are deleted. */
  readonly objects: ErasureStores['objects'];
  sign(companyId: string, receipt: ErasureReceipt): string;
  /** The newest first; those of older secrets stay as long as the secrets are accepted. */
  readonly publicKeys: ErasureKeys['keys'];
}

/** Before the 32 bytes of an Ed25519 seed: the rest of PKCS #8 (RFC 8410). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Ed25519 with a key derived from the installation's newest secret for this purpose. */
export function makeReceiptSigner(
  secrets: readonly string[],
  objects: ErasureStores['objects'],
): ReceiptSigner {
  const keys = secrets.map((secret) => {
    const seed = Buffer.from(hkdfSync('sha256', secret, '', 'parley erasure receipts', 32));
    const key = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' });
    const x = createPublicKey(key).export({ format: 'jwk' }).x ?? '';
    // The thumbprint of RFC 7638.
    const thumbprint = JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x });
    return { key, x, kid: createHash('sha256').update(thumbprint).digest('base64url') };
  });
  const [newest] = keys;
  if (newest === undefined) throw new Error('A receipt is signed with a secret, and there is none');
  return {
    objects,
    sign(companyId, receipt) {
      const head = encoded({ alg: 'EdDSA', typ: 'parley-erasure+jws', kid: newest.kid });
      const content = `${head}.${encoded({ companyId, ...statementOf(receipt) })}`;
      return `${content}.${sign(null, Buffer.from(content), newest.key).toString('base64url')}`;
    },
    publicKeys: keys.map(({ x, kid }) => ({
      kty: 'OKP',
      crv: 'Ed25519',
      alg: 'EdDSA',
      use: 'sig',
      kid,
      x,
    })),
  };
}

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

export const statementOf = (receipt: ErasureReceipt): Omit<ErasureReceiptView, 'jws'> => ({
  id: receipt.id,
  contactId: receipt.contactId,
  reason: receipt.reason,
  requestedBy: receipt.requestedBy,
  erased: receipt.erased,
  ...(receipt.stores === null ? {} : { stores: receipt.stores }),
  erasedAt: receipt.erasedAt.toISOString(),
  objectsErasedAt: receipt.objectsErasedAt?.toISOString() ?? null,
});
