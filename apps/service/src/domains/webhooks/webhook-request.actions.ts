import { type Attempt, KEPT_RESPONSE_BYTES } from '@parley/contract/webhook.ts';
import type { Seal } from '@parley/kernel/seal.ts';
import { type Outgoing, OutgoingFailure } from '../../http/outgoing.ts';
import { type Exchanged, type Message, payloadOf } from './delivery.model.ts';
import { signed } from './signature.model.ts';
import { type Secrets, signingSecrets, type Webhook } from './webhook.model.ts';

/** What it takes to send something to a webhook. */
export interface Post {
  readonly outgoing: Pick<Outgoing, 'send'>;
  readonly seal: Seal;
  /** What the receiver sees as the sender. */
  readonly userAgent: string;
}

export type Recipient = Pick<Webhook, 'id' | 'url' | 'headers' | 'timeoutMs'> & Secrets;

/** Sealed values open only in the webhook and the place they were sealed for. */
export const sealedPlace = {
  secret: (webhookId: string) => `${webhookId} secret`,
  header: (webhookId: string, name: string) => `${webhookId} header ${name.toLowerCase()}`,
} as const;

/** One signed request. Its outcome is returned, never thrown. */
export async function exchange(
  post: Post,
  recipient: Recipient,
  message: Message,
  now: Date,
): Promise<Exchanged> {
  const body = JSON.stringify(payloadOf(message));
  const started = performance.now();
  const exchanged = (
    outcome: Pick<Attempt, 'statusCode' | 'error' | 'responseBody'>,
    isOurFault = false,
  ): Exchanged => ({
    attempt: { sentAt: now.toISOString(), durationMs: Math.round(performance.now() - started), ...outcome },
    isOurFault,
  });
  try {
    const reply = await post.outgoing.send({
      method: 'POST',
      url: recipient.url,
      headers: headersOf(post, recipient, message.id, body, now),
      body,
      timeoutMs: recipient.timeoutMs,
      keepBytes: KEPT_RESPONSE_BYTES,
    });
    const isAccepted = reply.status >= 200 && reply.status < 300;
    const error = isAccepted ? null : `The receiver responded with status ${reply.status}`;
    // PostgreSQL stores no NUL.
    const responseBody = reply.body.toString('utf8').replaceAll('\u0000', '\ufffd');
    return exchanged({ statusCode: reply.status, error, responseBody });
  } catch (error) {
    const words = error instanceof OutgoingFailure ? error.message : 'The request could not be made';
    const isOurFault = error instanceof OutgoingFailure && error.isOurFault;
    return exchanged({ statusCode: null, error: words, responseBody: null }, isOurFault);
  }
}

function headersOf(
  { seal, userAgent }: Post,
  recipient: Recipient,
  messageId: string,
  body: string,
  now: Date,
): Record<string, string> {
  const secrets = signingSecrets(recipient, now).map((sealed) =>
    seal.open(sealed, sealedPlace.secret(recipient.id)),
  );
  const own = recipient.headers.map(({ name, value }) => [
    name.toLowerCase(),
    seal.open(Buffer.from(value, 'base64'), sealedPlace.header(recipient.id, name)),
  ]);
  return {
    'user-agent': userAgent,
    ...Object.fromEntries(own),
    'content-type': 'application/json',
    ...signed(secrets, messageId, now, body),
  };
}
