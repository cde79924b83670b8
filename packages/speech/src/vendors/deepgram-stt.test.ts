import { type DeepgramServer, startDeepgramServer } from '@parley/testing/speech-servers/deepgram-server.ts';
import { hush, type SpokenWord, said } from '@parley/testing/speech-servers/spoken-sound.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SpeechFailure } from '../speech-failure.ts';
import type { RecognisedWords, SttStream } from '../speech-to-text.ts';
import { type DeepgramLimits, deepgramLimits, deepgramStt } from './deepgram-stt.ts';
import { makeConnections } from './vendor-socket.ts';

const RATE_HZ = 16_000;

const connections = makeConnections();
let server: DeepgramServer;
let hearing: SttStream | undefined;
beforeEach(async () => {
  server = await startDeepgramServer();
});
afterEach(async () => {
  hearing?.close();
  await server.stop();
});

/** Waits for words and troubles instead of looking when they might be there. */
class Listener {
  readonly words: RecognisedWords[] = [];
  readonly troubles: SpeechFailure[] = [];
  #wake = Promise.withResolvers<void>();
  readonly stream: SttStream;

  constructor(limits: Partial<DeepgramLimits> = {}) {
    const stt = deepgramStt({
      url: server.url.replace('http', 'ws'),
      key: 'secret',
      connections,
      limits: { ...deepgramLimits, retryAfterMs: [1, 1], finalMs: 30_000, ...limits },
    });
    this.stream = stt.open({ rateHz: RATE_HZ, language: 'de', hints: ['Basel', 'Grace'] });
    hearing = this.stream;
    this.stream.onWords((words) => {
      this.words.push(words);
      this.#signal();
    });
    this.stream.onError((error) => {
      this.troubles.push(error as SpeechFailure);
      this.#signal();
    });
  }

  hear(sound: Int16Array): void {
    for (let at = 0; at < sound.length; at += 320) this.stream.pushFrame(sound.subarray(at, at + 320));
  }

  say(...words: SpokenWord[]): void {
    this.hear(said(RATE_HZ, ...words));
  }

