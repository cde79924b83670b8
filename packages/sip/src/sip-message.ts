/**
 * SIP messages as text (RFC 3261, section 7). Reading is tolerant: short names of headers, folded lines, bare line
 * feeds. Writing is strict. What cannot be read is never an exception, since anybody can send it.
 */
export interface SipRequest extends Content {
  readonly method: string;
  readonly uri: string;
}

export interface SipResponse extends Content {
  readonly status: number;
  readonly reason: string;
}

export type SipMessage = SipRequest | SipResponse;

interface Content {
  readonly headers: readonly SipHeader[];
  readonly body: string;
}

/** The name is in lower case and its long form. */
export type SipHeader = readonly [name: string, value: string];

export type Reading =
  | { readonly kind: 'read'; readonly message: SipMessage }
  | { readonly kind: 'garbage'; readonly why: string };

export const isRequest = (message: SipMessage): message is SipRequest => 'method' in message;

/** The first of that name. */
export const header = ({ headers }: Content, name: string): string | undefined =>
  headers.find(([own]) => own === name)?.[1];

/** All of that name, whether they stand in one line with commas or in several. */
export const headerList = ({ headers }: Content, name: string): string[] =>
  headers.flatMap(([own, value]) => (own === name ? apart(value, ',') : []));

/** Words such as those of Supported and Allow, compared without regard to case. */
export const lists = (message: Content, name: string, word: string): boolean =>
  headerList(message, name).some((one) => one.toLowerCase() === word.toLowerCase());

export function cseqOf(message: Content): { readonly number: number; readonly method: string } {
  const [, number = '0', method = ''] = CSEQ.exec(header(message, 'cseq') ?? '') ?? [];
  return { number: Number(number), method };
}

