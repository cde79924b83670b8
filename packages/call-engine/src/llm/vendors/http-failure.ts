import type { Dispatcher } from 'undici';
import { ModelFailure } from '../language-model.ts';

/** An HTTP error with everything it says. */
export class Refusal extends ModelFailure {
  readonly text: string;
  constructor(failure: ModelFailure, text: string) {
    super(failure.kind, failure.message, failure.retryAfterMs);
    this.text = text;
  }
}

const LONGEST_ERROR = 10_000;
const LONGEST_MESSAGE = 200;

/** `key` is ours, which some endpoints repeat when they refuse it: it is not shown. */
export async function refusalOf(
  { statusCode, headers, body }: Dispatcher.ResponseData,
  key?: string,
): Promise<Refusal> {
  let text = '';
  for await (const part of body.setEncoding('utf8')) {
    text += part;
    if (text.length > LONGEST_ERROR) break;
  }
  if (key) text = text.replaceAll(key, '***');
  const message = `${statusCode} ${messageIn(text)}`.slice(0, LONGEST_MESSAGE);
  if (statusCode === 429)
    return new Refusal(new ModelFailure('rate_limited', message, retryAfter(headers)), text);
  if (statusCode >= 500 || statusCode === 408)
    return new Refusal(new ModelFailure('unavailable', message, retryAfter(headers)), text);
  return new Refusal(new ModelFailure('refused', message), text);
}

/** What the vendors of models and of speech, and those who speak like them, call it. */
function messageIn(text: string): string {
  try {
    const { error, message, detail, err_msg } = JSON.parse(text);
    return String(error?.message ?? message ?? detail ?? err_msg ?? error ?? '');
  } catch {
    return text.replace(/<[^>]*>|\s+/g, ' ').trim();
  }
}

/** The connection was closed before any answer: one that had been idle for too long, mostly. */
export const isLostConnection = (error: unknown): boolean => LOST.has(codeOf(error));

const LOST: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code);

/** Whatever else went wrong on the way. */
export function brokenOff(error: unknown): ModelFailure {
  if (error instanceof ModelFailure) return error;
  const { message } = error as Error;
  return new ModelFailure('unavailable', message === '' ? codeOf(error) : message.slice(0, LONGEST_MESSAGE));
}

/** Seconds, or a date; some vendors are more exact and say milliseconds. */
function retryAfter(headers: Dispatcher.ResponseData['headers']): number | undefined {
  const exactMs = Number(headers['retry-after-ms'] ?? Number.NaN);
  if (exactMs >= 0) return exactMs;
  const given = headers['retry-after'];
  if (given === undefined) return undefined;
  const seconds = Number(given);
  const ms = Number.isNaN(seconds) ? Date.parse(String(given)) - Date.now() : seconds * 1000;
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
