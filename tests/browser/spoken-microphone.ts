import type { Page } from 'playwright-core';
import { offlineVoice } from '../../src/calls/speech/offline/offline-voice.ts';
import { findSpeechPackages } from '../../src/calls/speech/offline/speech-packages.ts';
import { wavOf } from '../../src/calls/speech/wav.ts';

const RATE_HZ = 16_000;

/** The file of these sentences, spoken by the offline voice; undefined: it is not installed. */
export async function spokenFiles(sentences: readonly string[]): Promise<Map<string, Buffer> | undefined> {
  const { voice: found } = findSpeechPackages();
  if (!('files' in found)) return undefined;
  const { voice, stop } = offlineVoice(found.files, 1);
  const files = new Map<string, Buffer>();
  for (const text of sentences) {
    const order = { text, rateHz: RATE_HZ, language: 'en', voiceId: 'rms', speed: 1 } as const;
    const pieces = await Array.fromAsync(voice.speak(order, new AbortController().signal));
    files.set(text, Buffer.from(wavOf(Int16Array.from(pieces.flatMap((piece) => [...piece])), RATE_HZ)));
  }
  await stop();
  return files;
}

/** Gives a page a microphone that is silent until `speakInto` plays a file into it. */
export async function plugMicrophone(page: Page): Promise<void> {
  await page.addInitScript(`
    let context, microphone;
    navigator.mediaDevices.getUserMedia = async () => {
      context ??= new AudioContext();
      if (microphone === undefined) {
        microphone = context.createMediaStreamDestination();
        // A room is never without sound, and nothing is sent of a microphone that has none at all.
        const room = new ConstantSourceNode(context, { offset: 0 });
        room.connect(microphone);
        room.start();
      }
      await context.resume();
      return microphone.stream.clone();
    };
    window.speak = async (wav) => {
      const bytes = Uint8Array.from(atob(wav), (letter) => letter.charCodeAt(0));
      const source = context.createBufferSource();
      source.buffer = await context.decodeAudioData(bytes.buffer);
      source.connect(microphone);
      source.start();
      await new Promise((resolve) => source.addEventListener('ended', resolve));
    };
  `);
}

/** Done when it was all said. */
export async function speakInto(page: Page, file: Buffer): Promise<void> {
  await page.evaluate(`speak('${file.toString('base64')}')`);
}
