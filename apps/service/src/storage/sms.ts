import { createHmac, timingSafeEqual } from 'node:crypto';

export type SmsOutcome =
  | { readonly kind: 'accepted'; readonly vendorId: string }
  | {
      readonly kind: 'bounced' | 'failed' | 'later' | 'unknown';
      readonly detail: string;
      readonly isUnsubscribed?: boolean;
    };

/** Hands a short message to a vendor, who reports what became of it to `statusUrl`. */
export type SendSms = (sms: {
  readonly to: string;
  readonly text: string;
  readonly statusUrl: string;
}) => Promise<SmsOutcome>;

export interface TwilioAccount {
  /** https://api.twilio.com, or a service that speaks the same. */
  readonly url: string;
  readonly accountSid: string;
  readonly authToken: string;
  /** A number, a name, or a messaging service (MG…). */
  readonly from: string;
}

const TIMEOUT_MS = 20_000;
/** The connection was never made: the message was not sent. */
const NOT_CONNECTED =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/;
/** The person answered STOP: https://www.twilio.com/docs/api/errors/21610 */
const STOPPED = 21_610;
/** What Twilio says about the recipient's number: invalid, not mobile, a landline. */
const ABOUT_NUMBER: ReadonlySet<unknown> = new Set([21_211, 21_614, 21_635, STOPPED]);

/** The Messages resource of Twilio's REST API, which has no idempotency keys: what may have been taken is not sent again. */
export function smsByTwilio({ url, accountSid, authToken, from }: TwilioAccount): SendSms {
  const sender = from.startsWith('MG') ? 'MessagingServiceSid' : 'From';
  return async ({ to, text, statusUrl }) => {
    try {
      const reply = await fetch(
        `${url}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`,
        {
          method: 'POST',
          headers: {
            authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
            accept: 'application/json',
          },
          body: new URLSearchParams({ To: to, [sender]: from, Body: text, StatusCallback: statusUrl }),
          redirect: 'error',
          signal: AbortSignal.timeout(TIMEOUT_MS),
        },
      );
      const body = (await reply.json().catch(() => ({}))) as {
        sid?: unknown;
        code?: unknown;
        message?: unknown;
      };
      return outcomeOf(reply.status, body);
    } catch (error) {
      const { code } = ((error as Error).cause ?? {}) as { code?: string };
      const kind = NOT_CONNECTED.test(code ?? '') ? 'later' : 'unknown';
      return { kind, detail: `The SMS vendor did not answer: ${code ?? (error as Error).message}` };
    }
  };
}

function outcomeOf(
  status: number,
  { sid, code, message }: { sid?: unknown; code?: unknown; message?: unknown },
): SmsOutcome {
  if (status < 300)
    return typeof sid === 'string'
      ? { kind: 'accepted', vendorId: sid }
      : { kind: 'unknown', detail: `The SMS vendor answered ${status} without an id` };
  const detail = [code ?? status, message].filter(Boolean).join(' ');
  // Credentials are put right by a person, and a limit passes.
  if ([401, 403, 429, 503].includes(status) && !ABOUT_NUMBER.has(code)) return { kind: 'later', detail };
  if (status >= 500) return { kind: 'unknown', detail };
  return ABOUT_NUMBER.has(code)
    ? { kind: 'bounced', detail, isUnsubscribed: code === STOPPED }
    : { kind: 'failed', detail };
}

export interface SmsReport {
  readonly status: 'SENT' | 'DELIVERED' | 'BOUNCED';
  readonly detail: string | null;
  readonly isUnsubscribed: boolean;
}

const statuses: Readonly<Record<string, SmsReport['status']>> = {
  sent: 'SENT',
  delivered: 'DELIVERED',
  read: 'DELIVERED',
  undelivered: 'BOUNCED',
  failed: 'BOUNCED',
};

/** What a status callback says; undefined: nothing new. */
export function readTwilioReport(parameters: URLSearchParams): SmsReport | undefined {
  const status = statuses[parameters.get('MessageStatus') ?? ''];
  if (status === undefined) return undefined;
  const code = parameters.get('ErrorCode');
  const detail = status === 'BOUNCED' ? [code, parameters.get('ErrorMessage')].filter(Boolean).join(' ') : '';
  return { status, detail: detail || null, isUnsubscribed: Number(code) === STOPPED };
}

/** What Twilio itself takes for STOP: a message that is one of these words alone. They are the same in every country. */
const STOP_WORDS: ReadonlySet<string> = new Set([
  'STOP',
  'STOPALL',
  'UNSUBSCRIBE',
  'CANCEL',
  'END',
  'QUIT',
  'REVOKE',
  'OPTOUT',
]);
const NUMBER = /^\+[1-9]\d{4,14}$/;

/**
 * The number whose owner wants no more messages, if an inbound SMS says so. A messaging service with words of its own, in any
 * language, says itself what it took the message for (`OptOutType`).
 */
export function readTwilioStop(parameters: URLSearchParams): string | undefined {
  const type = parameters.get('OptOutType');
  const word = (parameters.get('Body') ?? '')
    .trim()
    .replace(/[.!]+$/, '')
    .toUpperCase();
  const isStop = type === null ? STOP_WORDS.has(word) : type === 'STOP';
  const from = parameters.get('From') ?? '';
  return isStop && NUMBER.test(from) ? from : undefined;
}

/** As Twilio signs its requests: the address and every parameter in the order of names, with the account's token. */
export function twilioSignature(authToken: string, url: string, parameters: URLSearchParams): string {
  const sorted = [...parameters].toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const signed = url + sorted.map(([name, value]) => name + value).join('');
  return createHmac('sha1', authToken).update(signed).digest('base64');
}

export function isSignedByTwilio(
  authToken: string,
  url: string,
  parameters: URLSearchParams,
  signature: string,
): boolean {
  const [given, right] = [Buffer.from(signature), Buffer.from(twilioSignature(authToken, url, parameters))];
  return given.length === right.length && timingSafeEqual(given, right);
}