  get finals(): RecognisedWords[] {
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

test('speech gives partial transcripts and, at the pause, a final one with its times', async () => {
  const stt = new Listener();
  stt.hear(hush(RATE_HZ, 400));
  stt.stream.speechBegan();
  stt.say('I', 'live', 'in', 'Basel');
  stt.stream.speechPaused();
  await stt.until(() => stt.finals.length > 0);
  expect(stt.finals).toEqual([
    { kind: 'final', text: 'I live in Basel', startMs: 400, endMs: 1200, confidence: 0.99 },
  ]);
  const partials = stt.words.filter(({ kind }) => kind === 'partial').map(({ text }) => text);
  expect(partials).toContain('I live');
  expect(partials.at(-1)).toBe('I live in Basel');
});

test('the API key, the language and the hints are sent to the vendor', async () => {
  const stt = new Listener();
  stt.stream.speechPaused();
  await stt.until(() => stt.finals.length > 0);
  const [connection] = server.sttSessions;
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

test('a pause without words gives an empty final transcript by Deepgram', async () => {
  const stt = new Listener();
  stt.stream.speechBegan();
  stt.hear(hush(RATE_HZ, 600));
  stt.stream.speechPaused();
  await stt.until(() => stt.finals.length > 0);
  expect(stt.finals[0]?.text).toBe('');
});

test('no final transcript is requested when the vendor has found the pause itself', async () => {
  const stt = new Listener();
  stt.stream.speechBegan();
  stt.say('yes');
  stt.hear(hush(RATE_HZ, 300));
  // Two guesses, and then the words before the pause.
  await stt.until(() => stt.words.length > 2);
  stt.stream.speechPaused();
  expect(stt.finals.map(({ text }) => text)).toEqual(['yes']);
  expect(server.sttSessions[0]?.controls).toEqual([]);
});

test('words that the speech detector missed are final when the vendor finds a pause', async () => {
  const stt = new Listener();
  stt.say('no');
  stt.hear(hush(RATE_HZ, 320));
  await stt.until(() => stt.finals.length > 0);
  expect(stt.finals).toEqual([{ kind: 'final', text: 'no', startMs: 0, endMs: 200, confidence: 0.99 }]);
});

test('the transcripts of two answers are not mixed up', async () => {
  const stt = new Listener();
  for (const word of ['yes', 'tomorrow'] as const) {
    stt.stream.speechBegan();
    stt.say(word);
    stt.stream.speechPaused();
    const before = stt.finals.length;
    await stt.until(() => stt.finals.length > before);
    stt.hear(hush(RATE_HZ, 100));
  }
  expect(stt.finals.map(({ text, startMs }) => [text, startMs])).toEqual([
    ['yes', 0],
    ['tomorrow', 300],
  ]);
});

test('a vendor that does not confirm the end of a transcript is waited for only a limited time', async () => {
  server.meets('no answer to Finalize');
  const stt = new Listener({ finalMs: 50 });
  stt.stream.speechBegan();
  stt.say('I', 'live');
  await stt.until(() => stt.words.length > 0);
  stt.stream.speechPaused();
  await stt.until(() => stt.finals.length > 0);
  expect(stt.finals[0]?.text).toBe('I live');
});

test.each([100, 600])(
  'words reported before Deepgram confirmed them are not reported again (%i ms later)',
  async (ms) => {
    server.meets('no answer to Finalize');
    const stt = new Listener({ finalMs: 50 });
    for (const words of [['I', 'live'], ['no']] as const) {
      stt.stream.speechBegan();
      const before = stt.words.length;
      stt.say(...words);
      await stt.until(() => stt.words.length > before);
      stt.stream.speechPaused();
      const told = stt.finals.length;
      await stt.until(() => stt.finals.length > told);
      stt.hear(hush(RATE_HZ, ms));
    }
    expect(stt.finals.map(({ text }) => text)).toEqual(['I live', 'no']);
  },
);

test('after the connection breaks it is reopened, and no word is lost or repeated', async () => {
  server.meets({ cutAfterMs: 600 }, 'good');
  const stt = new Listener();
  stt.stream.speechBegan();
  stt.say('I', 'live', 'in');
  await server.sttSessions[0]?.closed;
  stt.say('Basel');
  stt.stream.speechPaused();
  await stt.until(() => stt.finals.length > 0);
  expect(stt.finals).toEqual([
    { kind: 'final', text: 'I live in Basel', startMs: 0, endMs: 800, confidence: 0.99 },
  ]);
  expect([server.sttSessions.length, stt.troubles]).toEqual([2, []]);
});

test('a vendor that keeps closing with an error is given up and reported once', async () => {
  server.meets({ errorAfterMs: 20 });
  const stt = new Listener();
  stt.stream.speechBegan();
  stt.say('I', 'live');
  await stt.until(() => stt.troubles.length > 0);
  expect(stt.troubles[0]).toMatchObject({
    kind: 'unavailable',
    message: expect.stringContaining('NET-0001'),
  });
  expect(server.sttSessions).toHaveLength(3);
});

test.each([
  ['refused', 'refused', '401'],
  ['busy', 'unavailable', '503'],
] as const)('a connection that is %s is reported as %s', async (luck, kind, status) => {
  server.meets(luck);
  const stt = new Listener();
  await stt.until(() => stt.troubles.length > 0);
  expect(stt.troubles).toEqual([
    expect.objectContaining({ kind, message: `The connection was refused with ${status}` }),
  ]);
});

test('a vendor that accepts audio and never answers is given up', async () => {
  server.meets('silent');
  const stt = new Listener({ finalMs: 50 });
  stt.stream.speechBegan();
  stt.say('yes');
  stt.stream.speechPaused();
  await stt.until(() => stt.troubles.length > 0);
  expect([stt.troubles[0]?.kind, stt.finals]).toEqual(['deadline', []]);
});

test('messages of Deepgram that do not follow its protocol are reported', async () => {
  server.meets('garbage');
  const stt = new Listener();
  stt.say('yes');
  await stt.until(() => stt.troubles.length > 0);
  expect([stt.troubles[0]?.kind, stt.words]).toEqual(['unusable', []]);
});

test('a handshake that Deepgram does not answer times out', async () => {
  server.meets('hanging');
  const stt = new Listener({ connectMs: 30 });
  await stt.until(() => stt.troubles.length > 0);
  expect(stt.troubles[0]?.kind).toBe('deadline');
});

test('the connection to Deepgram is closed even if the vendor does not close it', async () => {
  server.meets('never hangs up');
  const stt = new Listener();
  stt.say('yes');
  await stt.until(() => stt.words.length > 0);
  stt.stream.close();
  await server.sttSessions[0]?.closed;
});

test('the connection to Deepgram is kept alive while no audio comes', async () => {
  const stt = new Listener({ keepAliveMs: 20 });
  stt.stream.speechPaused();
  await stt.until(() => stt.finals.length > 0);
  await expect.poll(() => server.sttSessions[0]?.controls).toContain('KeepAlive');
});

test('the end of a call closes the connection to Deepgram', async () => {
  const stt = new Listener();
  stt.say('yes');
  await stt.until(() => stt.words.length > 0);
  stt.stream.close();
  await server.sttSessions[0]?.closed;
  expect(server.sttSessions[0]?.controls).toEqual(['CloseStream']);
});
