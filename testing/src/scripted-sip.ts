import { isIP } from 'node:net';
import type { AudioLeg } from '@parley/audio/audio-leg.ts';
import type { EndpointCounts } from '@parley/sip/media/endpoint-counts.ts';
import type { AgreedMedia, AudioGap, LocalMedia, Media, MediaSession } from '@parley/sip/media-session.ts';
import { readUri, type SipUri } from '@parley/sip/sip-address.ts';
import {
  header,
  isRequest,
  readMessage,
  type SipHeader,
  type SipMessage,
  type SipRequest,
} from '@parley/sip/sip-message.ts';
import type { SipRandom } from '@parley/sip/sip-random.ts';
import { SipStack, type StackParts } from '@parley/sip/sip-stack.ts';
import type { SipTime } from '@parley/sip/sip-time.ts';
import type { Hop, SipTransport, TransportKind } from '@parley/sip/sip-transport.ts';
import { SipTrunk, type TrunkSettings } from '@parley/sip/sip-trunk.ts';
import { SipUserAgent } from '@parley/sip/sip-user-agent.ts';

/** Time that stands still until it is told to move. */
export class ManualTime implements SipTime {
  #nowMs = 0;
  #alarms: { readonly atMs: number; readonly run: () => void }[] = [];

  nowMs(): number {
    return this.#nowMs;
  }

  get waiting(): number {
    return this.#alarms.length;
  }

  after(waitMs: number, run: () => void): () => void {
    const alarm = { atMs: this.#nowMs + waitMs, run };
    this.#alarms.push(alarm);
    return () => {
      this.#alarms = this.#alarms.filter((other) => other !== alarm);
    };
  }

  /** Everything that was to happen by then has happened, and what followed from it. */
  async advance(byMs: number): Promise<void> {
    const untilMs = this.#nowMs + byMs;
    for (;;) {
      await settled();
      const due = this.#alarms.filter(({ atMs }) => atMs <= untilMs).sort((a, b) => a.atMs - b.atMs)[0];
      if (!due) break;
      this.#alarms = this.#alarms.filter((other) => other !== due);
      this.#nowMs = due.atMs;
      due.run();
    }
    this.#nowMs = untilMs;
  }
}

/** What is only waiting for a promise has gone on. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Counts, so that what it makes can be told. */
export const countingRandom = (): SipRandom => {
  let count = 0;
  return { token: () => (++count).toString(16).padStart(16, '0'), fraction: () => 0.5 };
};

/** A network of one far end, whose words a test says. */
export class ScriptedTransport implements SipTransport {
  readonly kind: TransportKind;
  /** Everything that was sent, oldest first, with when. */
  readonly sent: { readonly message: SipMessage; readonly atMs: number; readonly to: Hop }[] = [];
  readonly #time: SipTime;
  #listener: (bytes: Buffer, from: Hop) => void = () => undefined;
  /** Addresses that nothing can be sent to. */
  readonly dead = new Set<string>();

  constructor(time: SipTime, kind: TransportKind = 'udp') {
    this.#time = time;
    this.kind = kind;
  }

  async localTo(hop: Hop): Promise<{ host: string; port: number }> {
    if (this.dead.has(hop.host)) throw new Error('no way');
    return { host: '192.0.2.1', port: 5060 };
  }

