import { farSound } from '@parley/testing/scripted-sip.ts';
import { expect, test } from 'vitest';
import type { AgreedMedia, CodecName, LocalMedia } from '../media-session.ts';
import { answerTo } from '../sip-sdp.ts';
import { RtpEndpoint } from './rtp-endpoint.ts';
import { seeded, sine, toneShare } from './test-tone.ts';

const HOST = '192.0.2.7';
const payloadTypes = { PCMU: 0, PCMA: 8, G722: 9 } as const;

const origin = { host: '192.0.2.1', sessionId: 7, version: 1 };
const agreed = (name: CodecName, more: Partial<AgreedMedia> = {}): AgreedMedia => ({
  host: HOST,
  port: 4000,
  codec: { name, payloadType: payloadTypes[name] },
  keysType: 101,
  noiseType: 13,
  packetMs: 20,
  crypto: null,
  mayWeSend: true,
  mayTheySend: true,
  ...more,
});

interface Sent {
  readonly bytes: Buffer;
  readonly port: number;
  readonly host: string;
}

/** An endpoint whose packets are kept and whose time is turned by hand. */
class Bench {
  readonly rtp: Sent[] = [];
  readonly rtcp: Sent[] = [];
  readonly keys: string[] = [];
  heard: number[] = [];
  starved = 0;
  readonly quiet: boolean[] = [];
  readonly gaps: string[] = [];
  /** What is to be said, sample by sample. */
  saying: Int16Array = new Int16Array(0);
  readonly endpoint: RtpEndpoint;
  nowMs = 0;
  #said = 0;

