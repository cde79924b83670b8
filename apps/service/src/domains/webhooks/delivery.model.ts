import { type EventType, eventName, eventTypes, spoken, type Vocabulary } from '@parley/contract/event.ts';
import { type Attempt, type DeliveryView, type ShownStatus, vocabularies } from '@parley/contract/webhook.ts';
import { task } from '@parley/kernel/task.ts';
import { table } from '@parley/kernel/transition.ts';
import type { CompanyId } from '../../storage/sql.ts';
import { HELD_HOURS, type Secrets, type Webhook } from './webhook.model.ts';

export type DeliveryStatus = 'PENDING' | 'DELIVERED' | 'FAILED' | 'CANCELLED';

export const lifecycle = table<DeliveryStatus, 'deliver' | 'give up' | 'cancel' | 'be redelivered'>({
  PENDING: { deliver: 'DELIVERED', 'give up': 'FAILED', cancel: 'CANCELLED', 'be redelivered': 'PENDING' },
  DELIVERED: { 'be redelivered': 'PENDING' },
  FAILED: { 'be redelivered': 'PENDING' },
  CANCELLED: {},
});

/** Notified when there may be something to send. */
export const DELIVERIES_CHANNEL = 'webhook_deliveries';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const retryDelaysMs = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  1 * HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
  8 * HOUR_MS,
  12 * HOUR_MS,
] as const;
/** Receivers that failed together must not be asked again together. */
const JITTER = 0.1;

/** The pause before a retry, the first being 0. `random` is from 0 to 1. */
function retryDelayMs(retry: number, random: number): number {
  const delay = retryDelaysMs[Math.min(retry, retryDelaysMs.length - 1)] ?? 0;
  return Math.round(delay * (1 + JITTER * (2 * random - 1)));
}

/** While a circuit is open one held delivery is tried after 1, then 2, 5, 10 and 30 minutes, then every hour. */
export const FIRST_TRIAL_MS = 1 * MINUTE_MS;
export const laterTrialsMs = [2 * MINUTE_MS, 5 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS] as const;
export const LAST_TRIAL_MS = 1 * HOUR_MS;

/** How many days deliveries and events are kept. */
export interface DeliveryRetention {
  readonly deliveryDays: number;
  readonly eventDays: number;
}

export const deliveryRetention: DeliveryRetention = { deliveryDays: 30, eventDays: 30 };
export const retentionLimit = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS);

export const isSuccess = ({ error }: Attempt): boolean => error === null;

/** What the log says of a delivery that the webhook stayed inactive for. */
export const heldTooLong = (now: Date): Attempt => ({
  sentAt: now.toISOString(),
  durationMs: 0,
  statusCode: null,
  error: `Not sent: it was held for ${HELD_HOURS} hours`,
  responseBody: null,
});

/** What a request means for its delivery. A receiver that answers 410 wants nothing more. */
export type Settlement =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'failed'; readonly isGone: boolean }
  | { readonly kind: 'retry'; readonly delayMs: number }
  /** Not counted as a retry: the receiver was not to blame, or it was the trial of an open circuit. */
  | { readonly kind: 'again'; readonly delayMs: number };

export function settle(
  delivery: Pick<Claimed, 'retries' | 'maxRetries' | 'isTrial' | 'queuedAt'>,
  { attempt, isOurFault }: Exchanged,
  random: number,
): Settlement {
  if (isSuccess(attempt)) return { kind: 'delivered' };
  const isGone = attempt.statusCode === 410;
  if (isOurFault) {
    const waitedMs = Date.parse(attempt.sentAt) - delivery.queuedAt.getTime();
    if (waitedMs >= HELD_HOURS * HOUR_MS) return { kind: 'failed', isGone: false };
    // The longer it has waited, the longer is the next pause, as with retries.
    const pauses = retryDelaysMs.filter((delayMs) => delayMs <= waitedMs).length;
    return { kind: 'again', delayMs: retryDelayMs(Math.max(delivery.retries, pauses), random) };
  }
  if (delivery.isTrial && !isGone) return { kind: 'again', delayMs: 0 };
  return isGone || delivery.retries >= delivery.maxRetries
    ? { kind: 'failed', isGone }
    : { kind: 'retry', delayMs: retryDelayMs(delivery.retries, random) };
}

