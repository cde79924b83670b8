import { randomBytes } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import type { AgreedMedia, CodecName, MediaSession } from '../media-session.ts';
import type { EndpointCounts } from './endpoint-counts.ts';
import { allCodecs, type MediaService, startMedia } from './media-service.ts';
import { seeded, sine, toneShare } from './test-tone.ts';

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

function media(from: number, to: number, onCounts?: (counts: EndpointCounts) => void): MediaService {
  const service = startMedia({
    bindHost: '127.0.0.1',
    ports: { from, to },
    codecs: allCodecs,
    random: randomBytes,
    ...(onCounts && { onCounts }),
  });
  open.push(service);
  return service;
}

const agreed = (
  port: number,
  ours: MediaSession,
  theirs: MediaSession,
  name: CodecName = 'PCMU',
): AgreedMedia => ({
  host: '127.0.0.1',
  port,
  codec: ours.local.codecs.find((codec) => codec.name === name) as AgreedMedia['codec'],
  keysType: ours.local.keysType,
  noiseType: null,
  packetMs: 20,
  crypto:
    ours.local.crypto?.[0] && theirs.local.crypto?.[0]
      ? { ours: ours.local.crypto[0], theirs: theirs.local.crypto[0] }
      : null,
  mayWeSend: true,
  mayTheySend: true,
});

/** Between two ends, losing, delaying and shuffling what goes through it; the port that both send to. */
async function badNetwork(one: MediaSession, other: MediaSession): Promise<number> {
  const random = seeded(5);
  const socket: Socket = createSocket('udp4');
  open.push(socket);
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const timers = new Set<NodeJS.Timeout>();
  open.push({
    close() {
      for (const timer of timers) clearTimeout(timer);
    },
  });
  socket.on('message', (bytes, from) => {
    if (random() < 0.05) return;
    const to = from.port === one.local.port ? other : one;
    const timer = setTimeout(() => {
      timers.delete(timer);
      socket.send(bytes, to.local.port, '127.0.0.1');
    }, random() * 60);
    timers.add(timer);
  });
  return socket.address().port;
}

/** Until so many frames of that tone were heard. */
function toneHeard(session: MediaSession, hz: number, frames: number): Promise<void> {
  let good = 0;
  return new Promise((resolve) => {
    session.sound.onSound((frame) => {
      if (toneShare(frame, hz, session.sound.rateHz) > 0.8) good += 1;
      if (good >= frames) resolve();
    });
  });
}

test.each([
  ['PCMU', false],
  ['G722', true],
] as const)("two endpoints receive each other's audio in %s over a bad network", async (name, isSecure) => {
  const service = media(21_000, 21_200);
  const [one, other] = [await service.open({ isSecure }), await service.open({ isSecure })];
  const network = await badNetwork(one, other);
  one.accept(agreed(network, one, other, name));
  other.accept(agreed(network, other, one, name));
  const both = [toneHeard(one, 300, 100), toneHeard(other, 200, 100)];
  one.sound.play(sine(200, one.sound.rateHz, one.sound.rateHz * 30));
  other.sound.play(sine(300, other.sound.rateHz, other.sound.rateHz * 30));
  await Promise.all(both);
  expect(one.sound.playedSamples()).toBeGreaterThan(100 * (one.sound.rateHz / 50));
});

test('cleared audio is not sent over RTP, and audio after it is', async () => {
  const service = media(21_200, 21_300);
  const [one, other] = [await service.open({ isSecure: false }), await service.open({ isSecure: false })];
  one.accept(agreed(other.local.port, one, other));
  other.accept(agreed(one.local.port, other, one));
  const first = toneHeard(other, 200, 10);
  one.sound.play(sine(200, 8000, 8000 * 60));
  await first;
  one.sound.hush();
  const second = toneHeard(other, 300, 10);
  one.sound.play(sine(300, 8000, 8000));
  await second;
  expect(one.sound.playedSamples()).toBeLessThan(8000 * 60);
});

test('each call gets its own pair of ports, and no call opens while none is free', async () => {
  const counts: EndpointCounts[] = [];
  const service = media(21_300, 21_303, (one) => counts.push(one));
  const [one, other] = [await service.open({ isSecure: false }), await service.open({ isSecure: false })];
  expect(new Set([one.local.port, other.local.port])).toEqual(new Set([21_300, 21_302]));
  await expect(service.open({ isSecure: false })).rejects.toThrow('No RTP ports are free');
  one.accept(agreed(other.local.port, one, other));
  one.close();
  one.close();
  expect((await service.open({ isSecure: false })).local.port).toBe(one.local.port);
  expect(counts).toHaveLength(1);
});

test('RTP ports that another program uses are skipped', async () => {
  const taken = createSocket('udp4');
  open.push(taken);
  taken.bind(21_401, '127.0.0.1');
  await once(taken, 'listening');
  expect((await media(21_400, 21_410).open({ isSecure: false })).local.port).toBe(21_402);
});

test('a media session refuses invalid negotiated parameters with an error', async () => {
  const session = await media(21_500, 21_510).open({ isSecure: false });
  const good = agreed(4000, session, session);
  expect(() => session.sound).toThrow('before both ends have agreed');
  expect(() => session.accept({ ...good, host: 'example.com' })).toThrow('not to a name');
  expect(() => session.accept({ ...good, port: 0 })).toThrow('no port 0');
  const key = { tag: 1, suite: 'AES_CM_128_HMAC_SHA1_80', keyAndSalt: 'AAAA' } as const;
  expect(() => session.accept({ ...good, crypto: { ours: key, theirs: key } })).toThrow('30 bytes');
});

test('when the media thread dies its calls are notified, and the next call starts a new one', async () => {
  // Opens a call, and breaks when it is to begin.
  const code = `
    import { parentPort, threadId } from 'node:worker_threads';
    parentPort.on('message', ({ kind, id }) => {
      if (kind === 'open') parentPort.postMessage({ kind: 'opened', id, port: threadId });
      else throw new Error('broken');
    });`;
  const troubles: string[] = [];
  const service = startMedia({
    bindHost: '127.0.0.1',
    ports: { from: 1, to: 2 },
    codecs: allCodecs,
    random: randomBytes,
    onTrouble: ({ message }) => troubles.push(message),
    thread: new URL(`data:text/javascript,${encodeURIComponent(code)}`),
  });
  const session = await service.open({ isSecure: false });
  const starved = new Promise<void>((resolve) => session.onStarved(resolve));
  session.accept(agreed(4000, session, session));
  await starved;
  expect(troubles).toEqual(['broken']);
  session.close();
  const next = await service.open({ isSecure: false });
  expect(next.local.port).toBeGreaterThan(session.local.port);
  next.accept(agreed(4000, next, next));
  await service.close();
});

test('closing the media service ends its calls', async () => {
  const service = media(21_600, 21_610);
  const session = await service.open({ isSecure: false });
  session.accept(agreed(4000, session, session));
  const starved = new Promise<void>((resolve) => session.onStarved(resolve));
  await service.close();
  await starved;
  session.close();
});
