import { isIP } from 'node:net';
import type { EventType, Vocabulary } from '@parley/contract/event.ts';
import {
  FAILURES_TO_OPEN,
  registrations,
  type WebhookChanges,
  type WebhookView,
} from '@parley/contract/webhook.ts';
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
/** So many replaced secrets sign at most: each adds a signature to every request. */
export const MOST_REPLACED_SECRETS = 5;
const HOUR_MS = 3_600_000;

export interface SealedHeader {
  readonly name: string;
  readonly isMasked: boolean;
  /** Sealed, as base64. */
  readonly value: string;
}

export interface OlderSecret {
  /** Sealed, as base64. */
  readonly value: string;
  /** When it stops signing. */
  readonly until: string;
}

/** What signs the messages to a webhook. */
export interface Secrets {
  readonly secret: Buffer;
  readonly previousSecret: Buffer | null;
  readonly previousSecretUntil: Date | null;
  /** Those from before the previous one, the newest first. */
  readonly olderSecrets: readonly OlderSecret[];
}

export interface Webhook extends Secrets {
  readonly id: string;
  readonly apiKeyId: string;
  readonly url: string;
  readonly name: string;
  readonly description: string | null;
  readonly headers: readonly SealedHeader[];
  readonly events: readonly string[];
  readonly vocabulary: Vocabulary;
  readonly attachPdf: boolean;
  readonly maxRetries: number;
  readonly timeoutMs: number;
  readonly inactiveSince: Date | null;
  readonly consecutiveFailures: number;
  readonly circuitOpenedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export const defaults = { vocabulary: 'LEGACY', attachPdf: true, maxRetries: 5, timeoutMs: 10_000 } as const;

/** Active with a closed circuit. */
export const revived = {
  inactiveSince: null,
  consecutiveFailures: 0,
  circuitOpenedAt: null,
} satisfies Partial<Webhook>;

/** Replaced secrets that still sign at a time, the newest first. */
function replacedSecrets(
  { previousSecret, previousSecretUntil, olderSecrets }: Omit<Secrets, 'secret'>,
  now: Date,
): OlderSecret[] {
  const previous =
    previousSecret === null || previousSecretUntil === null
      ? []
      : [{ value: previousSecret.toString('base64'), until: previousSecretUntil.toISOString() }];
  return [...previous, ...olderSecrets].filter(({ until }) => Date.parse(until) > now.getTime());
}

/** The secrets that sign at a time, the newest first. */
export const signingSecrets = (secrets: Secrets, now: Date): Buffer[] => [
  secrets.secret,
  ...replacedSecrets(secrets, now).map(({ value }) => Buffer.from(value, 'base64')),
];

/** From when on the secret can be replaced again; undefined: now. A new one must not silence another before its time. */
export function rotatableFrom(secrets: Secrets, now: Date): Date | undefined {
  const ends = replacedSecrets(secrets, now).map(({ until }) => Date.parse(until));
  return ends.length < MOST_REPLACED_SECRETS ? undefined : new Date(Math.min(...ends));
}

/** With a new secret; the one before signs along for a day, and those before it until their day is over. */
export const withSecret = (webhook: Webhook, sealed: Buffer, now: Date): Webhook => ({
  ...webhook,
  secret: sealed,
  previousSecret: webhook.secret,
  previousSecretUntil: new Date(now.getTime() + OVERLAP_HOURS * HOUR_MS),
  olderSecrets: replacedSecrets(webhook, now),
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
  attachPdf: webhook.attachPdf,
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

/** What is wrong with a webhook by itself, beyond what its schema says. */
export const webhookViolations = (
  { url, headers }: Pick<WebhookChanges, 'url' | 'headers'>,
  rules: TargetRules,
): string[] => [...(url === undefined ? [] : urlViolations(url, rules)), ...headerViolations(headers ?? [])];

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
      ? `The webhook "${webhookName}" has accepted no events for a day`
      : `The webhook "${webhookName}" does not accept events`,
    text: `Hello,

the webhook "${webhookName}" of ${companyName} has failed ${FAILURES_TO_OPEN} times in a row. Since ${since} its events are held.

Parley tries one of them now and then, at least every hour. As soon as the receiver accepts it, all others follow in order.
Events are held for ${HELD_HOURS} hours; older ones are not sent.

See what the receiver answered, and send the held events when it is repaired:
${link}
`,
  };
};

export const reportCircuitsTask = task<object>('report-open-circuits', {
  retries: 3,
  expireSeconds: 300,
  cron: '* * * * *',
});
