import { expect, test } from 'vitest';
import type { AgreedMedia, CodecName } from '../media-session.ts';
import { RtpEndpoint } from './rtp-endpoint.ts';
import { seeded, sine, toneShare } from './test-tone.ts';

const HOST = '192.0.2.7';
const payloadTypes = { PCMU: 0, PCMA: 8, G722: 9 } as const;

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
  /** What is to be said, sample by sample. */
  saying: Int16Array = new Int16Array(0);
  readonly endpoint: RtpEndpoint;
  nowMs = 0;
  #said = 0;

  constructor(media: AgreedMedia) {
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
        onQuiet: (isQuiet) => this.quiet.push(isQuiet),
      },
    );
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

test('sends packets of 40 ms to a far end that asks for them', () => {
  const bench = new Bench(agreed('PCMU', { packetMs: 40 }));
  for (let i = 0; i < 10; i += 1) bench.beat();
  expect(bench.rtp.map(({ bytes }) => bytes.length)).toEqual(new Array(5).fill(12 + 320));
});

test('replies to the port that the far end sends from, and to no other host', () => {
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

test('packets that fail SRTP authentication are ignored and do not change our destination', () => {
  const crypto = { ours: key(1), theirs: key(2) };
  const [from, to] = [new Bench(agreed('PCMU')), new Bench(agreed('PCMU', { crypto }))];
  from.beat();
  to.endpoint.rtpCame((from.rtp[0] as Sent).bytes, 4711, HOST, 0);
  to.beat();
  expect(to.rtp[0]?.port).toBe(4000);
  expect(to.endpoint.counts.strangers).toBe(1);
});

test('sends nothing during a hold, and resumes with correct timestamps', () => {
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

test('a new codec during a call does not change the sample rate of the leg', () => {
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

test('receives DTMF during audio, and sends DTMF instead of audio', () => {
  const [from, to] = [new Bench(agreed('PCMU')), new Bench(agreed('PCMU'))];
  expect(from.endpoint.press('5#')).toBe(true);
  talk(from, to, { loss: 0.2, jitterMs: 30, frames: 100 });
  expect(to.keys).toEqual(['5', '#']);
});

test('plays keys as tones when telephone events were not negotiated', () => {
  const bench = new Bench(agreed('PCMU', { keysType: null }));
  expect(bench.endpoint.press('x')).toBe(false);
  expect(bench.endpoint.press('1')).toBe(true);
});

test('plays comfort noise until speech resumes', () => {
  const bench = new Bench(agreed('PCMU'));
  const noise = Buffer.concat([Buffer.from([0x80, 13, 0, 1, 0, 0, 0, 0, 0, 0, 0, 9]), Buffer.of(40)]);
  bench.endpoint.rtpCame(noise, 4000, HOST, 0);
  for (let i = 0; i < 50; i += 1) bench.beat();
  const last = bench.heard.slice(-4000);
  const level =
    10 * Math.log10(last.reduce((sum, sample) => sum + sample * sample, 0) / last.length / 32_767 ** 2);
  expect(level).toBeCloseTo(-40, 0);
});

test('reports once that no packets arrived for 30 seconds, except during a hold', () => {
  const [silent, holding] = [new Bench(agreed('PCMU')), new Bench(agreed('PCMU', { mayTheySend: false }))];
  for (let i = 0; i < 4000; i += 1) {
    silent.beat();
    holding.beat();
  }
  expect([silent.starved, holding.starved]).toEqual([1, 0]);
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

test('a far end that sends another codec than it receives is heard', () => {
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

test('audio from another host than the described one is taken after four packets in a row', () => {
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

test('a stranger cannot take over a call whose audio arrives', () => {
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

test('an authenticated packet shows at once where the far end is', () => {
  const crypto = { ours: key(1), theirs: key(1) };
  const [from, to] = [new Bench(agreed('PCMU', { crypto })), new Bench(agreed('PCMU', { crypto }))];
  from.beat();
  to.endpoint.rtpCame((from.rtp[0] as Sent).bytes, 5555, '203.0.113.9', 0);
  to.beat();
  expect(to.rtp[0]).toMatchObject({ port: 5555, host: '203.0.113.9' });
});

test('reports go to the port of the audio where that was agreed on, otherwise to the described one', () => {
  const muxed = new Bench(agreed('PCMU', { rtcp: { port: 4000, isMuxed: true } }));
  muxed.endpoint.sayGoodbye(0);
  expect([muxed.rtp.length, muxed.rtcp.length]).toEqual([1, 0]);
  const apart = new Bench(agreed('PCMU', { rtcp: { port: 4711, isMuxed: false } }));
  apart.endpoint.sayGoodbye(0);
  expect(apart.rtcp.map(({ port }) => port)).toEqual([4711]);
});

test('a hold at an address of zeros gets no reports: they would go to our own machine', () => {
  const held = new Bench(agreed('PCMU', { host: '0.0.0.0', rtcp: { port: 4711, isMuxed: false } }));
  held.endpoint.sayGoodbye(0);
  expect([held.rtp.length, held.rtcp.length]).toEqual([0, 0]);
});

test('reports within seconds that nothing is heard, and when it is heard again', () => {
  const [from, to] = [new Bench(agreed('PCMU')), new Bench(agreed('PCMU'))];
  for (let i = 0; i < 250; i += 1) to.beat();
  expect(to.quiet).toEqual([true]);
  from.beat();
  to.endpoint.rtpCame((from.rtp[0] as Sent).bytes, 4000, HOST, to.nowMs);
  expect(to.quiet).toEqual([true, false]);
  expect(to.endpoint.counts.quietMs).toBe(4980);
});
