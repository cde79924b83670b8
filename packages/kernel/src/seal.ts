import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { accepted, inUse, type Secret } from './secret.ts';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts secrets that must be read again, such as signing secrets, so that the database alone does not reveal them.
 * `context` names the record the text belongs to; a sealed text copied to another record does not decrypt.
 */
export interface Seal {
  close(text: string, context: string): Buffer;
  open(sealed: Buffer, context: string): string;
}

/** Of a secret with several values the first one closes, and each is tried to open. */
export function makeSeal(secret: Secret, purpose: string): Seal {
  const seals = accepted(secret).map((one) => sealOf(one, purpose));
  const newest = sealOf(inUse(secret), purpose);
  return {
    close: newest.close,
    open(sealed, context) {
      for (const seal of seals.slice(0, -1)) {
        try {
          return seal.open(sealed, context);
        } catch {
          // Closed with an older value, or not by us: the last one throws.
        }
      }
      return (seals.at(-1) ?? newest).open(sealed, context);
    },
  };
}

/** AES-256-GCM with a key derived from the installation's secret for this purpose. */
function sealOf(secret: string, purpose: string): Seal {
  const key = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
  return {
    close(text, context) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context));
      const hidden = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), hidden]);
    },
    open(sealed, context) {
      const nonce = sealed.subarray(0, NONCE_BYTES);
      const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', key, nonce)
        .setAAD(Buffer.from(context))
        .setAuthTag(tag);
      return (
        decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
      );
    },
  };
}
