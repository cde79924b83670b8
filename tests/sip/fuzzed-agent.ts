import { SipArrivals } from '@parley/sip/sip-arrivals.ts';
import type { SipRequest } from '@parley/sip/sip-message.ts';
import type { SipStack } from '@parley/sip/sip-stack.ts';
import { SipFraming } from '@parley/sip/sip-transport-stream.ts';
import type { SipTrunk } from '@parley/sip/sip-trunk.ts';
import type { SipUserAgent } from '@parley/sip/sip-user-agent.ts';
import type { PlacingEvent } from '@parley/telephone/call-order.ts';
import { placeCall } from '@parley/telephone/sip-placing.ts';
import {
  farSound,
  type ManualTime,
  requestText,
  responseText,
  ScriptedMedia,
  type ScriptedTransport,
  scriptedNetwork,
  settled,
} from '@parley/testing/scripted-sip.ts';

/** Numbers from 0 up to 1 that the seed fixes (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const tokens = [
  '\r\n',
  '\n',
  '\r\n\r\n',
  ':',
  ';',
  ',',
  '"',
  '<',
  '>',
  '\\',
  '%',
  '%00',
  '\0',
  '=',
  '@',
  '[::1]',
  'sip:',
  ';tag=',
  ';branch=',
  '2147483648',
  '-1',
  '999999999999999999999',
  'Content-Length: 99999',
  'SIP/2.0 200 OK',
  'Require: 100rel\r\nRSeq: 1',
  'Session-Expires: 1;refresher=uas',
  'Contact: *',
  'Record-Route: <sip:[::>',
  'a=rtpmap:',
  'm=audio 65536 RTP/AVP 0',
  'é\u202e😀',
  ' '.repeat(300),
];

/** The bytes with some of them lost, doubled, moved or replaced. */
export function mutated(original: Buffer, random: () => number): Buffer {
  let bytes = original;
  const below = (limit: number) => Math.floor(random() * limit);
  for (let times = 1 + below(4); times > 0; times--) {
    const at = below(bytes.length + 1);
    const end = Math.min(bytes.length, at + 1 + below(40));
    const [before, middle, after] = [bytes.subarray(0, at), bytes.subarray(at, end), bytes.subarray(end)];
    const ways = [
      () => Buffer.concat([before, after]),
      () => Buffer.concat([before, middle, middle, after]),
      () => Buffer.concat([before, Buffer.from(tokens[below(tokens.length)] ?? ''), middle, after]),
      () => Buffer.concat([before, Buffer.from(tokens[below(tokens.length)] ?? ''), after]),
      () => Buffer.concat([before, Buffer.from(middle.map((byte) => byte ^ (1 << below(8)))), after]),
      () => Buffer.concat([after, middle, before]),
      () => before,
      () => Buffer.concat([before, Buffer.from(middle).reverse(), after]),
    ];
    bytes = ways[below(ways.length)]?.() ?? bytes;
  }
  return bytes;
}

/** A user agent with a call under way and another one ringing, to which anything may be said. */
export class FuzzedAgent {
  readonly time: ManualTime;
  readonly stack: SipStack;
  readonly agent: SipUserAgent;
  readonly #transport: ScriptedTransport;
  readonly #trunk: SipTrunk;
  readonly #media = new ScriptedMedia();
  readonly #framing = { one: new SipFraming() };
  #seeds: Buffer[] = [];
  #cseq = 1;

