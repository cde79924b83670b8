import { createHmac, timingSafeEqual } from 'node:crypto';
import { isUuid } from './id.ts';

const signature = (secret: string, purpose: string, id: string): Buffer =>
  createHmac('sha256', secret).update(`${purpose}:${id}`).digest();

/** An id that only we can have handed out, for one purpose: nothing has to be stored to know it again. */
export const signedId = (secret: string, purpose: string, id: string): string =>
  `${id}.${signature(secret, purpose, id).toString('base64url')}`;

/** The id that a token names, if the token is ours and for this purpose. */
export function idSigned(secret: string, purpose: string, token: string): string | undefined {
  const [id = '', given = ''] = token.split('.');
  if (!isUuid(id)) return undefined;
  const expected = signature(secret, purpose, id);
  const bytes = Buffer.from(given, 'base64url');
  return bytes.length === expected.length && timingSafeEqual(bytes, expected) ? id : undefined;
}
