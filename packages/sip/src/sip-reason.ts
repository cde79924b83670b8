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