const CSEQ = /^(\d{1,10})\s+([A-Za-z0-9.!%*_+`'~-]{1,32})$/;
const REQUEST_LINE = /^([A-Za-z0-9.!%*_+`'~-]{1,32})\s+(\S+)\s+SIP\/2\.0$/i;
const STATUS_LINE = /^SIP\/2\.0\s+([1-6]\d\d)(?:\s+(.*))?$/i;

const MOST_BYTES = 65_535;
const MOST_HEADERS = 200;

/** Parses one complete message. On a stream, framing has already separated it. */
export function readMessage(bytes: Buffer): Reading {
  if (bytes.length > MOST_BYTES) return garbage(`it has ${bytes.length} bytes`);
  const { head, body } = halves(bytes);
  const [first = '', ...lines] = unfolded(head);
  const headers: SipHeader[] = [];
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (colon < 1) return garbage('a header line is invalid');
    headers.push([longName(line.slice(0, colon).trim()), line.slice(colon + 1).trim()]);
  }
  if (headers.length > MOST_HEADERS) return garbage(`it has ${headers.length} headers`);
  const missing = essential.find((name) => !header({ headers, body: '' }, name));
  if (missing !== undefined) return garbage(`it has no ${missing}`);
  const cseq = cseqOf({ headers, body: '' });
  if (cseq.method === '' || cseq.number > 0x7fff_ffff) return garbage('its CSeq is invalid');
  const announced = header({ headers, body: '' }, 'content-length');
  if (announced !== undefined && !/^\d{1,6}$/.test(announced)) return garbage('its length is not a number');
  const length = announced === undefined ? body.length : Number(announced);
  if (length > body.length) return garbage('its body is shorter than its Content-Length');
  const content = { headers, body: body.toString('utf8', 0, length) };
  const [, status, reason = ''] = STATUS_LINE.exec(first) ?? [];
  if (status !== undefined)
    return { kind: 'read', message: { status: Number(status), reason: reason.trim(), ...content } };
  const [, method, uri] = REQUEST_LINE.exec(first) ?? [];
  if (method === undefined || uri === undefined)
    return garbage('its first line is neither a request nor a status');
  if (method !== cseq.method) return garbage('its CSeq is of another method');
  return { kind: 'read', message: { method, uri, ...content } };
}

const essential = ['via', 'from', 'to', 'call-id', 'cseq'] as const;

const garbage = (why: string): Reading => ({ kind: 'garbage', why });

function halves(bytes: Buffer): { head: string; body: Buffer } {
  const { end, length } = endOfHead(bytes);
  return { head: bytes.toString('utf8', 0, end), body: bytes.subarray(end + length) };
}

/** Where the empty line is, and how long; the end when there is none. */
export function endOfHead(bytes: Buffer): { readonly end: number; readonly length: number } {
  const proper = bytes.indexOf('\r\n\r\n');
  const bare = bytes.indexOf('\n\n');
  if (proper < 0 && bare < 0) return { end: bytes.length, length: 0 };
  return bare < 0 || (proper >= 0 && proper < bare) ? { end: proper, length: 4 } : { end: bare, length: 2 };
}

/** Lines that begin with a blank go on with the one before. */
function unfolded(head: string): string[] {
  const lines: string[] = [];
  for (const line of head.replace(/^[\r\n]+/, '').split(/\r?\n/)) {
    if (/^[ \t]/.test(line) && lines.length > 0) lines[lines.length - 1] += ` ${line.trim()}`;
    else if (line !== '') lines.push(line);
  }
  return lines;
}

/** Splits where the mark stands outside of quotes and angle brackets. */
export function apart(text: string, mark: ',' | ';'): string[] {
  const parts: string[] = [];
  let [isQuoted, isAngled, start] = [false, false, 0];
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (isQuoted && char === '\\') at++;
    else if (char === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (char === '<') isAngled = true;
    else if (char === '>') isAngled = false;
    else if (char === mark && !isAngled) {
      parts.push(text.slice(start, at).trim());
      start = at + 1;
    }
  }
  parts.push(text.slice(start).trim());
  return parts.filter((part) => part !== '');
}

/** Names that have a short form (RFC 3261, section 7.3.3, and its successors). */
const longNames: Readonly<Record<string, string>> = {
  b: 'referred-by',
  c: 'content-type',
  e: 'content-encoding',
  f: 'from',
  i: 'call-id',
  k: 'supported',
  l: 'content-length',
  m: 'contact',
  o: 'event',
  r: 'refer-to',
  s: 'subject',
  t: 'to',
  u: 'allow-events',
  v: 'via',
  x: 'session-expires',
  y: 'identity',
};

function longName(name: string): string {
  const lower = name.toLowerCase();
  return Object.hasOwn(longNames, lower) ? (longNames[lower] as string) : lower;
}

/** Names that are not simply written with capitals. */
const spellings: Readonly<Record<string, string>> = {
  'call-id': 'Call-ID',
  cseq: 'CSeq',
  'mime-version': 'MIME-Version',
  'min-se': 'Min-SE',
  rack: 'RAck',
  rseq: 'RSeq',
  'www-authenticate': 'WWW-Authenticate',
};

export function writeMessage(message: SipMessage): string {
  const first = isRequest(message)
    ? `${message.method} ${message.uri} SIP/2.0`
    : `SIP/2.0 ${message.status} ${message.reason}`;
  const lines = message.headers
    .filter(([name]) => name !== 'content-length')
    .map(([name, value]) => `${spelling(name)}: ${value}`);
  const length = `Content-Length: ${Buffer.byteLength(message.body)}`;
  return `${[first, ...lines, length].map(oneLine).join('\r\n')}\r\n\r\n${message.body}`;
}

const spelling = (name: string): string =>
  spellings[name] ?? name.replace(/(^|-)([a-z])/g, (_, dash, letter) => dash + letter.toUpperCase());

/** Keeps a value from becoming two headers. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be written
const oneLine = (line: string): string => line.replace(/[\x00-\x08\x0a-\x1f\x7f]+/g, ' ');

/** How the network refused a call; what it means is decided by whoever placed the call. */
export interface Refusal {
  /** 300 to 699. */
  readonly status: number;
  readonly reason: string;
  /** The telephone network's cause (Q.850), from a Reason header (RFC 3326). */
  readonly cause?: number | undefined;
}
