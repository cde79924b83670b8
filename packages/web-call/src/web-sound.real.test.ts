import { readdirSync, readFileSync } from 'node:fs';
import type { Failure } from '@parley/kernel/failure.ts';
import { ScriptedBrowser, type Speech } from '@parley/testing/scripted-browser.ts';
import { loudness, shareOf, tone } from '@parley/testing/tone.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { WebLeg } from './web-leg.ts';
import { WEB_RATE_HZ } from './web-media-protocol.ts';
import { startWebSound, type WebSound } from './web-sound.ts';

// A busy machine needs its time for two processes with sound.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });
const RATE_HZ = WEB_RATE_HZ;
const FRAME = RATE_HZ / 50;
let sound: WebSound;
let browsers: ScriptedBrowser[];
beforeEach(() => {
  browsers = [];
  sound = startWebSound({
    settings: () => ({ iceServers: [], address: '127.0.0.1', ports: null, allowPrivate: true }),
    onTrouble: () => {},
  });
});
afterEach(async () => {
  for (const browser of browsers) await browser.kill();
  sound.close();
});

/** The processes that this one has started, from whichever of its threads. */
const children = (): string[] =>
  readdirSync('/proc/self/task').flatMap((thread) =>
    readFileSync(`/proc/self/task/${thread}/children`, 'utf8').split(' ').filter(Boolean),
  );

const newBrowser = () => {
  const browser = new ScriptedBrowser();
  browsers.push(browser);
  return browser;
};

async function connected(speech: Speech = { hz: 440 }) {
  const browser = newBrowser();
  const { leg, answer } = await sound.open(await browser.offer());
  browser.answer(answer);
  browser.speak(speech);
  await connection(leg, true);
  return { browser, leg };
}

const connection = (leg: WebLeg, wanted: boolean) =>
  new Promise<void>((resolve) => {
    leg.onConnection((isConnected) => {
      if (isConnected === wanted) resolve();
    });
  });

/** The next so many frames that come, once one of them is loud. */
function frames(leg: WebLeg, count: number): Promise<Int16Array[]> {
  const heard: Int16Array[] = [];
  return new Promise((resolve) => {
    leg.onSound((frame) => {
      if (heard.length > 0 || loudness(frame) > 3000) heard.push(frame);
      if (heard.length === count) resolve(heard);
    });
  });
}

const joined = (parts: readonly Int16Array[]): Int16Array => {
  const all = new Int16Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
};

const played = (leg: WebLeg, samples: number) =>
  new Promise<void>((resolve) => {
    leg.onSound(() => {
      if (leg.playedSamples() >= samples) resolve();
    });
  });

test.runIf(process.platform === 'linux')(
  'whoever joins while the audio process hangs is refused in time, and the next one gets another process',
  async () => {
    const troubles: string[] = [];
    sound = startWebSound({
      settings: () => ({ iceServers: [], address: '127.0.0.1', ports: null, allowPrivate: true }),
      onTrouble: ({ message }) => troubles.push(message),
      patienceMs: 3000,
    });
    const [offer, next] = [await newBrowser().offer(), await newBrowser().offer()];
    const before = new Set(children());
    const joining = sound.open(offer);
    const [hanging] = children().filter((pid) => !before.has(pid));
    process.kill(Number(hanging), 'SIGSTOP');
    await expect(joining).rejects.toMatchObject({ kind: 'unavailable' });
    expect(troubles).toEqual([expect.stringContaining('does not answer')]);
    expect((await sound.open(next)).answer).toContain('m=audio');
  },
);

test('audio flows in both directions between browser and service', async () => {
  const { browser, leg } = await connected();
  const heard = joined(await frames(leg, 75));
  expect(shareOf(440, heard, RATE_HZ)).toBeGreaterThan(0.6);
  expect(shareOf(660, heard, RATE_HZ)).toBeLessThan(0.2);
  const said = tone(660, 1.5, RATE_HZ);
  leg.play(said.subarray(0, 1000));
  leg.play(said.subarray(1000));
  await played(leg, said.length);
  expect(leg.playedSamples()).toBe(said.length);
  const arrived = await arrival(browser, 660);
  expect(arrived).toBeGreaterThan(0.6);
});

