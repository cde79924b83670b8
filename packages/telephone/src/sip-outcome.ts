import type { Unanswered } from '@parley/call-engine/line.ts';
import type { Refusal } from '@parley/sip/sip-message.ts';

type Kind = Unanswered['kind'];

/** Every code that says something about the person or the number. All others are the network's own trouble. */
const meanings: Readonly<Record<number, Exclude<Kind, 'failed' | 'not_placed'>>> = {
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

/** Causes of the telephone network (Q.850) that say more than the code they came with. */
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

/** Codes under which gateways hide a cause that is better known to them. */
const isVague = (status: number): boolean => status === 480 || status === 500 || status === 503;

/** Causes of the telephone network (Q.850) that pass by themselves: it has no line free, or is out of order. */
const passing: ReadonlySet<number> = new Set([34, 38, 41, 42, 43, 44, 46, 47, 58, 63]);

/** Whether the trunk, and not the person or the number, is why there was no call: another trunk may do better. */
export const isOfTheTrunk = ({ status, cause }: Refusal): boolean =>
  (status === 503 || status === 429) && (cause === undefined || causes[cause] === undefined);

/** Whether the trunk only wants to be left alone for a while: then the call was not offered to anybody. */
export const isPassing = ({ status, cause }: Refusal): boolean =>
  status === 429 || cause === undefined || passing.has(cause);

export function outcomeOf(refusal: Refusal): Unanswered {
  const { status, reason, cause } = refusal;
  const code = `${status} ${reason}${cause === undefined ? '' : ` (Q.850 ${cause})`}`.trim();
  const byCause = cause === undefined || !isVague(status) ? undefined : causes[cause];
  return { kind: byCause ?? meanings[status] ?? 'failed', code };
}
