import { parseArgs } from 'node:util';
import { findSpeechPackages } from '../../calls/speech/offline/speech-packages.ts';
import { checkEar, checkVoice } from '../../calls/speech/speech-check.ts';
import { ConfigError, loadConfig } from '../config.ts';
import { makeSpeech, type Speech } from '../speech.ts';
import type { Command } from './command.ts';

export const speechCommand: Command = {
  help: `Usage: parley speech check

Has every voice that is configured say a sentence and every ear hear it, and says in a line each whether that works
and how fast. Ends with 1 where one cannot be used. docs/speech.md tells how to configure them.`,
  async run(args) {
    const { positionals } = parseArgs({ args: [...args], options: {}, allowPositionals: true });
    if (positionals.length !== 1 || positionals[0] !== 'check')
      throw new ConfigError('Say what to do with ears and voices: parley speech check.');
    const { config } = loadConfig(process.env);
    const speech = makeSpeech(config, findSpeechPackages(), () => {});
    try {
      const isGood = await check(speech);
      if (!isGood) process.exitCode = 1;
    } finally {
      await speech.stop();
    }
  },
};

const nowMs = (): number => performance.now();

async function check({ ears, voices, missing }: Speech): Promise<boolean> {
  for (const line of missing) console.log(line);
  let isGood = ears.length > 0 && voices.length > 0;
  let sound: Int16Array | undefined;
  for (const voice of voices) {
    const found = await checkVoice(voice, nowMs);
    console.log(found.line);
    isGood &&= found.isGood;
    sound = found.sound ?? sound;
  }
  for (const ear of ears) {
    if (sound === undefined) {
      console.log(`The ear ${ear.name} was not tried: no voice says anything to it.`);
      isGood = false;
      continue;
    }
    const found = await checkEar(ear, sound, nowMs);
    console.log(found.line);
    isGood &&= found.isGood;
  }
  console.log(summary(ears, voices));
  return isGood;
}

const named = (choices: readonly { readonly name: string }[]): string =>
  choices.map(({ name }) => name).join(', then ') || 'nobody';

function summary(ears: Speech['ears'], voices: Speech['voices']): string {
  const lines = [`Calls are heard by ${named(ears)}, and spoken by ${named(voices)}.`];
  const isOffline = [ears, voices].some((choices) => choices.every(({ name }) => name === 'offline'));
  if (isOffline)
    lines.push('Offline is English only: calls in other languages need a vendor, see docs/speech.md.');
  return lines.join('\n');
}
