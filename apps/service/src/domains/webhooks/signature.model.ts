import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Signing as Standard Webhooks describe it: https://www.standardwebhooks.com */

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;
/** An older message may be one that somebody recorded and plays again. */
const TOLERANCE_SECONDS = 300;

export const newSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64');

export interface SignedHeaders extends Record<string, string> {
  readonly 'webhook-id': string;
  readonly 'webhook-timestamp': string;
  readonly 'webhook-signature': string;
}

/** The headers that prove a body; with several secrets, one signature by each. */
export function signed(secrets: readonly string[], id: string, at: Date, body: string): SignedHeaders {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${signature(secret, id, timestamp, body)}`).join(' '),
  };
}

const signature = (secret: string, id: string, timestamp: string, body: string): string =>
  createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
    .update(`${id}.${timestamp}.${body}`)
    .digest('base64');

/** Why a message is not to be believed, or nothing when it is. */
export function distrust(
  secret: string,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  body: string,
  now: Date,
): string | undefined {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(
    (name) => headers[name],
  );
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof signatures !== 'string')
    return 'it is not signed';
  if (!(Math.abs(now.getTime() / 1000 - Number(timestamp)) <= TOLERANCE_SECONDS))
    return 'its timestamp is more than five minutes off';
  const expected = Buffer.from(`v1,${signature(secret, id, timestamp, body)}`);
  const isKnown = signatures.split(' ').some((one) => {
    const given = Buffer.from(one);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  return isKnown ? undefined : 'its signature does not match the secret';
}