  constructor() {
    const { time, stack, agent, transport, trunkAt } = scriptedNetwork();
    this.time = time;
    this.stack = stack;
    this.agent = agent;
    this.#transport = transport;
    this.#trunk = trunkAt('sip:user:word@198.51.100.1', { callsPerSecond: 1e6, mostCalls: 1e6 });
    new SipArrivals({
      agent,
      trunks: [this.#trunk],
      media: this.#media,
      isAllowed: () => false,
      own: null,
      sessionSeconds: 90,
      onArrival: (arrival) => void arrival.answer(),
    });
  }

  /** Calls that take a place on the trunk. */
  get liveCalls(): number {
    return this.#trunk.liveCalls;
  }

  /** New calls; what was said to the old ones is forgotten. */
  async renew(): Promise<void> {
    this.#transport.sent.length = 0;
    this.#media.sessions.length = 0;
    this.#trunk.breaker.work();
    const answered = await this.#place();
    this.#transport.answer(answered, 200, { body: farSound() });
    await settled();
    const ringing = await this.#place();
    this.#transport.answer(ringing, 180);
    await settled();
    this.#seeds = seedsOf(answered, ringing, this.#cseq).map((text) => Buffer.from(text));
    this.#cseq += 10;
  }

  /** Says one mutated thing, on a datagram and on a connection. */
  say(random: () => number): void {
    const bytes = mutated(this.#seeds[Math.floor(random() * this.#seeds.length)] ?? Buffer.alloc(0), random);
    this.#transport.receive(bytes.toString('latin1'));
    const frames = this.#framing.one.push(bytes);
    if (frames.some(({ kind }) => kind === 'lost')) this.#framing.one = new SipFraming();
  }

  /** No sound comes any more, and everything that was waiting has given up. */
  async rest(): Promise<void> {
    for (const session of this.#media.sessions) session.starve();
    await this.time.advance(200_000);
  }

  async #place(): Promise<SipRequest> {
    const parts = {
      agent: this.agent,
      trunks: [this.#trunk],
      media: this.#media,
      from: null,
      sessionSeconds: 90,
    };
    const order = { to: '+41446681800', from: null, ringTimeoutMs: 30_000 };
    const steps = placeCall(parts, order, new AbortController().signal);
    void drained(steps);
    await settled();
    return this.#transport.requests('INVITE').at(-1) as SipRequest;
  }
}

async function drained(steps: AsyncIterable<PlacingEvent>): Promise<void> {
  for await (const event of steps) if (event.kind === 'answered') event.call.leg.onLeft(() => undefined);
}

function seedsOf(answered: SipRequest, ringing: SipRequest, cseq: number): string[] {
  const notify = { headers: [['event', 'refer'] as const], body: 'SIP/2.0 200 OK\r\n' };
  const sdp = {
    body: farSound(['a=sendonly', `a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:${'A'.repeat(40)}`]),
  };
  const digest = [
    'proxy-authenticate',
    'Digest realm="r", nonce="n", qop="auth", algorithm=SHA-256',
  ] as const;
  return [
    requestText(answered, 'INVITE', cseq, sdp),
    requestText(answered, 'UPDATE', cseq + 1, sdp),
    requestText(answered, 'INFO', cseq + 2),
    requestText(answered, 'NOTIFY', cseq + 3, notify),
    requestText(answered, 'OPTIONS', cseq + 4),
    requestText(answered, 'ACK', cseq),
    requestText(answered, 'BYE', cseq + 5),
    requestText(ringing, 'CANCEL', cseq + 6),
    arriving('INVITE', cseq),
    arriving('CANCEL', cseq),
    responseText(answered, 200, { body: farSound() }),
    responseText(ringing, 183, {
      body: farSound(),
      headers: [
        ['require', '100rel'],
        ['rseq', '7'],
      ],
    }),
    responseText(ringing, 407, { headers: [digest] }),
    responseText(ringing, 422, { headers: [['min-se', '600']] }),
    responseText(ringing, 503, {
      headers: [
        ['retry-after', '3'],
        ['reason', 'Q.850;cause=17'],
      ],
    }),
    responseText(ringing, 200, { body: farSound() }),
  ];
}

/** A call to us, and that it is called off. */
const arriving = (method: 'INVITE' | 'CANCEL', cseq: number): string =>
  [
    `${method} sip:+41446681801@192.0.2.1:5060 SIP/2.0`,
    `via: SIP/2.0/UDP 198.51.100.1:5060;rport;branch=z9hG4bKtheirs${cseq}`,
    'max-forwards: 70',
    'from: "Ada" <sip:+41446681800@198.51.100.1>;tag=theirs',
    'to: <sip:+41446681801@192.0.2.1>',
    `call-id: theirs-${cseq}`,
    `cseq: ${cseq} ${method}`,
    'contact: <sip:far@198.51.100.1>',
    'p-asserted-identity: <tel:+41446681800>',
    'supported: timer',
    'session-expires: 90;refresher=uac',
    'record-route: <sip:198.51.100.1;lr>',
    'content-type: application/sdp',
    `content-length: ${Buffer.byteLength(farSound())}`,
    '',
    farSound(),
  ].join('\r\n');
