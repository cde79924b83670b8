import { isIP } from 'node:net';
import type { EventType, Vocabulary } from '@parley/contract/event.ts';
import { FAILURES_TO_OPEN, registrations, type WebhookView } from '@parley/contract/webhook.ts';
import { reachOf } from '@parley/kernel/ip-address.ts';
import { task } from '@parley/kernel/task.ts';

/** The types of events behind registration strings, each once. */
export const typesOf = (events: readonly string[]): EventType[] => [
  ...new Set(events.flatMap((event) => registrations.get(event) ?? [])),
];

/** How long what cannot be sent, because the webhook is inactive, is kept for it. */
export const HELD_HOURS = 72;
/** How long a replaced secret signs beside its successor. */
const OVERLAP_HOURS = 24;
const HOUR_MS = 3_600_000;

export interface SealedHeader {
  readonly name: string;
  readonly isMasked: boolean;
  /** Sealed, as base64. */
  readonly value: string;
}

export interface Webhook {
  readonly id: string;
  readonly apiKeyId: string;
  readonly url: string;
  readonly name: string;
  readonly description: string | null;
  readonly headers: readonly SealedHeader[];
  readonly events: readonly string[];
  readonly vocabulary: Vocabulary;
  readonly maxRetries: number;
  readonly timeoutMs: number;
  readonly inactiveSince: Date | null;
  readonly consecutiveFailures: number;
  readonly circuitOpenedAt: Date | null;
  readonly secret: Buffer;
  readonly previousSecret: Buffer | null;
  readonly previousSecretUntil: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export const defaults = { vocabulary: 'LEGACY', maxRetries: 5, timeoutMs: 10_000 } as const;

/** Active with a closed circuit. */
export const revived = {
  inactiveSince: null,
  consecutiveFailures: 0,
  circuitOpenedAt: null,
} satisfies Partial<Webhook>;

/** The secrets that sign at a time, the newest first. */
export const signingSecrets = (
  webhook: Pick<Webhook, 'secret' | 'previousSecret' | 'previousSecretUntil'>,
  now: Date,
): Buffer[] =>
  webhook.previousSecret !== null && webhook.previousSecretUntil !== null && webhook.previousSecretUntil > now
    ? [webhook.secret, webhook.previousSecret]
    : [webhook.secret];

/** With a new secret; the one before signs along for a day. */
export const withSecret = (webhook: Webhook, sealed: Buffer, now: Date): Webhook => ({
  ...webhook,
  secret: sealed,
  previousSecret: webhook.secret,
  previousSecretUntil: new Date(now.getTime() + OVERLAP_HOURS * HOUR_MS),
  updatedAt: now,
});

/** What was queued, or whose webhook became inactive, before this has been held long enough. */
export const heldLimit = (now: Date): Date => new Date(now.getTime() - HELD_HOURS * HOUR_MS);

export const viewWebhook = (webhook: Webhook): WebhookView => ({
  id: webhook.id,
  apiKeyId: webhook.apiKeyId,
  url: webhook.url,
  name: webhook.name,
  description: webhook.description,
  headers: webhook.headers.map(({ name, isMasked }) => ({ name, isMasked })),
  events: [...webhook.events],
  vocabulary: webhook.vocabulary,
  isActive: webhook.inactiveSince === null,
  maxRetries: webhook.maxRetries,
  timeoutMs: webhook.timeoutMs,
  consecutiveFailures: webhook.consecutiveFailures,
  circuitOpenedAt: webhook.circuitOpenedAt?.toISOString() ?? null,
  createdAt: webhook.createdAt.toISOString(),
  updatedAt: webhook.updatedAt.toISOString(),
});

export interface TargetRules {
  /** For development and tests: targets on this machine and in private networks, also without TLS. */
  readonly allowPrivate: boolean;
}

/** Headers that belong to the message, its signature or the connection, not to the user. */
const reserved =
  /^(host|expect|content-.*|webhook-.*|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/i;

/** What is wrong with where a webhook points to; each begins with the property's path. */
export function urlViolations(url: string, { allowPrivate }: TargetRules): string[] {
  const parsed = URL.parse(url);
  if (!parsed || !/^https?:$/.test(parsed.protocol))
    return ['url must be an address that begins with https://'];
  const host = parsed.hostname.replace(/^\[|\]$/g, '');
  const reach = isIP(host) === 0 ? undefined : reachOf(host);
  const isNear = reach === 'private' || /^([\w-]+|.+\.localhost)$/.test(host);
  return [
    ...(parsed.username !== '' || parsed.password !== ''
      ? ['url must not carry a user name or password; send them in headers']
      : []),
    ...(parsed.protocol === 'http:' && !(allowPrivate && isNear)
      ? ['url must begin with https:// (http:// is for this machine and private networks, in development)']
      : []),
    ...(reach === 'nowhere' || (reach === 'private' && !allowPrivate)
      ? ['url must not point to a private or reserved address']
      : []),
  ];
}

export function headerViolations(headers: readonly { name: string }[]): string[] {
  const names = headers.map(({ name }) => name.toLowerCase());
  return names.flatMap((name, place) => [
    ...(reserved.test(name) ? [`headers[${place}].name must not be ${name}: it is set by the service`] : []),
    ...(names.indexOf(name) < place ? [`headers[${place}].name must not be there twice`] : []),
  ]);
}

/** Tells an owner that a receiver fails: when the circuit opened, and again when it is open a day later. */
export const circuitMail = (
  to: string,
  circuit: { webhookName: string; companyName: string; openedAt: Date; notices: number },
  link: string,
) => {
  const { webhookName, companyName, openedAt, notices } = circuit;
  const since = `${openedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const isReminder = notices > 0;
  return {
    to,
    subject: isReminder
      ? `The webhook "${webhookName}" has received nothing for a day`
      : `The webhook "${webhookName}" does not accept events`,
    text: `Hello,

the webhook "${webhookName}" of ${companyName} has failed ${FAILURES_TO_OPEN} times in a row. Since ${since} its events are held.

Parley tries one of them now and then, at least every hour. As soon as the receiver accepts it, all others follow in order.
Events are held for ${HELD_HOURS} hours; older ones are not sent.

See what the receiver answered, and send at once when it is repaired:
${link}
`,
  };
};

export const reportCircuitsTask = task<object>('report-open-circuits', {
  retries: 3,
  expireSeconds: 300,
  cron: '* * * * *',
});
