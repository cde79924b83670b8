import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Due, JitterBuffer } from './jitter-buffer.ts';
import type { RtpPacket } from './rtp-packet.ts';
import { seeded } from './test-tone.ts';

/** Each packet carries its own number, so that what comes out can be held against what went in. */
const packetOf = (
  number: number,
  { ssrc = 9, sequence = 65_000, timestamp = 0xffff_0000 } = {},
): RtpPacket => {
  const payload = new Uint8Array(160);
  new DataView(payload.buffer).setUint32(0, number);
  return {
    payloadType: 0,
    isMarked: false,
    sequence: (sequence + number) & 0xffff,
    timestamp: (timestamp + number * 160) >>> 0,
    ssrc,
    payload,
  };
};

const numberIn = (payload: Uint8Array): number => new DataView(payload.buffer).getUint32(0);

interface Arrival {
  readonly atMs: number;
  readonly packet: RtpPacket;
}

/** What is due in each frame of 20 ms, when packets arrive so. */
function played(
  arrivals: readonly Arrival[],
  frames: number,
): { due: Due[]; buffer: JitterBuffer; mostMs: number } {
  const buffer = new JitterBuffer();
  const waiting = arrivals.toSorted((a, b) => a.atMs - b.atMs);
  const due: Due[] = [];
  let mostMs = 0;
  for (let frame = 0; frame < frames; frame += 1) {
    const nowMs = frame * 20 + 5;
    while ((waiting[0]?.atMs ?? Number.POSITIVE_INFINITY) <= nowMs) {
      const { packet, atMs } = waiting.shift() as Arrival;
      buffer.push(packet, 'sound', atMs);
    }
    mostMs = Math.max(mostMs, buffer.waitingMs);
    // As whoever plays does: two frames in the time of one when there is too much.
    const times = buffer.isAhead(nowMs) ? 2 : 1;
    for (let i = 0; i < times; i += 1) due.push(buffer.next(nowMs));
  }
  return { due, buffer, mostMs };
}

const numbersOf = (due: readonly Due[]): number[] =>
  due.flatMap((one) => (one.kind === 'sound' ? [numberIn(one.payload)] : []));

const even = (count: number, lateMs: (number: number) => number = () => 0): Arrival[] =>
  Array.from({ length: count }, (_, i) => ({ atMs: i * 20 + lateMs(i), packet: packetOf(i) }));

test('packets that arrive evenly are all played, 40 ms later', () => {
  const { due } = played(even(100), 110);
  expect(numbersOf(due)).toEqual(Array.from({ length: 100 }, (_, i) => i));
  expect(due.findIndex(({ kind }) => kind === 'sound')).toBe(2);
});

test('packets are played in order and once each, whatever the network loses, repeats or reorders', () => {
  const network = fc.record({
    seed: fc.integer(),
    loss: fc.double({ min: 0, max: 0.4, noNaN: true }),
    doubling: fc.double({ min: 0, max: 0.3, noNaN: true }),
    jitterMs: fc.integer({ min: 0, max: 150 }),
    sequence: fc.integer({ min: 0, max: 65_535 }),
    timestamp: fc.integer({ min: 0, max: 0xffff_ffff }),
  });
  fc.assert(
    fc.property(network, ({ seed, loss, doubling, jitterMs, ...start }) => {
      const random = seeded(seed);
      const arrivals = Array.from({ length: 300 }, (_, i) => i).flatMap((i) => {
        if (random() < loss) return [];
        const one = () => ({ atMs: i * 20 + random() * jitterMs, packet: packetOf(i, start) });
        return random() < doubling ? [one(), one()] : [one()];
      });
      const { due, mostMs } = played(arrivals, 330);
      const numbers = numbersOf(due);
      expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
      expect(mostMs).toBeLessThanOrEqual(500);
      // All but what came too late while the delay was being learned.
      const arrived = new Set(arrivals.map(({ packet }) => numberIn(packet.payload))).size;
      expect(numbers.length).toBeGreaterThanOrEqual(arrived * 0.8);
    }),
    { numRuns: 60 },
  );
});

test('every moment between the first and the last packet is played or concealed', () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer({ min: 0, max: 80 }), (seed, jitterMs) => {
      const random = seeded(seed);
      const arrivals = even(300, () => random() * jitterMs).filter((_, i) => i % 17 !== 0);
      const kinds = played(arrivals, 290).due.map(({ kind }) => kind);
      expect(kinds.slice(kinds.indexOf('sound'))).not.toContain('nothing');
    }),
    { numRuns: 40 },
  );
});

