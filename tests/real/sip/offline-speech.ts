import { Resampler } from '@parley/audio/resampler.ts';
import { joined } from '@parley/audio/sound.ts';
import { readWav } from '@parley/audio/wav.ts';
import { loadMoonshine } from '@parley/speech/offline/moonshine.ts';
import { offlineTts } from '@parley/speech/offline/offline-tts.ts';
import { findSpeechPackages } from '@parley/speech/offline/speech-packages.ts';

const RATE_HZ = 16_000;
const FRAME = RATE_HZ / 50;
const LOUD = 300;
/** Sentences are further apart, words are not. */
const PAUSE_FRAMES = 20;

const { stt, tts } = findSpeechPackages();

/** The offline ear and voice; without them the tests that need them are skipped. */
export const hasSpeech = 'files' in stt && 'files' in tts;

/** Sentences as a person would say them, at 16 kHz; another voice than the agent's. */
export async function spokenSounds(sentences: readonly string[]): Promise<Map<string, Int16Array>> {
  if (!('files' in tts)) return new Map();
  const { tts: speaker, stop } = offlineTts(tts.files, 1);
  const sounds = new Map<string, Int16Array>();
  for (const text of sentences) {
    const order = { text, rateHz: RATE_HZ, language: 'en', voiceId: 'awb', speed: 1 } as const;
    sounds.set(text, joined(await Array.fromAsync(speaker.speak(order, new AbortController().signal))));
  }
  await stop();
  return sounds;
}

/** The words in a recording, or in what of it comes after so long. */
export async function wordsIn(wav: Buffer, afterMs = 0): Promise<string> {
  if (!('files' in stt)) return '';
  const { rateHz, sound } = readWav(wav);
  const wide = new Resampler(rateHz as 8000, RATE_HZ).feed(sound.subarray((afterMs * rateHz) / 1000));
  const read = await loadMoonshine(stt.files);
  const words: string[] = [];
  for (const stretch of stretches(wide)) {
    const samples = Float32Array.from(stretch, (sample) => sample / 32_768);
    words.push((await read(samples, { hints: [], isFinal: true })).text);
  }
  return words.join(' ');
}

/** How much of a sentence is among these words, from 0 to 1: on a telephone the ear mishears one in twelve. */
export function shareHeard(sentence: string, words: string): number {
  const plain = (text: string) => text.toLowerCase().match(/[a-z]+/g) ?? [];
  const heard = new Set(plain(words));
  const meant = plain(sentence);
  return meant.filter((word) => heard.has(word)).length / meant.length;
}

/** Cut where it is silent: the ear reads a sentence at a time. */
function stretches(sound: Int16Array): Int16Array[] {
  const found: Int16Array[] = [];
  let start = -1;
  let quiet = 0;
  for (let frame = 0; frame * FRAME < sound.length; frame += 1) {
    const samples = sound.subarray(frame * FRAME, (frame + 1) * FRAME);
    const isLoud = samples.some((sample) => Math.abs(sample) > LOUD);
    quiet = isLoud ? 0 : quiet + 1;
    if (isLoud && start < 0) start = Math.max(0, frame - 10);
    if (start >= 0 && (quiet === PAUSE_FRAMES || (frame + 1) * FRAME >= sound.length)) {
      found.push(sound.subarray(start * FRAME, (frame + 1) * FRAME));
      start = -1;
    }
  }
  return found;
}
