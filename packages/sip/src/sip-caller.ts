import { e164AsDialled } from '@parley/kernel/phone-number.ts';
import { readAddress, readUri } from './sip-address.ts';
import { header, headerList, type SipRequest } from './sip-message.ts';

/** Who calls, and which number they called: E.164, or null where that cannot be read. */
export interface Caller {
  readonly from: string | null;
  readonly to: string | null;
}

/**
 * Of a call that a trunk brings us. `own` is the number that the trunk is known by: others may be written as they are
 * dialled near it. What the trunk vouches for (RFC 3325) comes before what the telephone says of itself.
 */
export function callerOf(invite: SipRequest, own: string | null): Caller {
  const number = (address: string, near: string | null): string | null => {
    const user = readUri(readAddress(address)?.uri ?? '')?.user ?? '';
    return e164AsDialled(user.split(';')[0] ?? '', near) ?? null;
  };
  const to = number(`<${invite.uri}>`, own) ?? number(header(invite, 'to') ?? '', own);
  if (isHidden(invite)) return { from: null, to };
  const names = [...headerList(invite, 'p-asserted-identity'), header(invite, 'from') ?? ''];
  const from = names.map((name) => number(name, to ?? own)).find((found) => found !== null) ?? null;
  return { from, to };
}

/** They do not want to be known, although the network knows them (RFC 3323). */
const isHidden = (invite: SipRequest): boolean =>
  headerList(invite, 'privacy').some((words) => /\b(id|user|header|full)\b/i.test(words));
