import { readParams } from './sip-address.ts';
import { apart, headerList, type SipMessage } from './sip-message.ts';

/** One value of a Reason header (RFC 3326), such as `Q.850;cause=17;text="User busy"`. */
interface Reason {
  readonly protocol: string;
  readonly cause: number;
}

/** There may be one for each protocol, in one header line or in several. */
const reasonsOf = (message: SipMessage): Reason[] =>
  headerList(message, 'reason').flatMap((value) => {
    const [protocol = '', ...params] = apart(value, ';');
    const cause = readParams(params.join(';')).get('cause') ?? '';
    return /^\d{1,3}$/.test(cause) ? [{ protocol: protocol.toUpperCase(), cause: Number(cause) }] : [];
  });

/** The telephone network's cause (Q.850) in a message; undefined: it names none. */
export const causeOf = (message: SipMessage): number | undefined =>
  reasonsOf(message).find(({ protocol }) => protocol === 'Q.850')?.cause;

/** No route to the network or to the destination, and an error of routing on the way. */
const withoutRoute: ReadonlySet<number> = new Set([2, 3, 25]);

/** From here on, causes are about resources, services and protocols, until "interworking", which says nothing. */
const FIRST_NETWORK_CAUSE = 32;
const INTERWORKING = 127;

/** Whether the cause (Q.850) says that the network failed, whatever the SIP code is. */
export const isNetworkCause = (cause: number): boolean =>
  withoutRoute.has(cause) || (cause >= FIRST_NETWORK_CAUSE && cause < INTERWORKING);

/** How the network failed, if that is why a BYE ends a call: `Q.850 41`. Undefined: somebody hung up, as far as it says. */
export function networkFailureIn(bye: SipMessage): string | undefined {
  const cause = causeOf(bye);
  if (cause !== undefined && cause !== INTERWORKING)
    return isNetworkCause(cause) ? `Q.850 ${cause}` : undefined;
  const status = reasonsOf(bye).find(({ protocol }) => protocol === 'SIP')?.cause ?? 0;
  return status === 408 || (status >= 500 && status < 600) ? `SIP ${status}` : undefined;
}
