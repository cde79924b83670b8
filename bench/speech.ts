import { joined } from '@parley/audio/sound.ts';
import { loadMoonshine } from '@parley/speech/offline/moonshine.ts';
import { type OfflineTts, offlineTts } from '@parley/speech/offline/offline-tts.ts';
import { findSpeechPackages } from '@parley/speech/offline/speech-packages.ts';
import { segmentStt } from '@parley/speech/segment-stt.ts';
import type { RecognisedWords, SpeechToText } from '@parley/speech/speech-to-text.ts';
import { median, type Ratio } from './ratio.ts';
import { screeningAnswers } from './screening-answers.ts';
import { wordErrors, wordsOf } from './word-errors.ts';

/** The offline ear hears fifty answers that the offline voice spoke, as on a telephone and as in a browser. */
type Rate = 8000 | 16_000;

interface Heard {
  readonly words: number;
  readonly errors: number;
  readonly soundMs: number;
  readonly tookMs: number;
}

interface Spoken {
  readonly sound: Int16Array;
  readonly firstMs: number;
}

export async function run(): Promise<Ratio[]> {
  const packages = findSpeechPackages();
  if (!('files' in packages.stt) || !('files' in packages.tts)) {
    console.log('The speech packages are not installed: nothing to measure.');
    return [];
  }
  // In this process, whose processor time can be told, and without partials: final words are what a turn waits for.
  const read = await loadMoonshine(packages.stt.files);
  const stt = segmentStt({
    partialEveryMs: null,
    transcribe: ({ sound }) => read(Float32Array.from(sound, (sample) => sample / 32_768)),
  });
  const tts = offlineTts(packages.tts.files, 1);
  try {
    return [...(await atRate(8000, stt, tts)), ...(await atRate(16_000, stt, tts))];
  } finally {
    await tts.stop();
  }
}

async function atRate(rateHz: Rate, stt: SpeechToText, tts: OfflineTts): Promise<Ratio[]> {
  // What is loaded with the first order is not what the others wait for.
  await recognised(stt, (await spoken(tts, 'Good morning.', rateHz)).sound, rateHz, 'Good morning.');
  const sounds: Spoken[] = [];
  const found: Heard[] = [];
  const ttsMs = await processorMs(async () => {
    for (const text of screeningAnswers) sounds.push(await spoken(tts, text, rateHz));
  });
  const sttMs = await processorMs(async () => {
    for (const [at, text] of screeningAnswers.entries())
      found.push(await recognised(stt, (sounds[at] as Spoken).sound, rateHz, text));
  });

  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const soundMs = sum(found.map((one) => one.soundMs));
  const errors = sum(found.map((one) => one.errors)) / sum(found.map((one) => one.words));
  const sttFactor = sttMs / soundMs;
  const ttsFactor = ttsMs / soundMs;
  const name = `${rateHz / 1000} kHz`;
  console.log(
    `${name}: ${(100 * errors).toFixed(1)} % of the words wrong; final words after ${Math.round(median(found.map(({ tookMs }) => tookMs)))} ms ` +
      `(processor ${sttFactor.toFixed(3)} of the sound); first sound after ${Math.round(median(sounds.map(({ firstMs }) => firstMs)))} ms (${ttsFactor.toFixed(3)})`,
  );
  const limit = (what: string, ours: number, reference: number, unit: string): Ratio => ({
    name: `speech: ${what}, ${name}`,
    ours,
    reference,
    unit,
    atMost: 1,
  });
  return [
    limit('words that the offline ear got wrong', errors, rateHz === 8000 ? 0.15 : 0.08, 'of all'),
    limit('processor time of the offline ear', sttFactor, 0.2, 'of the sound'),
    limit('processor time of the offline voice', ttsFactor, 0.2, 'of the sound'),
  ];
}

/** Of all threads, however busy the machine is with others: with one thread at work it is the real-time factor. */
async function processorMs(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

async function spoken({ tts }: OfflineTts, text: string, rateHz: Rate): Promise<Spoken> {
  const startMs = performance.now();
  const parts: Int16Array[] = [];
  let firstMs = 0;
  const order = { text, rateHz, language: 'en', voiceId: null, speed: 1 };
  for await (const part of tts.speak(order, new AbortController().signal)) {
    if (parts.length === 0) firstMs = performance.now() - startMs;
    parts.push(part);
  }
  return { sound: joined(parts), firstMs };
}

async function recognised(stt: SpeechToText, sound: Int16Array, rateHz: Rate, text: string): Promise<Heard> {
  const stream = stt.open({ rateHz, language: 'en', hints: [] });
  const { promise, resolve, reject } = Promise.withResolvers<RecognisedWords>();
  stream.onWords(resolve);
  stream.onError(reject);
  stream.speechBegan();
  const frame = rateHz / 50;
  for (let at = 0; at < sound.length; at += frame) stream.pushFrame(sound.subarray(at, at + frame));
  const startMs = performance.now();
  stream.speechPaused();
  const words = await promise;
  const tookMs = performance.now() - startMs;
  stream.close();
  const errors = wordErrors(text, words.text);
  if (errors > 0) console.log(`  ${rateHz / 1000} kHz  ${text}  →  ${words.text}`);
  return { words: wordsOf(text).length, errors, soundMs: (sound.length * 1000) / rateHz, tookMs };
}