/** A delivery with its event, as far as a message needs them. */
export interface Message {
  readonly id: string;
  readonly type: EventType;
  readonly vocabulary: Vocabulary;
  readonly data: Readonly<Record<string, unknown>>;
  readonly occurredAt: Date;
}

/** The call attempt that an event is about; undefined: it is about none. */
export function attemptOf(data: Message['data']): string | undefined {
  const { callAttemptId, previousAttempt, lastCallAttemptId } = data as {
    callAttemptId?: string;
    previousAttempt?: { callAttemptId?: string };
    lastCallAttemptId?: string;
  };
  return callAttemptId ?? previousAttempt?.callAttemptId ?? lastCallAttemptId;
}

/** The body that is sent. */
export const payloadOf = ({ id, type, vocabulary, data, occurredAt }: Message) => ({
  event: eventName(type, vocabulary),
  timestamp: occurredAt.toISOString(),
  deliveryId: id,
  data: spoken(data, vocabulary),
});

/** Which deliveries carry a name. */
export const carriersOf = (name: string): { types: EventType[]; vocabularies: Vocabulary[] } => ({
  types: eventTypes.filter((type) => vocabularies.some((vocabulary) => eventName(type, vocabulary) === name)),
  vocabularies: vocabularies.filter((vocabulary) =>
    eventTypes.some((type) => eventName(type, vocabulary) === name),
  ),
});

export interface Delivery {
  readonly id: string;
  readonly webhookId: string;
  readonly type: EventType;
  readonly vocabulary: Vocabulary;
  readonly subjectId: string;
  readonly status: DeliveryStatus;
  readonly dueAt: Date;
  readonly attempts: readonly Attempt[];
  readonly createdAt: Date;
  readonly deliveredAt: Date | null;
}

const shownStatus = (status: DeliveryStatus, isActive: boolean): ShownStatus =>
  status === 'PENDING' && !isActive ? 'HELD' : status;

/** Which stored statuses are shown as this one. */
export const storedStatuses = (shown: ShownStatus, isActive: boolean): DeliveryStatus[] =>
  (Object.keys(lifecycle) as DeliveryStatus[]).filter((status) => shownStatus(status, isActive) === shown);

export function viewDelivery(delivery: Delivery, isActive: boolean): DeliveryView {
  const status = shownStatus(delivery.status, isActive);
  return {
    id: delivery.id,
    webhookId: delivery.webhookId,
    event: eventName(delivery.type, delivery.vocabulary),
    subjectId: delivery.subjectId,
    status,
    attemptCount: delivery.attempts.length,
    lastAttempt: delivery.attempts.at(-1) ?? null,
    nextAttemptAt: status === 'PENDING' ? delivery.dueAt.toISOString() : null,
    createdAt: delivery.createdAt.toISOString(),
    deliveredAt: delivery.deliveredAt?.toISOString() ?? null,
  };
}

/** A delivery, and its receiver as far as it tells who that is. */
export interface ReceivedDelivery extends Delivery {
  readonly eventId: string;
  readonly receiver: string;
  readonly url: string;
  readonly isActive: boolean;
  readonly hasSecretHeaders: boolean;
  readonly receiverChangedAt: Date;
}

/** A delivery for somebody who may not know the secrets of the webhook: of its address only the host. */
export function viewReceived(delivery: ReceivedDelivery) {
  const { lastAttempt: _, attemptCount: __, ...view } = viewDelivery(delivery, delivery.isActive);
  return {
    ...view,
    receiver: { name: delivery.receiver, host: new URL(delivery.url).host },
    attempts: delivery.attempts.map((attempt) => ({
      ...attempt,
      responseBody: mayRepeatSecrets(delivery, attempt) ? null : attempt.responseBody,
    })),
  };
}

