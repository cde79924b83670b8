import { patience } from '@parley/testing/patience.ts';
import { type DeepgramServer, startDeepgramServer } from '@parley/testing/speech-servers/deepgram-server.ts';
import { hush, type SpokenWord, said } from '@parley/testing/speech-servers/spoken-sound.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { EarWords, Hearing } from '../ear.ts';
import type { SpeechFailure } from '../speech-failure.ts';
import { makeConnections } from './connections.ts';
import { type DeepgramLimits, deepgramEar, deepgramLimits } from './deepgram-ear.ts';

const RATE_HZ = 16_000;

const connections = makeConnections();
let server: DeepgramServer;
let hearing: Hearing | undefined;
beforeEach(async () => {
  server = await startDeepgramServer();
});
afterEach(async () => {
  hearing?.close();
  await server.stop();
});

/** Waits for words and troubles instead of looking when they might be there. */
class Listener {
  readonly words: EarWords[] = [];
  readonly troubles: SpeechFailure[] = [];
  #wake = Promise.withResolvers<void>();
  readonly hearing: Hearing;

  constructor(limits: Partial<DeepgramLimits> = {}) {
    const ear = deepgramEar({
      url: server.url.replace('http', 'ws'),
      key: 'secret',
      connections,
      limits: { ...deepgramLimits, retryAfterMs: [1, 1], finalMs: 30_000, ...limits },
    });
    this.hearing = ear.open({ rateHz: RATE_HZ, language: 'de', hints: ['Basel', 'Grace'] });
    hearing = this.hearing;
    this.hearing.onWords((words) => {
      this.words.push(words);
      this.#signal();
    });
    this.hearing.onTrouble((error) => {
      this.troubles.push(error as SpeechFailure);
      this.#signal();
    });
  }

  hear(sound: Int16Array): void {
    for (let at = 0; at < sound.length; at += 320) this.hearing.hear(sound.subarray(at, at + 320));
  }

  say(...words: SpokenWord[]): void {
    this.hear(said(RATE_HZ, ...words));
  }

  get finals(): EarWords[] {
    return this.words.filter(({ kind }) => kind === 'final');
  }

  async until(isReached: () => boolean): Promise<void> {
    while (!isReached()) await this.#wake.promise;
  }

  #signal(): void {
    this.#wake.resolve();
    this.#wake = Promise.withResolvers();
  }
}

test('what is said comes as partials and, at the pause, as final words with their times', async () => {
  const ear = new Listener();
  ear.hear(hush(RATE_HZ, 400));
  ear.hearing.speechBegan();
  ear.say('I', 'live', 'in', 'Basel');
  ear.hearing.speechPaused();
  await ear.until(() => ear.finals.length > 0);
  expect(ear.finals).toEqual([{ kind: 'final', text: 'I live in Basel', startMs: 400, endMs: 1200 }]);
  const partials = ear.words.filter(({ kind }) => kind === 'partial').map(({ text }) => text);
  expect(partials).toContain('I live');
  expect(partials.at(-1)).toBe('I live in Basel');
});

test('the key, the language and the hints are told', async () => {
  const ear = new Listener();
  ear.hearing.speechPaused();
  await ear.until(() => ear.finals.length > 0);
  const [connection] = server.ears;
  expect(connection?.headers.authorization).toBe('Token secret');
  expect(connection?.query.getAll('keyterm')).toEqual(['Basel', 'Grace']);
  expect(Object.fromEntries(connection?.query ?? [])).toMatchObject({
    model: 'nova-3',
    language: 'de',
    encoding: 'linear16',
    sample_rate: '16000',
    interim_results: 'true',
  });
});

test('a pause in which nothing was said is answered with an empty final', async () => {
  const ear = new Listener();
  ear.hearing.speechBegan();
  ear.hear(hush(RATE_HZ, 600));
  ear.hearing.speechPaused();
  await ear.until(() => ear.finals.length > 0);
  expect(ear.finals[0]?.text).toBe('');
});

test('where the vendor has found the pause itself, the rest is not asked for', async () => {
  const ear = new Listener();
  ear.hearing.speechBegan();
  ear.say('yes');
  ear.hear(hush(RATE_HZ, 300));
  // Two guesses, and then the words before the pause.
  await ear.until(() => ear.words.length > 2);
  ear.hearing.speechPaused();
  expect(ear.finals.map(({ text }) => text)).toEqual(['yes']);
  expect(server.ears[0]?.controls).toEqual([]);
});

test('quiet words that nobody else noticed are final when the vendor finds a pause', async () => {
  const ear = new Listener();
  ear.say('no');
  ear.hear(hush(RATE_HZ, 320));
  await ear.until(() => ear.finals.length > 0);
  expect(ear.finals).toEqual([{ kind: 'final', text: 'no', startMs: 0, endMs: 200 }]);
});

