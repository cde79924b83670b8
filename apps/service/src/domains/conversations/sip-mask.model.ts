/**
 * SIP messages that went over a trunk of the operator, as the company of the call may see them. The call is the company's, so
 * whoever looks for a fault in it sees who said what: methods, codes, causes, codecs, timers. The trunk is the operator's: its
 * account, addresses, dial prefix and software are nobody else's business, and providers know some customers by their
 * address or prefix alone. So only what is known to be harmless is shown, header by header; all else is left out.
 */

const HOST = 'hidden.invalid';
const HIDDEN = 'hidden';
/** So many last digits make a number, however it is written: with an international prefix, nationally, or after a dial prefix. */
const COMMON_DIGITS = 7;

/** Short forms (RFC 3261, section 7.3.3, and later ones). */
const longNames: Readonly<Record<string, string>> = {
  c: 'content-type',
  f: 'from',
  i: 'call-id',
  k: 'supported',
  l: 'content-length',
  m: 'contact',
  o: 'event',
  r: 'refer-to',
  t: 'to',
  x: 'session-expires',
};

/** With a number or account, and a host. */
const addresses: ReadonlySet<string> = new Set([
  'from',
  'to',
  'contact',
  'p-asserted-identity',
  'p-preferred-identity',
  'remote-party-id',
  'diversion',
  'refer-to',
  'referred-by',
]);

/** About the protocol alone. Whatever looks like an address in one of them is covered all the same. */
const harmless: ReadonlySet<string> = new Set([
  'accept',
  'allow',
  'content-type',
  'cseq',
  'event',
  'expires',
  'max-forwards',
  'min-expires',
  'min-se',
  'privacy',
  'rack',
  'refer-sub',
  'require',
  'retry-after',
  'rseq',
  'session-expires',
  'subscription-state',
  'supported',
  'unsupported',
]);

const IPV6 = /\[?\b[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,7}(?:%\w+)?\]?/gi;
const IPV4 = /\b\d{1,3}(?:\.\d{1,3}){3}\b/g;
const NAME = /\b(?:[a-z0-9_-]{1,63}\.){1,10}[a-z][a-z0-9-]{1,62}\b/gi;

/** `numbers`: those of the company and the contact, in E.164. Of others nothing is shown. */
export function withoutOperator(text: string, callId: string, numbers: readonly string[]): string {
  const end = text.search(/\r?\n\r?\n/);
  const head = end < 0 ? text : text.slice(0, end);
  const body = end < 0 ? '' : text.slice(end).replace(/^\r?\n\r?\n/, '');
  // A header may go on in the next line.
  const [start = '', ...lines] = head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  const headers = lines.map(headerOf);
  const type = headers.find(({ name }) => name === 'content-type')?.value ?? '';
  const shownBody = bodyOf(body, type);
  const shown = headers.flatMap(({ shownName, name, value }) => {
    if (name === 'content-length') return [`${shownName}: ${Buffer.byteLength(shownBody)}`];
    const shownValue = shownValueOf(name, value, callId, numbers);
    return shownValue === undefined ? [] : [`${shownName}: ${shownValue}`];
  });
  return [startOf(start, numbers), ...shown, '', shownBody].join('\r\n');
}

function headerOf(line: string): {
  readonly shownName: string;
  readonly name: string;
  readonly value: string;
} {
  const at = line.indexOf(':');
  const shownName = line.slice(0, Math.max(0, at)).trim();
  const name = shownName.toLowerCase();
  return { shownName, name: longNames[name] ?? name, value: line.slice(at + 1).trim() };
}

function startOf(line: string, numbers: readonly string[]): string {
  const response = /^SIP\/2\.0 (\d{3}) ?(.*)$/.exec(line);
  if (response) return `SIP/2.0 ${response[1]} ${withoutHosts(response[2] ?? '')}`.trimEnd();
  const method = /^([A-Z]{1,20}) /.exec(line)?.[1] ?? HIDDEN;
  return `${method} ${addressOf(line, numbers)} SIP/2.0`;
}

function shownValueOf(
  name: string,
  value: string,
  callId: string,
  numbers: readonly string[],
): string | undefined {
  if (addresses.has(name)) return value === '*' ? value : `<${addressOf(value, numbers)}>`;
  if (name === 'call-id') return callId;
  if (name === 'reason') return /^(?:Q\.850|SIP)\s*;\s*cause\s*=\s*\d{1,3}/i.exec(value)?.[0];
  if (name === 'warning') return /^\d{3}/.exec(value)?.[0];
  return harmless.has(name) ? withoutHosts(value) : undefined;
}

/** A user is an account, unless it is a number that the company knows: then as the company writes it. */
function addressOf(text: string, numbers: readonly string[]): string {
  const [, scheme = 'sip', user] = /(sips?|tel):(?:([^@>;?\s]*)@)?/i.exec(text) ?? [];
  const written = user ?? (scheme.toLowerCase() === 'tel' ? (/tel:([^>;\s]*)/i.exec(text)?.[1] ?? '') : '');
  if (written === '') return `${scheme}:${HOST}`;
  const digits = decoded(written).replace(/\D/g, '');
  const known = numbers.find(
    (number) =>
      digits.length >= COMMON_DIGITS && digits.slice(-COMMON_DIGITS) === number.slice(-COMMON_DIGITS),
  );
  return `${scheme}:${known ?? HIDDEN}@${HOST}`;
}

function decoded(user: string): string {
  try {
    return decodeURIComponent(user);
  } catch {
    return user;
  }
}

const withoutHosts = (text: string): string =>
  text.replace(IPV4, HOST).replace(IPV6, HOST).replace(NAME, HOST);

const SDP_LINES =
  /^(?:v=0|t=|m=audio |a=(?:rtpmap|fmtp|ptime|maxptime|silenceSupp):|a=(?:sendrecv|sendonly|recvonly|inactive|rtcp-mux)$)/;

/** Of a description what was negotiated, and whether it is a hold; of other bodies only how a transfer goes. */
function bodyOf(body: string, type: string): string {
  if (/^message\/sipfrag/i.test(type)) return /^SIP\/2\.0 \d{3}/.exec(body)?.[0] ?? '';
  if (!/^application\/sdp/i.test(type)) return '';
  const lines = body.split(/\r?\n/).flatMap((line) => {
    if (/^c=IN IP4 0\.0\.0\.0$/.test(line)) return [line];
    if (line.startsWith('c=')) return [`c=IN IP4 ${HOST}`];
    if (line.startsWith('o=')) return [`o=- 0 0 IN IP4 ${HOST}`];
    if (line.startsWith('s=')) return ['s=-'];
    const crypto = /^a=crypto:\d{1,9} [A-Z0-9_]{1,60}/i.exec(line)?.[0];
    if (crypto) return [`${crypto} ${HIDDEN}`];
    return SDP_LINES.test(line) ? [withoutHosts(line)] : [];
  });
  return lines.length === 0 ? '' : `${lines.join('\r\n')}\r\n`;
}
