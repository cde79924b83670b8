import { header, headerList, type SipMessage } from './sip-message.ts';

/**
 * What a network says about the right to show a caller ID (STIR/SHAKEN), as it came. We check no signature and sign
 * nothing: whoever sent it may be wrong.
 */
export interface Attestation {
  /** A: the customer is known and may show the number. B: the customer is known. C: only where the call came in. */
  readonly level: AttestationLevel | null;
  /** What became of the check of the signature, which the network made. */
  readonly verification: Verification | null;
}

export type AttestationLevel = 'A' | 'B' | 'C';
export type Verification = 'PASSED' | 'FAILED' | 'NOT_DONE';

/** Headers whose value is the level, or ends with it: of 3GPP (TS 24.229), Bandwidth, Verizon and Twilio. */
const LEVEL_HEADERS = [
  'attestation-info',
  'p-attestation-indicator',
  'x-attestation-info',
  'x-twilio-verstat',
] as const;

/** Undefined: the message says nothing about it. */
export function attestationOf(message: SipMessage): Attestation | undefined {
  const status = verificationStatus(message);
  const level = levelOf(status) ?? namedLevel(message) ?? signedLevel(message) ?? null;
  const verification = isRefusedIdentity(message) ? 'FAILED' : (verificationOf(status) ?? null);
  return level === null && verification === null ? undefined : { level, verification };
}

const VERSTAT = /;\s*verstat\s*=\s*"?([a-z-]{1,40})/i;

/** `verstat` of the caller (3GPP TS 24.229), within the address or after it; what the network vouches for comes first. */
function verificationStatus(message: SipMessage): string | undefined {
  const callers = [...headerList(message, 'p-asserted-identity'), header(message, 'from') ?? ''];
  const found = callers.map((caller) => VERSTAT.exec(caller)?.[1]).find((value) => value !== undefined);
  return found ?? header(message, 'x-twilio-verstat');
}

const verifications: ReadonlyMap<string, Verification> = new Map([
  ['tn-validation-passed', 'PASSED'],
  ['tn-validation-failed', 'FAILED'],
  ['no-tn-validation', 'NOT_DONE'],
]);

/** Some networks write the level behind: `TN-Validation-Passed-A`. */
const verificationOf = (status: string | undefined): Verification | undefined =>
  verifications.get(
    (status ?? '')
      .trim()
      .toLowerCase()
      .replace(/-[abc]$/, ''),
  );

/** The last letter, if it stands alone. */
const levelOf = (value: string | undefined): AttestationLevel | undefined =>
  /(?:^|[^a-z])([abc])["\s;]*$/i.exec((value ?? '').slice(0, 100))?.[1]?.toUpperCase() as
    | AttestationLevel
    | undefined;

function namedLevel(message: SipMessage): AttestationLevel | undefined {
  for (const name of LEVEL_HEADERS) {
    const level = levelOf(header(message, name));
    if (level !== undefined) return level;
  }
  // Plivo says so of our own calls, in its responses: "Verified" is what it signs as A.
  return header(message, 'x-plivo-stir-verification')?.toLowerCase() === 'verified' ? 'A' : undefined;
}

/** A signed statement about the call (RFC 8225), of which we read the second part. */
const PASSPORT = /^[\w-]{1,2000}\.([\w-]{1,4000})\.[\w-]{1,2000}(?:;|$)/;

/** Of the Identity header (RFC 8224, RFC 8588). A call that was passed on has several; only one of them attests. */
function signedLevel(message: SipMessage): AttestationLevel | undefined {
  for (const identity of headerList(message, 'identity')) {
    const claims = PASSPORT.exec(identity)?.[1];
    const level = claims === undefined ? undefined : attestIn(claims);
    if (level !== undefined) return level;
  }
  return undefined;
}

function attestIn(claims: string): AttestationLevel | undefined {
  try {
    const said: unknown = JSON.parse(Buffer.from(claims, 'base64url').toString());
    const attest = typeof said === 'object' && said !== null && 'attest' in said ? said.attest : undefined;
    return attest === 'A' || attest === 'B' || attest === 'C' ? attest : undefined;
  } catch {
    return undefined;
  }
}

/** The network on the way did not accept the signature of our call (RFC 8224, section 6.2; RFC 9410). */
const isRefusedIdentity = (message: SipMessage): boolean =>
  headerList(message, 'reason').some((reason) => /^STIR\s*;/i.test(reason)) ||
  ('status' in message && [428, 436, 437, 438].includes(message.status));
