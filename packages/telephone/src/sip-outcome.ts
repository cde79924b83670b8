import type { Unanswered } from '@parley/call-engine/line.ts';
import type { Refusal } from '@parley/sip/sip-message.ts';
import { isNetworkCause } from '@parley/sip/sip-reason.ts';

type Kind = Unanswered['kind'];

/**
 * The outcome of each SIP code that says something about the contact or the number; any other code is `failed`. From
 * here to the API (`busy` becomes status and reason code BUSY): the table `unanswered` of
 * apps/service/src/workflows/call-account.ts turns an outcome into an ending, and the table `meanings` of
 * apps/service/src/domains/conversations/settlement.model.ts turns an ending into what the API reports.
 */
const outcomeBySipCode: Readonly<Record<number, Exclude<Kind, 'failed' | 'not_placed'>>> = {
  404: 'invalid_number', // Not Found
  408: 'no_answer', // Request Timeout, said by somebody on the way
  410: 'invalid_number', // Gone
  480: 'no_answer', // Temporarily Unavailable: switched off, out of reach
  484: 'invalid_number', // Address Incomplete
  485: 'invalid_number', // Ambiguous
  486: 'busy', // Busy Here
  487: 'no_answer', // Request Terminated: we cancelled
  600: 'busy', // Busy Everywhere
  603: 'declined', // Decline
  604: 'invalid_number', // Does Not Exist Anywhere
  607: 'declined', // Unwanted (RFC 8197)
  608: 'declined', // Rejected by an analytics service (RFC 8688)
};

/** The outcome of each cause of the telephone network (Q.850) that is about the contact or the number. */
const causes: Readonly<Record<number, Exclude<Kind, 'failed' | 'not_placed'>>> = {
  1: 'invalid_number', // Unallocated number
  17: 'busy', // User busy
  18: 'no_answer', // No user responding
  19: 'no_answer', // No answer from user
  20: 'no_answer', // Subscriber absent
  21: 'declined', // Call rejected
  22: 'invalid_number', // Number changed
  28: 'invalid_number', // Invalid number format
};

/** Causes (Q.850) of temporary trouble: the network has no free line, or is out of order. */
const passing: ReadonlySet<number> = new Set([34, 38, 41, 42, 43, 44, 46, 47, 58, 63]);

/** Not Acceptable: the trunk, or the telephone behind it, takes none of the codecs or no encryption that is offered. */
const refusesSound: ReadonlySet<number> = new Set([415, 488, 606]);

/** What a refusal is about, and so what follows from it. */
export type RefusalAbout =
  /** Decided: no other trunk would bring another answer. */
  | 'contact'
  /** This trunk does not reach the number, or may not: another one may. */
  | 'route'
  /** The trunk has no room for a while. */
  | 'capacity'
  /** Something on the way failed, and nobody was called. */
  | 'server'
  /** It rejects the configured user and password. */
  | 'login';

/** `hasRung`: a telephone is known to have rung before. */
export function aboutOf({ status, cause }: Refusal, hasRung = false): RefusalAbout {
  if (status === 401 || status === 407) return 'login';
  if (cause !== undefined && causes[cause] !== undefined) return 'contact';
  if (status === 429) return 'capacity';
  const isPassing = cause !== undefined && passing.has(cause);
  const isNetworks = cause !== undefined && isNetworkCause(cause);
  if (status === 503) return isNetworks && !isPassing ? 'server' : 'capacity';
  if (isPassing) return 'server';
  // With a 5xx a dead trunk names such causes for every number.
  if (isNetworks && !isServerError(status)) return 'route';
  if (refusesSound.has(status)) return 'route';
  // A proxy says 408 when what is behind it is dead; a mobile network says it about a telephone without reception.
  if (status === 403 || status < 400 || (status === 408 && !hasRung && cause === undefined)) return 'route';
  if (status >= 600 || outcomeBySipCode[status] !== undefined) return 'contact';
  // Codes that no telephone sends. No credit, and what a server calls a bad request, may be over soon.
  return status >= 500 || status === 400 || status === 402 ? 'server' : 'route';
}

const isServerError = (status: number): boolean => status >= 500 && status < 600;

/** About this call alone: an anonymous caller is not wanted; the way to the number is a circle. */
const ofTheCall: ReadonlySet<number> = new Set([433, 482, 483]);

/** Forbidden, or offered a sound that is not taken: it may be this number, and it is the trunk if every call gets it. */
export const countsAgainstTrunk = ({ status }: Refusal): boolean =>
  refusesSound.has(status) ||
  (status > 400 && status < 500 && !ofTheCall.has(status) && outcomeBySipCode[status] === undefined);

/**
 * The telephone network has no route to this number, or failed on the way to it, under a code that is about the contact: one
 * such number says nothing about the trunk, and many in a row do.
 */
export const saysNoRoute = ({ status, cause }: Refusal): boolean =>
  cause !== undefined && isNetworkCause(cause) && outcomeBySipCode[status] !== undefined;

export const PAYMENT_REQUIRED = 402;

/** What is wrong with a trunk that says so to every call: the end of a sentence that begins with the trunk. */
export function troubleWords({ status }: Refusal, code: string): string {
  if (status === PAYMENT_REQUIRED) return `has no credit left (${code})`;
  if (refusesSound.has(status)) return `takes none of our codecs (${code})`;
  return status === 403 ? `forbids calls (${code})` : `fails calls (${code})`;
}

/**
 * Said of a number that does not exist, and also of one in a form, or to a place, that the trunk does not know. With a cause
 * that is about the number, such as 1 (unallocated), the telephone network has said so.
 */
export const isDoubtful = ({ status, cause }: Refusal): boolean =>
  (cause === undefined || causes[cause] === undefined) &&
  (status === 404 || status === 484 || status === 485);

/** What a refused call means: `486 Busy Here` is `busy`. A cause of the telephone network decides over the SIP code. */
export function outcomeOf({ status, reason, cause }: Refusal): Unanswered {
  const code = `${status} ${reason}${cause === undefined ? '' : ` (Q.850 ${cause})`}`.trim();
  const byCode = outcomeBySipCode[status] ?? 'failed';
  if (cause === undefined) return { kind: byCode, code };
  return { kind: causes[cause] ?? (isNetworkCause(cause) ? 'failed' : byCode), code };
}