/** The share of the tone in what the browser heard while it was loud. */
async function arrival(browser: ScriptedBrowser, hz: number): Promise<number> {
  const pieces: Int16Array[] = [];
  const heard = await browser.heard();
  for (let at = 0; at + FRAME <= heard.length; at += FRAME) pieces.push(heard.subarray(at, at + FRAME));
  const loud = pieces.filter((piece) => loudness(piece) > 3000);
  expect(loud.length).toBeGreaterThan(25);
  return shareOf(hz, joined(loud), RATE_HZ);
}

// How well is promised beside web-endpoint.ts, in a time that no busy machine disturbs.
test('speech stays recognisable with 5 % packet loss and reordering', async () => {
  const { leg } = await connected({ hz: 440, lostEvery: 20, swapsEvery: 7 });
  // The first second is for getting used to the network.
  const heard = (await frames(leg, 200)).slice(50);
  expect(shareOf(440, joined(heard), RATE_HZ)).toBeGreaterThan(0.6);
});

test('cleared audio is never played, and silence follows', async () => {
  const { browser, leg } = await connected();
  leg.play(tone(660, 60, RATE_HZ));
  await played(leg, RATE_HZ / 2);
  leg.hush();
  await played(leg, 0);
  const atHush = leg.playedSamples();
  leg.play(tone(880, 1, RATE_HZ));
  await played(leg, atHush + RATE_HZ / 2);
  // What went out before the hush was known is played; how much that is depends on the machine.
  expect(atHush).toBeLessThan(RATE_HZ * 20);
  await browser.heard();
  await played(leg, atHush + RATE_HZ * 0.9);
  expect(shareOf(660, await browser.heard(), RATE_HZ)).toBeLessThan(0.1);
});

test('a call continues over a new connection, and unplayed speech waits for it', async () => {
  const { browser, leg } = await connected();
  const said = tone(660, 5, RATE_HZ);
  leg.play(said);
  await played(leg, RATE_HZ);
  await browser.kill();
  await connection(leg, false);
  const waiting = leg.playedSamples();
  expect(waiting).toBeLessThan(said.length);
  const second = newBrowser();
  const answer = await sound.reopen(leg, await second.offer());
  second.answer(answer);
  second.speak({ hz: 550 });
  expect(shareOf(550, joined(await frames(leg, 50)), RATE_HZ)).toBeGreaterThan(0.6);
  await played(leg, said.length);
  expect(leg.playedSamples()).toBe(said.length);
  expect(await arrival(second, 660)).toBeGreaterThan(0.6);
});

test('the audio of a web call continues over a new connection after its media process has ended', async () => {
  const { leg } = await connected();
  leg.play(tone(660, 4, RATE_HZ));
  await played(leg, RATE_HZ / 2);
  sound.close();
  const browser = newBrowser();
  browser.answer(await sound.reopen(leg, await browser.offer()));
  browser.speak({ hz: 440 });
  await played(leg, 4 * RATE_HZ);
  expect(leg.playedSamples()).toBe(4 * RATE_HZ);
  expect(await arrival(browser, 660)).toBeGreaterThan(0.6);
});

test('an SDP offer that arrives while a call ends is refused', async () => {
  const { leg } = await connected();
  const asked = sound.reopen(leg, await newBrowser().offer()).catch((error: unknown) => error);
  await leg.hangUp();
  expect(await asked).toMatchObject({ details: { errors: ['offer cannot be answered'] } });
});

// Every offer that is refused by reading it is in browser-peer.test.ts.
test('an SDP offer that cannot be answered is refused with the reason', async () => {
  const audio = 'v=0\r\nm=audio 9 UDP/TLS/RTP/SAVPF 111\r\na=rtpmap:111 opus/48000/2\r\n';
  for (const [offer, why] of [
    ['nonsense', 'offer must be a session description'],
    [`${audio}a=mid:0\r\n`, 'offer cannot be answered'],
  ] as const) {
    const refused = (await sound.open(offer).catch((error: unknown) => error)) as Failure;
    expect(refused.details.errors).toEqual([why]);
  }
});