test('two answers do not run into each other', async () => {
  const ear = new Listener();
  for (const word of ['yes', 'tomorrow'] as const) {
    ear.hearing.speechBegan();
    ear.say(word);
    ear.hearing.speechPaused();
    const before = ear.finals.length;
    await ear.until(() => ear.finals.length > before);
    ear.hear(hush(RATE_HZ, 100));
  }
  expect(ear.finals.map(({ text, startMs }) => [text, startMs])).toEqual([
    ['yes', 0],
    ['tomorrow', 300],
  ]);
});

test('a vendor that does not say that there is no more is not waited for', async () => {
  server.meets('no answer to Finalize');
  const ear = new Listener({ finalMs: 50 });
  ear.hearing.speechBegan();
  ear.say('I', 'live');
  await ear.until(() => ear.words.length > 0);
  ear.hearing.speechPaused();
  await ear.until(() => ear.finals.length > 0);
  expect(ear.finals[0]?.text).toBe('I live');
});

test.each([100, 600])(
  'words that were told before the vendor was sure of them are not told again (%i ms later)',
  async (ms) => {
    server.meets('no answer to Finalize');
    const ear = new Listener({ finalMs: 50 });
    for (const words of [['I', 'live'], ['no']] as const) {
      ear.hearing.speechBegan();
      const before = ear.words.length;
      ear.say(...words);
      await ear.until(() => ear.words.length > before);
      ear.hearing.speechPaused();
      const told = ear.finals.length;
      await ear.until(() => ear.finals.length > told);
      ear.hear(hush(RATE_HZ, ms));
    }
    expect(ear.finals.map(({ text }) => text)).toEqual(['I live', 'no']);
  },
);

test('a connection that is cut in the middle is made anew, and no word is lost or said twice', async () => {
  server.meets({ cutAfterMs: 600 }, 'good');
  const ear = new Listener();
  ear.hearing.speechBegan();
  ear.say('I', 'live', 'in');
  await server.ears[0]?.closed;
  ear.say('Basel');
  ear.hearing.speechPaused();
  await ear.until(() => ear.finals.length > 0);
  expect(ear.finals).toEqual([{ kind: 'final', text: 'I live in Basel', startMs: 0, endMs: 800 }]);
  expect([server.ears.length, ear.troubles]).toEqual([2, []]);
});

test('a vendor that hangs up with an error again and again is given up, and that is told once', async () => {
  server.meets({ errorAfterMs: 20 });
  const ear = new Listener();
  ear.hearing.speechBegan();
  ear.say('I', 'live');
  await ear.until(() => ear.troubles.length > 0);
  expect(ear.troubles[0]).toMatchObject({
    kind: 'unavailable',
    message: expect.stringContaining('NET-0001'),
  });
  expect(server.ears).toHaveLength(3);
});

test.each([
  ['refused', 'refused', '401'],
  ['busy', 'unavailable', '503'],
] as const)('a connection that is %s is told as %s', async (luck, kind, status) => {
  server.meets(luck);
  const ear = new Listener();
  await ear.until(() => ear.troubles.length > 0);
  expect(ear.troubles).toEqual([
    expect.objectContaining({ kind, message: `The connection was refused with ${status}` }),
  ]);
});

test('a vendor that accepts everything and says nothing is given up', async () => {
  server.meets('silent');
  const ear = new Listener({ finalMs: 50 });
  ear.hearing.speechBegan();
  ear.say('yes');
  ear.hearing.speechPaused();
  await ear.until(() => ear.troubles.length > 0);
  expect([ear.troubles[0]?.kind, ear.finals]).toEqual(['deadline', []]);
});

test('garbage is not taken for words', async () => {
  server.meets('garbage');
  const ear = new Listener();
  ear.say('yes');
  await ear.until(() => ear.troubles.length > 0);
  expect([ear.troubles[0]?.kind, ear.words]).toEqual(['unusable', []]);
});

test('a vendor that never answers the handshake is given up in time', async () => {
  server.meets('hanging');
  const ear = new Listener({ connectMs: 30 });
  await ear.until(() => ear.troubles.length > 0);
  expect(ear.troubles[0]?.kind).toBe('deadline');
});

test('a vendor that does not hang up keeps no connection of ours', async () => {
  server.meets('never hangs up');
  const ear = new Listener();
  ear.say('yes');
  await ear.until(() => ear.words.length > 0);
  ear.hearing.close();
  await server.ears[0]?.closed;
});

test('while no sound comes the connection is kept', async () => {
  const ear = new Listener({ keepAliveMs: 20 });
  ear.hearing.speechPaused();
  await ear.until(() => ear.finals.length > 0);
  await expect.poll(() => server.ears[0]?.controls, patience).toContain('KeepAlive');
});

test('the end of a call ends the connection', async () => {
  const ear = new Listener();
  ear.say('yes');
  await ear.until(() => ear.words.length > 0);
  ear.hearing.close();
  await server.ears[0]?.closed;
  expect(server.ears[0]?.controls).toEqual(['CloseStream']);
});