  async send(text: string, to: Hop): Promise<void> {
    const reading = readMessage(Buffer.from(text));
    if (reading.kind === 'garbage') throw new Error(`We sent garbage: ${reading.why}`);
    this.sent.push({ message: reading.message, atMs: this.#time.nowMs(), to });
  }

  onPacket(listener: (bytes: Buffer, from: Hop) => void): void {
    this.#listener = listener;
  }

  async close(): Promise<void> {}

  /** The far end says something. */
  receive(text: string, host = '198.51.100.1'): void {
    this.#listener(Buffer.from(text), { transport: this.kind, host, port: 5060, name: host });
  }

  /** The requests of a method that were sent so far, each as often as it went out. */
  requests(method: string): SipRequest[] {
    return this.sent.flatMap(({ message }) =>
      isRequest(message) && message.method === method ? [message] : [],
    );
  }

  /** The last response that was sent. */
  get lastStatus(): number | undefined {
    const responses = this.sent.flatMap(({ message }) => (isRequest(message) ? [] : [message.status]));
    return responses.at(-1);
  }

  answer(request: SipRequest, status: number, more: Reply = {}): void {
    this.receive(responseText(request, status, more));
  }
}

/** A user agent on a network whose far end a test speaks for. */
export function scriptedNetwork(more: Pick<StackParts, 'onMessage'> = {}) {
  const time = new ManualTime();
  const transport = new ScriptedTransport(time);
  const random = countingRandom();
  const stack = new SipStack({ transports: [transport], time, random, ...more });
  const unknown = () => Promise.reject(new Error('nothing is known'));
  const dns = { naptr: unknown, srv: unknown, addresses: unknown };
  const agent = new SipUserAgent({ stack, dns, time, random, name: 'Parley' });
  const trunkAt = (
    address: string,
    limits = { callsPerSecond: 1000, mostCalls: 2 },
    more: Pick<TrunkSettings, 'dialling' | 'transfer'> = {},
  ): SipTrunk => {
    const uri = readUri(address) as SipUri;
    const { user, password } = uri;
    const credentials = user === null || password === null ? null : { user, password };
    return new SipTrunk({ uri, credentials, isSoundSecure: false, ...limits, ...more }, time);
  };
  return { time, transport, stack, agent, trunkAt };
}

export interface Reply {
  readonly reason?: string;
  readonly headers?: readonly SipHeader[];
  readonly body?: string;
  readonly tag?: string | null;
}

/** What a far end answers to a request. */
export function responseText(request: SipRequest, status: number, more: Reply): string {
  const { reason = 'Said', headers = [], body = '', tag = 'far' } = more;
  const to = header(request, 'to') ?? '';
  const copied = request.headers.filter(([name]) => ['via', 'from', 'call-id', 'cseq'].includes(name));
  return [
    `SIP/2.0 ${status} ${reason}`,
    ...copied.map(([name, value]) => `${name}: ${value}`),
    `to: ${tag === null || to.includes(';tag=') ? to : `${to};tag=${tag}`}`,
    ...(headers.some(([name]) => name === 'contact') ? [] : ['contact: <sip:far@198.51.100.1>']),
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(body === '' ? [] : ['content-type: application/sdp']),
    `content-length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');
}

/** A request of the far end in the dialog that an INVITE of ours began. */
export function requestText(invite: SipRequest, method: string, cseq: number, more: Reply = {}): string {
  const { headers = [], body = '', tag = 'far' } = more;
  return [
    `${method} sip:us@192.0.2.1:5060 SIP/2.0`,
    `via: SIP/2.0/UDP 198.51.100.1:5060;rport;branch=z9hG4bKfar${method}${cseq}`,
    'max-forwards: 70',
    `from: ${header(invite, 'to')};tag=${tag}`,
    `to: ${header(invite, 'from')}`,
    `call-id: ${header(invite, 'call-id')}`,
    `cseq: ${cseq} ${method}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    `content-length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');
}

/** A description of the far end's sound. */
export const farSound = (lines: readonly string[] = [], payloads = '0 101'): string =>
  [
    'v=0',
    'o=far 1 1 IN IP4 198.51.100.1',
    's=-',
    'c=IN IP4 198.51.100.1',
    't=0 0',
    `m=audio 4000 RTP/AVP ${payloads}`,
    'a=rtpmap:101 telephone-event/8000',
    ...lines,
    '',
  ].join('\r\n');

/** Sound that goes nowhere; it remembers what was agreed on, and what was to be heard. */
export class ScriptedMedia implements Media {
  readonly sessions: ScriptedSession[] = [];

  async open(): Promise<ScriptedSession> {
    const session = new ScriptedSession(20_000 + 2 * this.sessions.length);
    this.sessions.push(session);
    return session;
  }
}

export class ScriptedSession implements MediaSession {
  readonly local: LocalMedia;
  readonly accepted: AgreedMedia[] = [];
  isClosed = false;
  /** What it counts until it is closed. */
  statistics: EndpointCounts | null = null;
  readonly #counted = Promise.withResolvers<EndpointCounts | null>();
  readonly counts = this.#counted.promise;
  readonly #starving: (() => void)[] = [];
  /** What was played to them, which goes out at once. */
  readonly played: Int16Array[] = [];
  readonly pressed: string[] = [];
  #onSound: (frame: Int16Array) => void = () => undefined;
  #onDigit: (digit: string) => void = () => undefined;
  readonly sound: Pick<AudioLeg, 'rateHz' | 'onSound' | 'onDigit' | 'play' | 'playedSamples' | 'hush'> = {
    rateHz: 8000,
    onSound: (listener) => {
      this.#onSound = listener;
    },
    onDigit: (listener) => {
      this.#onDigit = listener;
    },
    play: (sound) => void this.played.push(sound),
    playedSamples: () => this.played.reduce((sum, { length }) => sum + length, 0),
    hush: () => undefined,
  };

  constructor(port: number) {
    const codecs = [
      { name: 'PCMU', payloadType: 0 },
      { name: 'PCMA', payloadType: 8 },
    ] as const;
    this.local = { port, codecs, keysType: 101, noiseType: null, crypto: null };
  }

  /** Throws at what real sound cannot do. */
  accept(agreed: AgreedMedia): void {
    if (isIP(agreed.host) === 0 || agreed.port > 65_534) throw new Error('Sound cannot go there');
    this.accepted.push(agreed);
  }

  onStarved(listener: () => void): void {
    this.#starving.push(listener);
  }

  onGap(listener: (gap: AudioGap, isOpen: boolean) => void): void {
    this.gap = listener;
  }

  /** Audio is missing for some seconds, or there again. */
  gap: (gap: AudioGap, isOpen: boolean) => void = () => undefined;

  press(keys: string): void {
    this.pressed.push(keys);
  }

  /** They press a key. */
  digit(key: string): void {
    this.#onDigit(key);
  }

  /** They say something. */
  say(frame: Int16Array): void {
    this.#onSound(frame);
  }

  /** Nothing has come for long. */
  starve(): void {
    for (const listener of this.#starving) listener();
  }

  close(): void {
    this.isClosed = true;
    this.#counted.resolve(this.statistics);
  }
}
