import { createHmac, timingSafeEqual } from 'node:crypto';
import type { OnlineLinks } from '../domains/conversations/conversation.model.ts';

const ID_BYTES = 16;
const SIGNATURE_BYTES = 16;

/**
 * The personal page of a contact for an ONLINE conversation. The address carries the conversation and a signature
 * of it, so nothing needs to be stored, and nobody can guess another's.
 */
export const onlineLinks = (publicUrl: string, secret: string): OnlineLinks => ({
  urlOf: (conversationId) => `${publicUrl}/call/${tokenOf(secret, conversationId)}`,
});

/** The conversation that a token was made for; undefined when we did not make it. */
export function conversationOfToken(secret: string, token: string): string | undefined {
  const bytes = Buffer.from(token, 'base64url');
  // Base64 can spell the same bytes in several ways; only ours is accepted.
  if (bytes.length !== ID_BYTES + SIGNATURE_BYTES || bytes.toString('base64url') !== token) return undefined;
  const [id, signed] = [bytes.subarray(0, ID_BYTES), bytes.subarray(ID_BYTES)];
  if (!timingSafeEqual(signature(secret, id), signed)) return undefined;
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

const tokenOf = (secret: string, conversationId: string): string => {
  const id = Buffer.from(conversationId.replaceAll('-', ''), 'hex');
  return Buffer.concat([id, signature(secret, id)]).toString('base64url');
};

const signature = (secret: string, id: Buffer): Buffer =>
  createHmac('sha256', secret)
    .update('online conversation ')
    .update(id)
    .digest()
    .subarray(0, SIGNATURE_BYTES);