  constructor(media: AgreedMedia, isAnswered = true) {
    const start = { ssrc: 1, sequence: 65_500, timestamp: 0xffff_f000 };
    this.endpoint = new RtpEndpoint(
      { agreed: media, start, seed: 1, nowMs: 0, wallMs: () => 1.7e12 + this.nowMs },
      {
        sendRtp: (bytes, port, host) => this.rtp.push({ bytes: Buffer.from(bytes), port, host }),
        sendRtcp: (bytes, port, host) => this.rtcp.push({ bytes, port, host }),
        takeSound: (frame) => {
          const next = this.saying.subarray(this.#said, this.#said + frame.length);
          frame.set(next);
          this.#said += next.length;
          return next.length;
        },
        giveSound: (frame) => this.heard.push(...frame),
        onKey: (key) => this.keys.push(key),
        onStarved: () => {
          this.starved += 1;
        },
        onGap: (gap, isOpen) => {
          if (gap === 'from them') this.quiet.push(isOpen);
          else this.gaps.push(`${gap}: ${isOpen ? 'begins' : 'ends'}`);
        },
      },
    );
    if (isAnswered) this.endpoint.answered(0);
  }

  beat(): void {
    this.nowMs += 20;
    this.endpoint.beat({ dueMs: this.nowMs, skipped: 0 });
  }
}

interface Network {
  readonly loss: number;
  readonly jitterMs: number;
  readonly frames: number;
}

/** Everything that one says goes to the other over a bad network. */
function talk(from: Bench, to: Bench, { loss, jitterMs, frames }: Network): void {
  const random = seeded(11);
  const under: { readonly atMs: number; readonly bytes: Buffer }[] = [];
  for (let frame = 0; frame < frames; frame += 1) {
    from.beat();
    for (const { bytes } of from.rtp.splice(0))
      if (random() >= loss) under.push({ atMs: from.nowMs + random() * jitterMs, bytes });
    under.sort((a, b) => a.atMs - b.atMs);
    while ((under[0]?.atMs ?? Number.POSITIVE_INFINITY) <= to.nowMs + 20) {
      const { atMs, bytes } = under.shift() as { atMs: number; bytes: Buffer };
      to.endpoint.rtpCame(bytes, 4000, HOST, atMs);
    }
    to.beat();
  }
}

const key = (fill: number) => ({
  tag: 1,
  suite: 'AES_CM_128_HMAC_SHA1_32' as const,
  keyAndSalt: Buffer.alloc(30, fill).toString('base64'),
});

test.each([
  ['PCMU', 8000, null],
  ['PCMA', 8000, null],
  ['G722', 16_000, null],
  ['G722', 16_000, { ours: key(1), theirs: key(1) }],
] as const)(
  'a tone in %s is still recognised with 5 %% loss, 60 ms jitter and reordering',
  (name, rateHz, crypto) => {
    const [from, to] = [new Bench(agreed(name, { crypto })), new Bench(agreed(name, { crypto }))];
    from.saying = sine(250, rateHz, rateHz * 10);
    talk(from, to, { loss: 0.05, jitterMs: 60, frames: 500 });
    const frames = Array.from({ length: 480 }, (_, i) =>
      Int16Array.from(to.heard.slice((i + 20) * (rateHz / 50), (i + 21) * (rateHz / 50))),
    );
    const good = frames.filter((frame) => toneShare(frame, 250, rateHz) > 0.8).length;
    expect(good / frames.length).toBeGreaterThan(0.95);
    expect(to.heard).toHaveLength(500 * (rateHz / 50));
    expect(to.endpoint.counts.lost).toBeGreaterThan(10);
  },
);

test('every 20 ms one frame of the same length is delivered, also without packets', () => {
  const bench = new Bench(agreed('PCMU'));
  for (let i = 0; i < 50; i += 1) {
    bench.beat();
    expect(bench.heard.splice(0)).toHaveLength(160);
  }
});

test('RTP packets of 40 ms are sent to a far end that asks for them', () => {
  const bench = new Bench(agreed('PCMU', { packetMs: 40 }));
  for (let i = 0; i < 10; i += 1) bench.beat();
  expect(bench.rtp.map(({ bytes }) => bytes.length)).toEqual(new Array(5).fill(12 + 320));
});

test('RTP is sent to the port that the far end sends from, and to no other host', () => {
  const [from, to] = [new Bench(agreed('PCMU')), new Bench(agreed('PCMU'))];
  from.beat();
  const { bytes } = from.rtp[0] as Sent;
  to.endpoint.rtpCame(bytes, 5555, '203.0.113.9', 0);
  to.beat();
  to.endpoint.rtpCame(bytes, 4711, HOST, 0);
  to.beat();
  expect(to.rtp.map(({ port }) => port)).toEqual([4000, 4711]);
  expect(to.endpoint.counts).toMatchObject({ strangers: 1, received: 1 });
});

test('packets that fail SRTP authentication are ignored and do not change the destination of our audio', () => {
  const crypto = { ours: key(1), theirs: key(2) };
  const [from, to] = [new Bench(agreed('PCMU')), new Bench(agreed('PCMU', { crypto }))];
  from.beat();
  to.endpoint.rtpCame((from.rtp[0] as Sent).bytes, 4711, HOST, 0);
  to.beat();
  expect(to.rtp[0]?.port).toBe(4000);
  expect(to.endpoint.counts.strangers).toBe(1);
});

test('no RTP is sent during a hold, and afterwards it resumes with correct timestamps', () => {
  const bench = new Bench(agreed('PCMU'));
  bench.beat();
  bench.endpoint.change(agreed('PCMU', { mayWeSend: false }), bench.nowMs);
  for (let i = 0; i < 10; i += 1) bench.beat();
  bench.endpoint.change(agreed('PCMU'), bench.nowMs);
  bench.beat();
  const [first, second] = bench.rtp.map(({ bytes }) => bytes) as [Buffer, Buffer];
  expect(bench.rtp).toHaveLength(2);
  expect((second.readUInt32BE(4) - first.readUInt32BE(4)) >>> 0).toBe(11 * 160);
  expect(second.readUInt16BE(2) - first.readUInt16BE(2)).toBe(1);
  expect((second[1] as number) >> 7).toBe(1);
});

test("a new codec during a call does not change the sample rate of the call's audio", () => {
  const [from, to] = [new Bench(agreed('G722')), new Bench(agreed('G722'))];
  from.saying = sine(400, 16_000, 64_000);
  talk(from, to, { loss: 0, jitterMs: 0, frames: 50 });
  from.endpoint.change(agreed('PCMA'), from.nowMs);
  to.endpoint.change(agreed('PCMA'), to.nowMs);
  to.heard = [];
  talk(from, to, { loss: 0, jitterMs: 0, frames: 100 });
  expect(to.heard).toHaveLength(100 * 320);
  expect(toneShare(Int16Array.from(to.heard.slice(16_000)), 400, 16_000)).toBeGreaterThan(0.95);
});

test('DTMF is received during audio, and sent instead of audio', () => {
  const [from, to] = [new Bench(agreed('PCMU')), new Bench(agreed('PCMU'))];
  expect(from.endpoint.press('5#')).toBe(true);
  talk(from, to, { loss: 0.2, jitterMs: 30, frames: 100 });
  expect(to.keys).toEqual(['5', '#']);
});

test('DTMF keys are played as tones when telephone events were not negotiated', () => {
  const bench = new Bench(agreed('PCMU', { keysType: null }));
  expect(bench.endpoint.press('x')).toBe(false);
  expect(bench.endpoint.press('1')).toBe(true);
});

test('comfort noise is played until speech resumes', () => {
  const bench = new Bench(agreed('PCMU'));
  const noise = Buffer.concat([Buffer.from([0x80, 13, 0, 1, 0, 0, 0, 0, 0, 0, 0, 9]), Buffer.of(40)]);
  bench.endpoint.rtpCame(noise, 4000, HOST, 0);
  for (let i = 0; i < 50; i += 1) bench.beat();
  const last = bench.heard.slice(-4000);
  const level =
    10 * Math.log10(last.reduce((sum, sample) => sum + sample * sample, 0) / last.length / 32_767 ** 2);
  expect(level).toBeCloseTo(-40, 0);
});

test('a call without RTP packets for 30 seconds is reported once, except during a hold', () => {
  const [silent, holding] = [new Bench(agreed('PCMU')), new Bench(agreed('PCMU', { mayTheySend: false }))];
  for (let i = 0; i < 4000; i += 1) {
    silent.beat();
    holding.beat();
  }
  expect([silent.starved, holding.starved]).toEqual([1, 0]);
});

test.each([
  ['a=sendonly', HOST],
  ['a=inactive', HOST],
  ['a=sendrecv', '0.0.0.0'],
  ['a=recvonly', '0.0.0.0'],
])('a hold by %s at %s may be silent for longer than 30 seconds', (direction, host) => {
  const local = { port: 20_000, codecs: [{ name: 'PCMU', payloadType: 0 }], keysType: 101, noiseType: null };
  const offer = farSound([direction]).replaceAll('198.51.100.1', host);
  const hold = answerTo(offer, { ...local, crypto: null } as LocalMedia, origin);
  if (hold.kind === 'refused') throw new Error(hold.why);
  const bench = new Bench(agreed('PCMU'));
  bench.endpoint.change(hold.agreed, bench.nowMs);
  for (let i = 0; i < 3000; i += 1) bench.beat();
  bench.endpoint.change(agreed('PCMU'), bench.nowMs);
  for (let i = 0; i < 100; i += 1) bench.beat();
  const { quietMs, silentMs } = bench.endpoint.counts;
  expect([bench.starved, bench.quiet, quietMs, silentMs]).toEqual([0, [], 0, 2000]);
});

test('RTCP reports in both directions give the round-trip time', () => {
  const [one, other] = [new Bench(agreed('PCMU')), new Bench(agreed('PCMU'))];
  for (let i = 0; i < 1500; i += 1) {
    for (const [from, to] of [
      [one, other],
      [other, one],
    ] as const) {
      from.beat();
      for (const { bytes } of from.rtp.splice(0)) to.endpoint.rtpCame(bytes, 4000, HOST, from.nowMs);
      for (const { bytes } of from.rtcp.splice(0)) to.endpoint.rtcpCame(bytes, 4001, HOST, from.nowMs);
    }
  }
  expect(one.endpoint.counts.roundTripMs).toBeLessThanOrEqual(40);
  expect(one.endpoint.counts.roundTripMs).toBeGreaterThanOrEqual(0);
  one.endpoint.sayGoodbye(one.nowMs);
  expect(one.rtcp.at(-1)?.port).toBe(4001);
});

test('audio of a far end that sends another codec than it receives is decoded', () => {
  const receives = [
    { payloadType: 0, kind: 'PCMU' },
    { payloadType: 8, kind: 'PCMA' },
    { payloadType: 9, kind: 'G722' },
    { payloadType: 101, kind: 'keys' },
  ] as const;
  for (const [name, rateHz] of [
    ['PCMA', 8000],
    ['G722', 16_000],
  ] as const) {
    const [from, to] = [new Bench(agreed(name)), new Bench(agreed('PCMU', { receives }))];
    from.saying = sine(400, rateHz, rateHz * 2);
    talk(from, to, { loss: 0, jitterMs: 0, frames: 100 });
    expect(to.heard).toHaveLength(100 * 160);
    expect(toneShare(Int16Array.from(to.heard.slice(8000)), 400, 8000)).toBeGreaterThan(0.95);
    expect(to.rtp.every(({ bytes }) => ((bytes[1] as number) & 0x7f) === 0)).toBe(true);
  }
});

test('audio from another host than the SDP names is accepted after four packets in a row', () => {
  const [from, to] = [new Bench(agreed('PCMU')), new Bench(agreed('PCMU'))];
  for (let frame = 0; frame < 5; frame += 1) {
    from.beat();
    to.endpoint.rtpCame((from.rtp[frame] as Sent).bytes, 5555, '203.0.113.9', to.nowMs);
    to.beat();
  }
  expect(to.rtp.map(({ port, host }) => `${host}:${port}`)).toEqual([
    `${HOST}:4000`,
    `${HOST}:4000`,
    `${HOST}:4000`,
    '203.0.113.9:5555',
    '203.0.113.9:5555',
  ]);
});

test('a far end behind NAT that names a private address gets audio and reports where its packets come from, and nothing before', () => {
  const behindNat = agreed('PCMU', { host: '10.0.0.7', port: 4000, isHidden: true, isPublicOnly: true });
  const [from, to] = [new Bench(agreed('PCMU')), new Bench(behindNat)];
  for (let frame = 0; frame < 500; frame += 1) to.beat();
  expect([to.rtp, to.rtcp]).toEqual([[], []]);
  for (let frame = 0; frame < 500; frame += 1) {
    from.beat();
    const { bytes } = from.rtp.at(-1) as Sent;
    to.endpoint.rtpCame(bytes, 61_234, '9.9.9.9', to.nowMs);
    to.beat();
  }
  const places = new Set([...to.rtp, ...to.rtcp].map(({ port, host }) => `${host}:${port}`));
  expect(places).toEqual(new Set(['9.9.9.9:61234', '9.9.9.9:61235']));
  expect(to.rtp).toHaveLength(497);
  // A new offer with the same private address, such as a refresh of the session, changes nothing.
  to.endpoint.change({ ...behindNat, packetMs: 40 }, to.nowMs);
  to.rtp.splice(0);
  to.beat();
  to.beat();
  expect(to.rtp.map(({ host }) => host)).toEqual(['9.9.9.9']);
});

test("packets with a sender in our own network do not show where a company's trunk is", () => {
  const crypto = { ours: key(1), theirs: key(1) };
  for (const more of [{}, { crypto }]) {
    const [from, to] = [
      new Bench(agreed('PCMU', more)),
      new Bench(agreed('PCMU', { ...more, host: '10.0.0.7', isHidden: true, isPublicOnly: true })),
    ];
    for (let frame = 0; frame < 50; frame += 1) {
      from.beat();
      const { bytes } = from.rtp.at(-1) as Sent;
      for (const host of ['10.0.0.7', '10.0.0.9', '::ffff:127.0.0.1', '169.254.169.254'])
        to.endpoint.rtpCame(bytes, 4000, host, to.nowMs);
      to.beat();
    }
    expect(to.rtp).toEqual([]);
  }
});

test('packets from a third host cannot take over a call whose audio arrives', () => {
  const [from, stranger, to] = [
    new Bench(agreed('PCMU')),
    new Bench(agreed('PCMU')),
    new Bench(agreed('PCMU')),
  ];
  for (let frame = 0; frame < 50; frame += 1) {
    from.beat();
    stranger.beat();
    to.endpoint.rtpCame((from.rtp[frame] as Sent).bytes, 4000, HOST, to.nowMs);
    to.endpoint.rtpCame((stranger.rtp[frame] as Sent).bytes, 6666, '203.0.113.66', to.nowMs);
    to.beat();
  }
  expect(new Set(to.rtp.map(({ host }) => host))).toEqual(new Set([HOST]));
  expect(to.endpoint.counts.strangers).toBe(50);
});

test("one SRTP-authenticated packet is enough to learn the far end's address", () => {
  const crypto = { ours: key(1), theirs: key(1) };
  const [from, to] = [new Bench(agreed('PCMU', { crypto })), new Bench(agreed('PCMU', { crypto }))];
  from.beat();
  to.endpoint.rtpCame((from.rtp[0] as Sent).bytes, 5555, '203.0.113.9', 0);
  to.beat();
  expect(to.rtp[0]).toMatchObject({ port: 5555, host: '203.0.113.9' });
});

test('RTCP goes to the RTP port if multiplexing was agreed on, otherwise to the port in the SDP', () => {
  const muxed = new Bench(agreed('PCMU', { rtcp: { port: 4000, isMuxed: true } }));
  muxed.endpoint.sayGoodbye(0);
  expect([muxed.rtp.length, muxed.rtcp.length]).toEqual([1, 0]);
  const apart = new Bench(agreed('PCMU', { rtcp: { port: 4711, isMuxed: false } }));
  apart.endpoint.sayGoodbye(0);
  expect(apart.rtcp.map(({ port }) => port)).toEqual([4711]);
});

test('a hold at address 0.0.0.0 gets no RTCP, which would go to our own machine', () => {
  const held = new Bench(agreed('PCMU', { host: '0.0.0.0', rtcp: { port: 4711, isMuxed: false } }));
  held.endpoint.sayGoodbye(0);
  expect([held.rtp.length, held.rtcp.length]).toEqual([0, 0]);
});

test.each([
  { what: 'audio that is lost', isSending: true, isLost: true },
  { what: 'suppressed silence', isSending: false, isLost: false },
])('RTCP without RTP ends no call, and tells $what', ({ isSending, isLost }) => {
  const [from, to] = [
    new Bench(agreed('PCMU', { mayWeSend: isSending })),
    new Bench(agreed('PCMU', { noiseType: null })),
  ];
  for (let i = 0; i < 3000; i += 1) {
    from.beat();
    to.beat();
    for (const { bytes } of from.rtcp.splice(0)) to.endpoint.rtcpCame(bytes, 4001, HOST, to.nowMs);
  }
  expect(to.endpoint.counts.silentMs > 20_000).toBe(isLost);
  expect(to.starved).toBe(0);
});

test('silence while a telephone rings is not counted', () => {
  const bench = new Bench(agreed('PCMU'), false);
  for (let i = 0; i < 2000; i += 1) bench.beat();
  bench.endpoint.answered(bench.nowMs);
  bench.beat();
  expect([bench.starved, bench.quiet, bench.endpoint.counts.quietMs]).toEqual([0, [], 0]);
});

test('a call reports within seconds that no audio arrives, and when it arrives again', () => {
  const [from, to] = [new Bench(agreed('PCMU')), new Bench(agreed('PCMU', { noiseType: null }))];
  for (let i = 0; i < 250; i += 1) to.beat();
  expect(to.quiet).toEqual([true]);
  from.beat();
  to.endpoint.rtpCame((from.rtp[0] as Sent).bytes, 4000, HOST, to.nowMs);
  expect(to.quiet).toEqual([true, false]);
  expect(to.endpoint.counts.quietMs).toBe(4980);
});

interface Line {
  readonly seconds: number;
  /** Whether packets of each arrive at the other; reports always do. */
  readonly isHeard?: boolean;
  /** Of what the contact's side reports; undefined: the report is lost. */
  readonly reportOf?: (bytes: Buffer) => Buffer | undefined;
}

/** Both send audio. */
function line(
  ours: Bench,
  theirs: Bench,
  { seconds, isHeard = true, reportOf = (bytes) => bytes }: Line,
): void {
  for (let i = 0; i < seconds * 50; i += 1) {
    ours.beat();
    theirs.beat();
    for (const { bytes } of ours.rtp.splice(0))
      if (isHeard) theirs.endpoint.rtpCame(bytes, 4000, HOST, theirs.nowMs);
    for (const { bytes } of theirs.rtp.splice(0)) ours.endpoint.rtpCame(bytes, 4000, HOST, ours.nowMs);
    ours.rtcp.splice(0);
    for (const { bytes } of theirs.rtcp.splice(0)) {
      const report = reportOf(bytes);
      if (report) ours.endpoint.rtcpCame(report, 4001, HOST, ours.nowMs);
    }
  }
}

const noisePacket = Buffer.from([0x80, 13, 0, 1, 0, 0, 0, 0, 0, 0, 0, 9, 40]);
/** Of the second one something is heard. */
function pair(isAnswered = true): [Bench, Bench] {
  const [ours, theirs] = [new Bench(agreed('PCMU'), isAnswered), new Bench(agreed('PCMU'))];
  theirs.saying = sine(250, 8000, 8000 * 30);
  return [ours, theirs];
}
const begins = 'to them: begins';
const ends = 'to them: ends';

test("a call whose audio stops arriving at the other side is noticed by that side's reports, and so is its return", () => {
  const [ours, theirs] = pair();
  line(ours, theirs, { seconds: 20 });
  expect([ours.gaps, ours.endpoint.counts.unheardMs]).toEqual([[], 0]);
  line(ours, theirs, { seconds: 20, isHeard: false });
  expect(ours.gaps).toEqual([begins]);
  expect(ours.endpoint.counts.unheardAtEndMs).toBeGreaterThan(10_000);
  line(ours, theirs, { seconds: 10 });
  expect(ours.gaps).toEqual([begins, ends]);
  const { unheardMs = 0, unheardAtEndMs } = ours.endpoint.counts;
  expect(unheardAtEndMs).toBe(0);
  expect(unheardMs).toBeGreaterThan(10_000);
  expect(unheardMs).toBeLessThan(30_000);
  expect(ours.quiet).toEqual([]);
});

test('a side whose reports never showed that we are heard says nothing, also after a hold', () => {
  const [ours, theirs] = pair();
  line(ours, theirs, { seconds: 20, isHeard: false });
  ours.endpoint.change(agreed('PCMU', { mayWeSend: false }), ours.nowMs);
  ours.endpoint.change(agreed('PCMU'), ours.nowMs);
  line(ours, theirs, { seconds: 20, isHeard: false });
  expect(ours.gaps).toEqual([]);
  expect(ours.endpoint.counts).toMatchObject({ unheardMs: 0, unheardAtEndMs: 0, outbound: undefined });
});

test('a side whose count stands still after a hold is not taken for one that does not hear us', () => {
  const [ours, theirs] = pair();
  line(ours, theirs, { seconds: 20 });
  ours.endpoint.change(agreed('PCMU', { mayWeSend: false }), ours.nowMs);
  ours.endpoint.change(agreed('PCMU'), ours.nowMs);
  line(ours, theirs, { seconds: 30, isHeard: false });
  expect([ours.gaps, ours.endpoint.counts.unheardMs]).toEqual([[], 0]);
});

test('reports that are about others, or that do not come, say nothing about whether we are heard', () => {
  const [ours, theirs] = pair();
  const aboutOthers = (bytes: Buffer) => {
    const other = Buffer.from(bytes);
    // A block about some other source, as a relay leaves it that numbers sources anew.
    if (((other[0] as number) & 0x1f) === 1) other.writeUInt32BE(99, other[1] === 200 ? 28 : 8);
    return other;
  };
  line(ours, theirs, { seconds: 30, reportOf: aboutOthers });
  line(ours, theirs, { seconds: 30, isHeard: false, reportOf: () => undefined });
  expect([ours.gaps, ours.endpoint.counts.outbound]).toEqual([[], undefined]);
});

test('an agent who is not heard from the first word on is known from ten seconds of reports', () => {
  const [ours, theirs] = pair();
  line(ours, theirs, { seconds: 8, isHeard: false });
  expect(ours.endpoint.counts.isHeard).toBeUndefined();
  line(ours, theirs, { seconds: 12, isHeard: false });
  expect(ours.endpoint.counts.isHeard).toBe(false);
  // Nothing is said about it during the call.
  expect([ours.gaps, ours.endpoint.counts.unheardMs]).toEqual([[], 0]);
  line(ours, theirs, { seconds: 15 });
  expect(ours.endpoint.counts.isHeard).toBe(true);
});

test('an agent who was heard while the telephone rang, and not after the answer, was not heard', () => {
  const [ours, theirs] = pair(false);
  line(ours, theirs, { seconds: 20 });
  expect(ours.endpoint.counts.isHeard).toBeUndefined();
  ours.endpoint.answered(ours.nowMs);
  line(ours, theirs, { seconds: 20, isHeard: false });
  expect(ours.endpoint.counts.isHeard).toBe(false);
});

test('the ten seconds begin with the answer, also when the media changed while the telephone rang', () => {
  const [ours, theirs] = pair(false);
  ours.endpoint.change(agreed('PCMU', { port: 4002 }), ours.nowMs);
  line(ours, theirs, { seconds: 20, isHeard: false });
  ours.endpoint.answered(ours.nowMs);
  line(ours, theirs, { seconds: 8, isHeard: false });
  expect(ours.endpoint.counts.isHeard).toBeUndefined();
  line(ours, theirs, { seconds: 12, isHeard: false });
  expect(ours.endpoint.counts.isHeard).toBe(false);
});

test('an agent who was heard at first was heard', () => {
  const [ours, theirs] = pair();
  line(ours, theirs, { seconds: 6 });
  line(ours, theirs, { seconds: 30, isHeard: false });
  expect(ours.endpoint.counts.isHeard).toBe(true);
});

test('a side that sends no reports, or reports about others alone, does not say whether the agent is heard', () => {
  const [silent, theirs] = pair();
  line(silent, theirs, { seconds: 30, isHeard: false, reportOf: () => undefined });
  expect(silent.endpoint.counts.isHeard).toBeUndefined();
  const [ours, renumbering] = pair();
  const other = Buffer.alloc(32);
  other.writeUInt32BE(0x81c9_0007, 0);
  // A block about source 0, as some telephone systems send it before they have received anything.
  line(ours, renumbering, { seconds: 30, isHeard: false, reportOf: () => other });
  expect(ours.endpoint.counts.isHeard).toBeUndefined();
});

test('a hold in which nothing is sent is no gap, and neither is the time before the answer', () => {
  const [ours, theirs] = pair(false);
  line(ours, theirs, { seconds: 20, isHeard: false });
  ours.endpoint.answered(ours.nowMs);
  line(ours, theirs, { seconds: 10 });
  ours.endpoint.change(agreed('PCMU', { mayWeSend: false }), ours.nowMs);
  line(ours, theirs, { seconds: 30 });
  ours.endpoint.change(agreed('PCMU'), ours.nowMs);
  line(ours, theirs, { seconds: 10 });
  expect(ours.gaps).toEqual([]);
});

test("the other side's reports give packet loss and jitter of our audio", () => {
  const [ours, theirs] = pair();
  for (let second = 0; second < 60; second += 1) {
    line(ours, theirs, { seconds: 0.9 });
    line(ours, theirs, { seconds: 0.1, isHeard: false });
  }
  const { outbound } = ours.endpoint.counts;
  expect(outbound?.lossShare).toBeCloseTo(0.1, 1);
  expect(outbound?.jitterMs).toBeLessThan(1);
});

test.each(['PCMU', 'PCMA', 'G722'] as const)(
  'audio in %s without any sound from the answer on is noticed once, and ends with the first sound',
  (name) => {
    const [ours, theirs] = [new Bench(agreed(name)), new Bench(agreed(name))];
    line(ours, theirs, { seconds: 10 });
    expect(ours.gaps).toEqual(['no sound: begins']);
    expect(ours.endpoint.counts.isDigitalSilence).toBe(true);
    theirs.saying = Int16Array.from({ length: 2_000_000 }, (_, i) => (i % 50 < 25 ? 300 : -300));
    line(ours, theirs, { seconds: 2 });
    expect(ours.endpoint.counts.isDigitalSilence).toBe(false);
    expect(ours.gaps).toEqual(['no sound: begins', 'no sound: ends']);
  },
);

test('a call with speech, noise or a key before its silence is not called silent', () => {
  const [spoke, noisy, pressed] = [pair(), pair(), pair()];
  spoke[1].saying = sine(250, 8000, 16_000);
  noisy[1].saying = new Int16Array(0);
  pressed[1].saying = new Int16Array(0);
  noisy[0].endpoint.rtpCame(noisePacket, 4000, HOST, 0);
  pressed[1].endpoint.press('1');
  for (const [ours, theirs] of [spoke, noisy, pressed]) {
    line(ours, theirs, { seconds: 10 });
    expect([ours.gaps, ours.endpoint.counts.isDigitalSilence]).toEqual([[], false]);
  }
});
