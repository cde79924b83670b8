import { plainReason } from '@parley/kernel/plain-reason.ts';

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

const METHODS =
  '(?:INVITE|ACK|BYE|CANCEL|OPTIONS|REGISTER|PRACK|UPDATE|INFO|REFER|NOTIFY|SUBSCRIBE|MESSAGE|PUBLISH)';
const OPTION_TAGS =
  '(?:100rel|answermode|early-session|eventlist|from-change|gruu|histinfo|ice|join|norefersub|outbound|path|precondition|replaces|resource-priority|sec-agree|siprec|tdialog|timer|trickle-ice)';
const MEDIA_TYPES =
  '(?:application/(?:sdp|dtmf|dtmf-relay|isup|media_control\\+xml|simple-message-summary)|message/sipfrag|multipart/mixed|text/plain)';
const EVENTS = '(?:conference|dialog|hold|keep-alive|message-summary|presence|refer|talk)';
const REASONS = '(?:deactivated|giveup|invariant|noresource|probation|rejected|timeout)';
const SECONDS = '\\d{1,10}';

const listOf = (items: string): RegExp => new RegExp(`^${items}(?:\\s*,\\s*${items})*$`, 'i');
const beginningWith = (item: string): RegExp => new RegExp(`^${item}(?![\\w-])`, 'i');

/**
 * About the protocol alone. A provider may write into any of them what it likes, so each shows only what a standard has for
 * it: of a list its known members, of others the part that matches.
 */
const harmless: Readonly<Record<string, RegExp | { readonly members: RegExp }>> = {
  accept: { members: beginningWith(MEDIA_TYPES) },
  allow: { members: listOf(METHODS) },
  'content-type': beginningWith(MEDIA_TYPES),
  cseq: new RegExp(`^${SECONDS} ${METHODS}$`),
  event: beginningWith(EVENTS),
  expires: beginningWith(SECONDS),
  'max-forwards': beginningWith(SECONDS),
  'min-expires': beginningWith(SECONDS),
  'min-se': beginningWith(SECONDS),
  privacy: /^(?:critical|header|id|none|session|user)(?:\s*;\s*(?:critical|header|id|none|session|user))*$/i,
  rack: new RegExp(`^${SECONDS} ${SECONDS} ${METHODS}$`),
  'refer-sub': /^(?:true|false)$/i,
  require: { members: listOf(OPTION_TAGS) },
  'retry-after': beginningWith(SECONDS),
  rseq: beginningWith(SECONDS),
  'session-expires': /^\d{1,10}(?:\s*;\s*refresher\s*=\s*ua[cs])?(?![\w-])/i,
  'subscription-state': new RegExp(
    `^(?:active|pending|terminated)(?:\\s*;\\s*(?:expires=${SECONDS}|reason=${REASONS}))*(?![\\w-])`,
    'i',
  ),
  supported: { members: listOf(OPTION_TAGS) },
  unsupported: { members: listOf(OPTION_TAGS) },
};

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
  if (response) return `SIP/2.0 ${response[1]} ${plainReason(response[2] ?? '')}`.trimEnd();
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
  const shape = harmless[name];
  if (shape === undefined) return undefined;
  if (shape instanceof RegExp) return shape.exec(value)?.[0] ?? HIDDEN;
  const members = value.split(',').flatMap((member) => shape.members.exec(member.trim())?.[0] ?? HIDDEN);
  return [...new Set(members)].join(', ');
}

/** A user is an account, unless it is a number that the company knows: then as the company writes it. */
function addressOf(text: string, numbers: readonly string[]): string {
  const [, scheme = 'sip', user] = /(sips?|tel):(?:([^@>;?\s]*)@)?/i.exec(text) ?? [];
  const written = user ?? (scheme.toLowerCase() === 'tel' ? (/tel:([^>;\s]*)/i.exec(text)?.[1] ?? '') : '');
  if (written === '') return `${scheme}:${HOST}`;
  const digits = decoded(written).replace(/\D/g, '');
  const [known] = numbers
    .map((number) => ({ number, common: commonEnd(digits, number) }))
    .filter(({ common }) => common >= COMMON_DIGITS)
    .sort((one, other) => other.common - one.common);
  return `${scheme}:${known?.number ?? HIDDEN}@${HOST}`;
}

/** How many last digits are the same. */
function commonEnd(one: string, other: string): number {
  let count = 0;
  while (count < one.length && one.at(-1 - count) === other.at(-1 - count)) count += 1;
  return count;
}

function decoded(user: string): string {
  try {
    return decodeURIComponent(user);
  } catch {
    return user;
  }
}

const CODECS =
  '(?:AMR|AMR-WB|CN|EVS|G722|G723|G726-(?:16|24|32|40)|G728|G729|GSM|iLBC|L16|opus|PCMA|PCMU|red|speex|telephone-event)';
const FORMAT_FIELDS =
  '(?:annexa|annexb|cbr|maxaveragebitrate|maxplaybackrate|maxptime|minptime|mode|mode-set|octet-align|ptime|sprop-maxcapturerate|sprop-stereo|stereo|usedtx|useinbandfec)';
const FORMAT_FIELD = `${FORMAT_FIELDS}=(?:yes|no|\\d{1,7}(?:,\\d{1,3})*)`;

/** Whole lines, so that nothing of the provider's making stands in any. */
const SDP_LINES = [
  /^v=0$/,
  /^t=0 0$/,
  /^m=audio \d{1,5}(?:\/\d{1,2})? (?:UDP\/TLS\/)?RTP\/S?AVPF?(?: \d{1,3})+$/,
  new RegExp(`^a=rtpmap:\\d{1,3} ${CODECS}/\\d{1,6}(?:/\\d)?$`, 'i'),
  /^a=fmtp:\d{1,3} \d{1,3}(?:-\d{1,3})?(?:,\d{1,3}(?:-\d{1,3})?)*$/,
  new RegExp(`^a=fmtp:\\d{1,3} ${FORMAT_FIELD}(?: ?; ?${FORMAT_FIELD})*;?$`, 'i'),
  /^a=(?:max)?ptime:\d{1,4}$/,
  /^a=silenceSupp:(?:on|off)(?: -){0,4}$/,
  /^a=(?:sendrecv|sendonly|recvonly|inactive|rtcp-mux)$/,
];
const CRYPTO =
  /^a=crypto:\d{1,9} (?:AES_CM_(?:128|192|256)_HMAC_SHA1_(?:32|80)|AEAD_AES_(?:128|256)_GCM|F8_128_HMAC_SHA1_80)(?= )/i;

/** Of a description what was negotiated, and whether it is a hold; of other bodies only how a transfer goes. */
function bodyOf(body: string, type: string): string {
  if (/^message\/sipfrag/i.test(type)) return /^SIP\/2\.0 \d{3}/.exec(body)?.[0] ?? '';
  if (!/^application\/sdp/i.test(type)) return '';
  const lines = body.split(/\r?\n/).flatMap((line) => {
    if (/^c=IN IP4 0\.0\.0\.0$/.test(line)) return [line];
    if (line.startsWith('c=')) return [`c=IN IP4 ${HOST}`];
    if (line.startsWith('o=')) return [`o=- 0 0 IN IP4 ${HOST}`];
    if (line.startsWith('s=')) return ['s=-'];
    const crypto = CRYPTO.exec(line)?.[0];
    if (crypto) return [`${crypto} ${HIDDEN}`];
    return SDP_LINES.some((known) => known.test(line.trimEnd())) ? [line.trimEnd()] : [];
  });
  return lines.length === 0 ? '' : `${lines.join('\r\n')}\r\n`;
}