/** Many receivers answer with the headers or the path that they were asked with, and both may be a key to them. */
function mayRepeatSecrets(
  { url, hasSecretHeaders, receiverChangedAt }: ReceivedDelivery,
  { sentAt, responseBody }: Attempt,
): boolean {
  const { pathname, search, username, password } = new URL(url);
  const parts = [pathname, search, username, password].filter((part) => part.length > 1);
  const isAsItWas = receiverChangedAt.getTime() <= Date.parse(sentAt);
  return hasSecretHeaders || !isAsItWas || parts.some((part) => responseBody?.includes(part));
}

export const tendDeliveriesTask = task<object>('tend-webhook-deliveries', {
  retries: 3,
  expireSeconds: 600,
  cron: '23 * * * *',
});

/** A delivery that this process is to send, with everything that takes. */
export type Claimed = Message &
  Pick<Webhook, 'url' | 'headers' | 'attachPdf' | 'timeoutMs' | 'maxRetries'> &
  Secrets & {
    readonly webhookId: string;
    readonly companyId: CompanyId;
    readonly lease: string;
    readonly retries: number;
    readonly queuedAt: Date;
    /** The data with what was said in a call; undefined: it cannot be read now, because the KMS does not answer. */
    readonly readData: () => Promise<Message['data'] | undefined>;
    /** The circuit of its webhook is open, and this request decides whether it closes. */
    readonly isTrial: boolean;
  };

export interface Capacity {
  /** At most so many in all, */
  readonly most: number;
  /** so many for each webhook, */
  readonly perWebhook: number;
  /** and for these, of which some are under way, so many. */
  readonly exceptions: ReadonlyMap<string, number>;
}

/** The outcome of one request. */
export interface Exchanged {
  readonly attempt: Attempt;
  /** It never left our network, such as without a route or a name server: that says nothing about the receiver. */
  readonly isOurFault: boolean;
}

/** A delivery and the outcome of its request. */
export interface Sent extends Exchanged {
  readonly delivery: Claimed;
}

/** The same, with what it means for the delivery. */
export interface Outcome {
  readonly id: string;
  readonly lease: string;
  readonly retries: number;
  readonly settlement: Settlement;
  readonly attempt: Attempt;
}

/** When a delivery is due that was not sent: it waits for what it carries, and that is no try. */
export interface Move {
  readonly id: string;
  /** Null when no process has it. */
  readonly lease: string | null;
  readonly dueAt: Date;
}

/** What a webhook's requests, in the order they ended, say about its receiver. */
export interface Health {
  readonly webhookId: string;
  readonly hasSuccess: boolean;
  readonly failures: number;
  /** Failures before the first success, after the last, and the most in a row. */
  readonly leading: number;
  readonly trailing: number;
  readonly longest: number;
  readonly isGone: boolean;
  /** What became of the trial of an open circuit; null when there was none. */
  readonly trial: 'passed' | 'failed' | null;
}

/** What requests, in the order they ended, say about each receiver. */
export function healthOf(sent: readonly Sent[]): Health[] {
  const telling = sent.filter(({ isOurFault }) => !isOurFault);
  const byWebhook = Map.groupBy(telling, ({ delivery }) => delivery.webhookId);
  return [...byWebhook].map(([webhookId, requests]) => {
    const runs = requests
      .map(({ attempt }) => (isSuccess(attempt) ? '+' : '-'))
      .join('')
      .split('+')
      .map((run) => run.length);
    const trial = requests.findLast(({ delivery }) => delivery.isTrial);
    return {
      webhookId,
      trial: trial === undefined ? null : isSuccess(trial.attempt) ? 'passed' : 'failed',
      hasSuccess: runs.length > 1,
      failures: runs.reduce((sum, run) => sum + run, 0),
      leading: runs.at(0) ?? 0,
      trailing: runs.at(-1) ?? 0,
      longest: Math.max(...runs),
      isGone: requests.some(({ attempt }) => attempt.statusCode === 410),
    };
  });
}
