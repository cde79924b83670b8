import type { Unanswered } from '@parley/call-engine/line.ts';
import type { Refusal } from '@parley/sip/sip-message.ts';

type Kind = Unanswered['kind'];

/**
 * The outcome of each SIP code that says something about the contact or the number; any other code is `failed`. From
 * here to the API (`busy` becomes status and reason code BUSY): the table `unanswered` of
 * apps/service/src/workflows/conduct-call.ts turns an outcome into an ending, and the table `meanings` of
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

/** The outcome of each cause of the telephone network (Q.850), which says more than a vague SIP code. */
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

/** Codes that gateways also send when they know a more exact cause. */
const isVague = (status: number): boolean => status === 480 || status === 500 || status === 503;

/** Causes (Q.850) of temporary trouble: the network has no free line, or is out of order. */
const passing: ReadonlySet<number> = new Set([34, 38, 41, 42, 43, 44, 46, 47, 58, 63]);

/** Whether the trunk, not the contact or the number, is why there was no call: another trunk may succeed. */
export const isOfTheTrunk = ({ status, cause }: Refusal): boolean =>
  (status === 503 || status === 429) && (cause === undefined || causes[cause] === undefined);

/** Whether the trunk is only overloaded for a while: then nobody was called. */
export const isPassing = ({ status, cause }: Refusal): boolean =>
  status === 429 || cause === undefined || passing.has(cause);

/** What a refused call means: `486 Busy Here` is `busy`. */
export function outcomeOf(refusal: Refusal): Unanswered {
  const { status, reason, cause } = refusal;
  const code = `${status} ${reason}${cause === undefined ? '' : ` (Q.850 ${cause})`}`.trim();
  const byCause = cause === undefined || !isVague(status) ? undefined : causes[cause];
  return { kind: byCause ?? outcomeBySipCode[status] ?? 'failed', code };
}
