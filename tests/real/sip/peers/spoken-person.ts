import { Resampler } from '@parley/audio/resampler.ts';
import { joined } from '@parley/audio/sound.ts';
import { wavOf } from '@parley/audio/wav.ts';
import { spokenSounds } from '../offline-speech.ts';

const RATE_HZ = 16_000;

/** Sounds as a telephone system plays them, one after the other, at 16 kHz. */
export const played = (...sounds: Int16Array[]): Buffer =>
  Buffer.from(wavOf(new Resampler(RATE_HZ, 8000).feed(joined(sounds)), 8000));

export const silence = (seconds: number): Int16Array => new Int16Array(seconds * RATE_HZ);

/** Sentences as files of a telephone system, by their names. */
export async function recorded(sentences: Readonly<Record<string, string>>): Promise<Map<string, Buffer>> {
  const sounds = await spokenSounds(Object.values(sentences));
  return new Map(
    Object.entries(sentences).map(([name, text]) => [
      name,
      played(silence(0.3), sounds.get(text) as Int16Array),
    ]),
  );
}

const NOISE_MS = 300;
/** Longer than between two sentences of the agent. */
const SILENCE_MS = 1200;
const PATIENCE_SECONDS = 30;

/** A step of the dialplan: the agent has spoken, and waits. */
export const agentHasSpoken = [
  `WaitForNoise(${NOISE_MS},1,${PATIENCE_SECONDS})`,
  `WaitForSilence(${SILENCE_MS},1,${PATIENCE_SECONDS})`,
];

export const says = (name: string): string => `Playback(\${SOUNDS}/${name})`;

/** Lines of the dialplan: what becomes of calls to a number. */
export const numberDoes = (number: string, steps: readonly string[]): string =>
  steps.map((step, at) => `${at === 0 ? `exten => ${number},1` : ' same => n'},${step}\n`).join('');

/** Somebody who picks up, says hello, and answers what the agent says with one sentence after the other. */
export const person = (hello: string, replies: readonly string[]): string[] => [
  'Answer()',
  says(hello),
  ...replies.flatMap((reply) => [...agentHasSpoken, says(reply)]),
  `Wait(${PATIENCE_SECONDS})`,
];
