import { createHmac, timingSafeEqual } from 'node:crypto';
import { isUuid } from './id.ts';

const signature = (secret: string, purpose: string, id: string): string =>
  createHmac('sha256', secret).update(`${purpose}:${id}`).digest('base64url');

/** An id that only we can have handed out, for one purpose: nothing has to be stored to know it again. */
export const signedId = (secret: string, purpose: string, id: string): string =>
  `${id}.${signature(secret, purpose, id)}`;

/** The id that a token names, if the token is ours and for this purpose. */
export function idSigned(secret: string, purpose: string, token: string): string | undefined {
  const [id = ''] = token.split('.', 1);
  if (!isUuid(id)) return undefined;
  // As text: the bytes of base64 are also those of other spellings, and a token has one.
  const [given, expected] = [Buffer.from(token), Buffer.from(signedId(secret, purpose, id))];
  return given.length === expected.length && timingSafeEqual(given, expected) ? id : undefined;
}
