import { createHmac, timingSafeEqual } from 'node:crypto';
import { type MessageChannel, messageChannels } from '@parley/contract/message.ts';
import { accepted, inUse, type Secret } from '@parley/kernel/secret.ts';
import type { OnlineLinks } from '../domains/conversations/conversation.model.ts';
import type { MessageLinks } from '../domains/conversations/message-delivery.actions.ts';
import type { LinkSecrets } from './link-secrets.ts';

const ID_BYTES = 16;
const SIGNATURE_BYTES = 16;

/**
 * The personal page of a contact for an ONLINE conversation. The address carries the conversation and a signature
 * of it, so nothing needs to be stored, and nobody can guess another's.
 */
export const onlineLinks = (publicUrl: string, secret: Secret): OnlineLinks => ({
  urlOf: (conversationId) => `${publicUrl}/call/${tokenOf(inUse(secret), conversationId)}`,
});

/** The conversation that a token was made for; undefined when we did not make it. */
export function conversationOfToken(secret: Secret, token: string): string | undefined {
  const bytes = Buffer.from(token, 'base64url');
  // Base64 can spell the same bytes in several ways; only ours is accepted.
  if (bytes.length !== ID_BYTES + SIGNATURE_BYTES || bytes.toString('base64url') !== token) return undefined;
  const [id, signed] = [bytes.subarray(0, ID_BYTES), bytes.subarray(ID_BYTES)];
  if (!accepted(secret).some((one) => timingSafeEqual(signature(one, id), signed))) return undefined;
  return uuidOf(id);
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

/** What the link to the page that stops messages stands for. The hash outlives the contact: the link works for ever. */
export interface StopOrder {
  readonly companyId: string;
  readonly channel: MessageChannel;
  readonly hash: string;
}

const HASH_BYTES = 32;
const STOP_BYTES = ID_BYTES + 1 + HASH_BYTES;

/** The links in messages. Nothing is stored for them either. */
export const messageLinks = (publicUrl: string, { calls, stop }: LinkSecrets): MessageLinks => ({
  ...onlineLinks(publicUrl, calls),
  reportUrl: ({ companyId, id }) => `${publicUrl}/sms-reports/${companyId}/${id}`,
  stopUrl: ({ language, ...order }) =>
    `${publicUrl}/unsubscribe/${stopToken(inUse(stop), order)}?language=${language.toLowerCase()}`,
});

/** The order that a token was made for; undefined when we did not make it. */
export function stopOrderOf(secret: Secret, token: string): StopOrder | undefined {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== STOP_BYTES + SIGNATURE_BYTES || bytes.toString('base64url') !== token)
    return undefined;
  const [body, signed] = [bytes.subarray(0, STOP_BYTES), bytes.subarray(STOP_BYTES)];
  if (!accepted(secret).some((one) => timingSafeEqual(stopSignature(one, body), signed))) return undefined;
  const channel = messageChannels[body[ID_BYTES] ?? 0];
  if (channel === undefined) return undefined;
  return {
    companyId: uuidOf(body.subarray(0, ID_BYTES)),
    channel,
    hash: body.subarray(ID_BYTES + 1).toString('hex'),
  };
}

function stopToken(secret: string, { companyId, channel, hash }: StopOrder): string {
  const body = Buffer.concat([
    Buffer.from(companyId.replaceAll('-', ''), 'hex'),
    Buffer.from([messageChannels.indexOf(channel)]),
    Buffer.from(hash, 'hex'),
  ]);
  return Buffer.concat([body, stopSignature(secret, body)]).toString('base64url');
}

const stopSignature = (secret: string, body: Buffer): Buffer =>
  createHmac('sha256', secret).update('stop messages ').update(body).digest().subarray(0, SIGNATURE_BYTES);

const uuidOf = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
