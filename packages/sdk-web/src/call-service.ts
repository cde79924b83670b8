import { CallFailure, type FailureCode } from './call-failure.ts';
import type { CallLink, Joined, Resumed } from './call-protocol.ts';

const REQUEST_MS = 10_000;

/** The routes under one personal link. */
export class CallService {
  readonly #address: string;

  /** The link as the contact got it; what follows `?` or `#` is not part of it. */
  constructor(link: string) {
    const { origin, pathname } = new URL(link);
    this.#address = origin + pathname.replace(/\/+$/, '');
  }

  readLink(): Promise<CallLink> {
    return this.#ask('/state') as Promise<CallLink>;
  }

  /** With the key of a call that is on, that call goes on in this page. */
  join(offer: string | undefined, resumeKey: string | undefined): Promise<Joined> {
    return this.#ask('/join', {
      ...(offer !== undefined && { offer }),
      ...(resumeKey !== undefined && { resumeKey }),
    }) as Promise<Joined>;
  }

  /** Without an offer the call goes on in writing. */
  resume(resumeKey: string, offer: string | undefined): Promise<Resumed> {
    return this.#ask('/resume', { resumeKey, ...(offer !== undefined && { offer }) }) as Promise<Resumed>;
  }

  async sendText(resumeKey: string, text: string): Promise<void> {
    await this.#ask('/messages', { resumeKey, text });
  }

  async leave(resumeKey: string): Promise<void> {
    await this.#ask('/leave', { resumeKey });
  }

  /** Hangs up as far as a page without a connection can. */
  leaveBehind(resumeKey: string): void {
    this.#sendLast('/leave', resumeKey);
  }

  /** For a page that is closing, perhaps to be loaded again: the call waits for it. */
  leavePage(resumeKey: string): void {
    this.#sendLast('/away', resumeKey);
  }

  /** The browser sends it after the page is gone. */
  #sendLast(path: string, resumeKey: string): void {
    // Plain text needs no question beforehand (CORS), which a closing page could not wait for.
    navigator.sendBeacon(this.#address + path, JSON.stringify({ resumeKey }));
  }

  /** The body of the event stream, from after the given event on. */
  async openEvents(
    resumeKey: string,
    lastEventId: string | undefined,
    signal: AbortSignal,
  ): Promise<ReadableStream<Uint8Array>> {
    const response = await reached(
      fetch(`${this.#address}/events?key=${encodeURIComponent(resumeKey)}`, {
        headers: {
          accept: 'text/event-stream',
          ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
        },
        cache: 'no-store',
        signal,
      }),
    );
    if (!response.ok || response.body === null) throw await failureOf(response);
    return response.body;
  }

  async #ask(path: string, body?: unknown): Promise<unknown> {
    const response = await reached(
      fetch(this.#address + path, {
        cache: 'no-store',
        signal: AbortSignal.timeout(REQUEST_MS),
        ...(body !== undefined && {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      }),
    );
    if (!response.ok) throw await failureOf(response);
    if (response.status === 202 || response.status === 204) return undefined;
    return reached(response.json());
  }
}

async function reached<Answer>(asked: Promise<Answer>): Promise<Answer> {
  try {
    return await asked;
  } catch {
    throw new CallFailure('network', 'The service cannot be reached. Check the connection and try again.');
  }
}

const codes: Readonly<Record<number, FailureCode>> = {
  // The key is not that of the call.
  403: 'not_open',
  404: 'unknown_link',
  409: 'not_open',
  410: 'not_open',
  429: 'too_many',
};

async function failureOf(response: Response): Promise<CallFailure> {
  const body: unknown = await response.json().catch(() => undefined);
  const message =
    typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string'
      ? body.message
      : `The service answered with status ${response.status}.`;
  return new CallFailure(codes[response.status] ?? 'service', message);
}