test('a lost packet causes one gap, and the next packet is played on time', () => {
  const { due, buffer } = played(
    even(50).filter((_, i) => i !== 20),
    60,
  );
  expect(due.filter(({ kind }) => kind === 'gap').length).toBeLessThanOrEqual(1 + 5);
  expect(buffer.counts).toMatchObject({ lost: 1, late: 0 });
});

test.each([
  ['slower', 1.0005],
  ['faster', 0.9995],
])('the jitter buffer follows a sender whose clock is %s than ours', (_, pace) => {
  const arrivals = Array.from({ length: 9000 }, (_, i) => ({ atMs: i * 20 * pace, packet: packetOf(i) }));
  const { due, mostMs } = played(arrivals, 9000);
  expect(mostMs).toBeLessThan(160);
  expect(numbersOf(due).length).toBeGreaterThan(8950);
});

test("the jitter buffer's delay grows with the jitter and shrinks once the network is calm", () => {
  const random = seeded(4);
  const waitingAt = (end: number, jitterMs: number): number => {
    const buffer = new JitterBuffer();
    const arrivals = even(end, (i) => (i < end / 2 ? random() * 120 : random() * jitterMs));
    arrivals.sort((a, b) => a.atMs - b.atMs);
    let most = 0;
    for (let frame = 0; frame < end; frame += 1) {
      while ((arrivals[0]?.atMs ?? Number.POSITIVE_INFINITY) <= frame * 20) {
        const { packet, atMs } = arrivals.shift() as Arrival;
        buffer.push(packet, 'sound', atMs);
      }
      for (let i = buffer.isAhead(frame * 20) ? 2 : 1; i > 0; i -= 1) buffer.next(frame * 20);
      if (frame > end - 50) most = Math.max(most, buffer.waitingMs);
    }
    return most;
  };
  expect(waitingAt(1500, 5)).toBeLessThan(waitingAt(1500, 120));
});

test('a new RTP source is played from its second packet on, so that a stray packet changes nothing', () => {
  const buffer = new JitterBuffer();
  for (let i = 0; i < 10; i += 1) buffer.push(packetOf(i), 'sound', i * 20);
  expect(buffer.push(packetOf(0, { ssrc: 77, sequence: 5 }), 'sound', 200)).toBe(false);
  expect(buffer.push(packetOf(10), 'sound', 201)).toBe(false);
  expect(buffer.push(packetOf(1, { ssrc: 77, sequence: 5 }), 'sound', 220)).toBe(false);
  expect(buffer.push(packetOf(2, { ssrc: 77, sequence: 5 }), 'sound', 240)).toBe(true);
  expect(buffer.counts.restarts).toBe(1);
});

test('a sender that resets its timestamps is audible again after a moment', () => {
  for (const jump of [-16_000, -4_000, 3_000, 80_000, 0x7fff_0000]) {
    const arrivals = Array.from({ length: 200 }, (_, i) => ({
      atMs: i * 20,
      packet: packetOf(i, { timestamp: i < 100 ? 1_000_000 : 1_000_000 + jump }),
    }));
    const numbers = numbersOf(played(arrivals, 210).due);
    expect(numbers.filter((number) => number >= 110).length).toBeGreaterThan(80);
  }
});

test('a sender that pauses is audible again when it resumes', () => {
  const arrivals = [
    ...even(50),
    ...Array.from({ length: 50 }, (_, i) => ({
      atMs: 3000 + i * 20,
      packet: { ...packetOf(50 + i), timestamp: (0xffff_0000 + (150 + i) * 160) >>> 0 },
    })),
  ];
  const { due } = played(arrivals, 220);
  expect(numbersOf(due)).toEqual(Array.from({ length: 100 }, (_, i) => i));
  expect(due[120]).toEqual({ kind: 'nothing' });
});

test('after a network stall playback catches up at once', () => {
  const arrivals = even(300, (i) => (i >= 100 && i < 150 ? (150 - i) * 20 : 0));
  const { mostMs, due } = played(arrivals, 310);
  expect(mostMs).toBeLessThan(1100);
  expect(numbersOf(due.slice(-100)).length).toBeGreaterThan(90);
});

test('a packet longer than the limit is dropped', () => {
  const buffer = new JitterBuffer();
  buffer.push({ ...packetOf(0), payload: new Uint8Array(60_000) }, 'sound', 0);
  expect(buffer.waitingMs).toBe(0);
});
