import { createHmac } from 'node:crypto';
import type { OnlineLinks } from '../domains/conversations/conversation.model.ts';

/**
 * The personal page of a contact for an ONLINE conversation. The address carries the conversation and a signature
 * of it, so nothing needs to be stored, and nobody can guess another's.
 */
export const onlineLinks = (publicUrl: string, secret: string): OnlineLinks => ({
  urlOf: (conversationId) => `${publicUrl}/call/${tokenOf(secret, conversationId)}`,
});

const tokenOf = (secret: string, conversationId: string): string => {
  const id = Buffer.from(conversationId.replaceAll('-', ''), 'hex');
  return Buffer.concat([id, signature(secret, id)]).toString('base64url');
};

const signature = (secret: string, id: Buffer): Buffer =>
  createHmac('sha256', secret).update('online conversation ').update(id).digest().subarray(0, 16);
