import { readParams } from './sip-address.ts';
import { header, lists, type SipHeader, type SipRequest, type SipResponse } from './sip-message.ts';
import type { SipTime } from './sip-time.ts';

/**
 * Session timers (RFC 4028): one side refreshes the session regularly. When it stops, because its process died, the
 * other side hangs up.
 */
export interface SessionTerms {
  readonly seconds: number;
  readonly isOurs: boolean;
}

/** The shortest that anybody has to accept. */
export const LEAST_SESSION_SECONDS = 90;

export const sessionHeaders = (seconds: number, refresher: 'uac' | 'uas'): SipHeader[] => [
  ['session-expires', `${seconds};refresher=${refresher}`],
  ['min-se', `${LEAST_SESSION_SECONDS}`],
];

/** What a message says; `isOurs` when the refresher it names is us. Undefined: there are no timers. */
export function sessionTermsOf(
  message: SipRequest | SipResponse,
  ourRole: 'uac' | 'uas',
): SessionTerms | undefined {
  const value = header(message, 'session-expires');
  const seconds = Number(/^\s*(\d{1,9})/.exec(value ?? '')?.[1] ?? Number.NaN);
  if (!Number.isFinite(seconds)) return undefined;
  const refresher = readParams((value ?? '').slice((value ?? '').indexOf(';') + 1)).get('refresher');
  // Without a word of it the one who asks refreshes, unless a proxy wants timers that they do not have (section 9).
  const preset = ourRole === 'uas' && !hasTimers(message) ? 'uas' : 'uac';
  return {
    seconds: Math.max(LEAST_SESSION_SECONDS, seconds),
    isOurs: (refresher?.toLowerCase() ?? preset) === ourRole,
  };
}

/** Whether who sent it keeps session timers. */
export const hasTimers = (message: SipRequest | SipResponse): boolean => lists(message, 'supported', 'timer');

/** The minimum that a 422 demands. */
export const leastSecondsOf = (response: SipResponse): number | undefined => {
  const seconds = Number(/^\s*(\d{1,6})/.exec(header(response, 'min-se') ?? '')?.[1] ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds : undefined;
};

export interface SessionTimerParts {
  readonly time: SipTime;
  /** Asks the far end; what it answers brings new terms. */
  readonly refresh: () => void;
  /** The session was not refreshed in time. */
  readonly expire: () => void;
}

export class SessionTimer {
  readonly #parts: SessionTimerParts;
  #callOff = () => {};

  constructor(parts: SessionTimerParts) {
    this.#parts = parts;
  }

  /** From now on; undefined: without timers. */
  agree(terms: SessionTerms | undefined): void {
    this.#callOff();
    this.#callOff = () => {};
    if (terms === undefined) return;
    const { time, refresh, expire } = this.#parts;
    const wholeMs = terms.seconds * 1000;
    // Half of it leaves time for a second try; the others wait until shortly before the end (section 10).
    this.#callOff = terms.isOurs
      ? time.after(wholeMs / 2, refresh)
      : time.after(wholeMs - Math.min(32_000, wholeMs / 3), expire);
  }

  stop(): void {
    this.agree(undefined);
  }
}
