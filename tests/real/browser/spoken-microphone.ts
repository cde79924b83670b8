import { joined } from '@parley/audio/sound.ts';
import { wavOf } from '@parley/audio/wav.ts';
import { offlineTts } from '@parley/speech/offline/offline-tts.ts';
import { findSpeechPackages } from '@parley/speech/offline/speech-packages.ts';
import type { Page } from 'playwright-core';

const RATE_HZ = 16_000;
const FULL_SCALE = 32_768;

/** The file of these sentences, spoken by the offline voice; undefined: it is not installed. */
export async function spokenFiles(sentences: readonly string[]): Promise<Map<string, Buffer> | undefined> {
  const sounds = await soundsOf(sentences, 'rms');
  return (
    sounds &&
    new Map(sentences.map((text, at) => [text, Buffer.from(wavOf(sounds[at] as Int16Array, RATE_HZ))]))
  );
}

/** How long the voice of agents takes to say it, from the first sound that is so loud to the last. */
export async function sayingMs(text: string, level: number): Promise<number> {
  const [sound = new Int16Array()] = (await soundsOf([text], null)) ?? [];
  const isLoud = (sample: number) => Math.abs(sample) > level * FULL_SCALE;
  return Math.round(((sound.findLastIndex(isLoud) + 1 - sound.findIndex(isLoud)) * 1000) / RATE_HZ);
}

async function soundsOf(
  sentences: readonly string[],
  voiceId: string | null,
): Promise<Int16Array[] | undefined> {
  const { tts: found } = findSpeechPackages();
  if (!('files' in found)) return undefined;
  const { tts, stop } = offlineTts(found.files, 1);
  const sounds: Int16Array[] = [];
  for (const text of sentences) {
    const order = { text, rateHz: RATE_HZ, language: 'en', voiceId, speed: 1 } as const;
    sounds.push(joined(await Array.fromAsync(tts.speak(order, new AbortController().signal))));
  }
  await stop();
  return sounds;
}

/** Samples of a block, as browsers hand out sound; at 48 kHz it is 2.7 ms. */
const BLOCK = 128;

/** Runs where the sound does: nothing that the page does makes it miss a block. */
const LISTENER = `
  registerProcessor('listener', class extends AudioWorkletProcessor {
    constructor() {
      super();
      this.levels = [[], []];
      this.port.onmessage = () => this.port.postMessage({ levels: this.levels, rateHz: sampleRate });
    }
    process(inputs) {
      for (const side of [0, 1]) {
        let energy = 0;
        for (const sample of inputs[side][0] ?? []) energy += sample * sample;
        this.levels[side].push(Math.sqrt(energy / ${BLOCK}));
      }
      return true;
    }
  });
`;

/**
 * Gives a page a microphone that is silent until `speakInto` plays a file into it, and keeps how loud both sides were
 * all the time. The page's own policy has to be bypassed for that.
 */
export async function plugMicrophone(page: Page): Promise<void> {
  await page.addInitScript(`
    let context, microphone, listener, agent, connection;
    const listen = async () => {
      await context.audioWorklet.addModule(URL.createObjectURL(new Blob([${JSON.stringify(LISTENER)}], { type: 'text/javascript' })));
      listener = new AudioWorkletNode(context, 'listener', { numberOfInputs: 2 });
      // What is connected to nothing is not computed.
      listener.connect(context.destination);
      const room = new ConstantSourceNode(context, { offset: 0 });
      room.connect(listener, 0, 0);
      room.start();
    };
    navigator.mediaDevices.getUserMedia = async () => {
      if (context === undefined) {
        context = new AudioContext();
        microphone = context.createMediaStreamDestination();
        // A room is never without sound, and nothing is sent of a microphone that has none at all.
        const room = new ConstantSourceNode(context, { offset: 0 });
        room.connect(microphone);
        room.start();
        await listen();
      }
      await context.resume();
      return microphone.stream.clone();
    };
    window.RTCPeerConnection = class extends RTCPeerConnection {
      constructor(...settings) {
        super(...settings);
        connection = this;
        this.addEventListener('track', ({ streams: [stream] }) => {
          agent?.disconnect();
          agent = context.createMediaStreamSource(stream);
          agent.connect(listener, 0, 1);
        });
      }
    };
    window.speak = async (wav) => {
      const bytes = Uint8Array.from(atob(wav), (letter) => letter.charCodeAt(0));
      const source = context.createBufferSource();
      source.buffer = await context.decodeAudioData(bytes.buffer);
      source.connect(microphone);
      source.connect(listener, 0, 0);
      source.start();
      await new Promise((resolve) => source.addEventListener('ended', resolve));
    };
    window.bufferMs = async () => {
      for (const one of (await connection.getStats()).values())
        if (one.type === 'inbound-rtp') return (1000 * one.jitterBufferDelay) / one.jitterBufferEmittedCount;
    };
    window.heard = () => new Promise((resolve) => {
      listener.port.onmessage = ({ data }) => resolve(data);
      listener.port.postMessage('tell');
    });
  `);
}

/** Done when it was all said. */
export async function speakInto(page: Page, file: Buffer): Promise<void> {
  await page.evaluate(`speak('${file.toString('base64')}')`);
}

/** How long the browser keeps our sound before it plays it, on the average: it waits for what comes late. */
export const bufferMsOf = async (page: Page): Promise<number> =>
  Math.round((await page.evaluate('bufferMs()')) as number);

/** How loud both sides were, from 0 to 1, from the joining until now. */
export interface PageSound {
  readonly microphone: readonly number[];
  readonly agent: readonly number[];
  readonly blockMs: number;
}

export async function soundOf(page: Page): Promise<PageSound> {
  const { levels, rateHz } = (await page.evaluate('heard()')) as {
    levels: [number[], number[]];
    rateHz: number;
  };
  return { microphone: levels[0], agent: levels[1], blockMs: (BLOCK * 1000) / rateHz };
}
