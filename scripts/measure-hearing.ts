import { parseArgs } from 'node:util';
import { decodeG711, encodeG711, muLaw } from '@parley/audio/g711.ts';
import { Resampler } from '@parley/audio/resampler.ts';
import { joined } from '@parley/audio/sound.ts';
import { rulesAnalysisModel } from '@parley/call-engine/analysis/rules.ts';
import { callPhrases } from '@parley/call-engine/conductor/expected-phrases.ts';
import { rulesDialogueModel } from '@parley/call-engine/dialogue/rules.ts';
import { loadMoonshine, type Transcript } from '@parley/speech/offline/moonshine.ts';
import { offlineTts } from '@parley/speech/offline/offline-tts.ts';
import { findSpeechPackages } from '@parley/speech/offline/speech-packages.ts';
import type { Hear, Models } from '@parley/testing/understanding/measured-call.ts';
import {
  intentsOf,
  readUtterances,
  type Utterance,
} from '@parley/testing/understanding/understanding-set.ts';
import { type MeasuredUtterance, measureUtterance } from '@parley/testing/understanding/utterance-measure.ts';
import { wordErrors } from '@parley/testing/understanding/word-errors.ts';
import { TrainedTurnReader } from '@parley/understanding/trained-turn-reader.ts';

/**
 * `npm run measure:hearing -- [--count 100] [--verbose]`: how much of what is understood in writing is understood when it is heard. A
 * hundred utterances of the open set are spoken by two synthetic voices, coded as on the telephone (G.711, 8 kHz) and
 * transcribed by the offline speech to text, each in a whole call that asks back where it is not sure.
 */

const { values } = parseArgs({
  options: { count: { type: 'string', default: '100' }, verbose: { type: 'boolean', default: false } },
});

const COUNT = Number(values.count);
const VOICES = ['slt', 'rms'] as const;
const RATE_HZ = 8000;
const SLOWLY = 0.8;

const packages = findSpeechPackages();
if (!('files' in packages.stt) || !('files' in packages.tts))
  throw new Error('The offline speech is not installed: run npx parley speech install');
const tts = offlineTts(packages.tts.files, 1);
const read = await loadMoonshine(packages.stt.files);

const file = await readUtterances('understanding-open', 'en');
const { utterances } = file;
const some = Array.from(
  { length: COUNT },
  (_, n) => utterances[Math.floor((n * utterances.length) / COUNT)] as Utterance,
);
const models: Models = {
  dialogueModel: rulesDialogueModel({ turnReader: new TrainedTurnReader() }),
  analysisModel: rulesAnalysisModel(),
};

/** What is said in every call is transcribed once. */
const transcripts = new Map<string, Transcript>();
let [words, errors, soundMs, cpuMs] = [0, 0, 0, 0];
const measured: { voice: string; written: MeasuredUtterance; heard: MeasuredUtterance; as: string }[] = [];
for (const utterance of some) {
  const written = await measureUtterance(models, file, utterance);
  for (const voice of VOICES) {
    const lines: string[] = [];
    const hear = hearing(voice, (line) => lines.push(line));
    const heard = await measureUtterance({ ...models, hear }, file, utterance);
    measured.push({ voice, written, heard, as: lines.join(' / ') });
    if (values.verbose && written.isRight && !heard.isRight)
      console.log(
        `${voice} ${utterance.id}: ${utterance.say}\n  → ${lines.join(' / ')}\n  ${heard.concluded}`,
      );
  }
}
await tts.stop();

const percent = (part: number, whole: number): string =>
  `${part} of ${whole} (${((100 * part) / whole).toFixed(0)} %)`;
console.log(`Word error rate of the first attempt: ${((100 * errors) / words).toFixed(1)} %`);
console.log(`CPU time of speech to text: ${(cpuMs / soundMs).toFixed(2)} s per second of audio`);
for (const voice of [...VOICES, undefined]) {
  const own = measured.filter((one) => voice === undefined || one.voice === voice);
  const inWriting = own.filter(({ written }) => written.isRight);
  const wrong = own.filter(({ heard }) => !heard.isRight);
  console.log(voice === undefined ? 'Both voices' : `Voice ${voice}`);
  console.log(`  Understood when written: ${percent(inWriting.length, own.length)}`);
  console.log(
    `  Of these understood when spoken: ${percent(inWriting.filter(({ heard }) => heard.isRight).length, inWriting.length)}`,
  );
  const asked = own.filter(({ heard }) => heard.isAskedBack);
  console.log(`  Agent asked back: ${percent(asked.length, own.length)}`);
  const decided = (what: 'isOptOut' | 'isRefusal' | 'isMisrecorded') =>
    wrong.filter(({ heard, written }) => heard[what] && !written[what]).length;
  console.log(
    `  Misunderstood ones that lead to an opt-out: ${decided('isOptOut')}, a refusal: ${decided('isRefusal')}, a wrong value that a verdict compares: ${decided('isMisrecorded')}`,
  );
  const wishes = own.filter(({ written }) => intentsOf(written.utterance).includes('never_call'));
  console.log(
    `  Do-not-call requests recognised: ${wishes.filter(({ heard }) => heard.isOptOut).length} of ${wishes.length}`,
  );
}

function hearing(voice: string, note: (line: string) => void): Hear {
  return async (said, times, expected, plan) => {
    const hints = [...callPhrases(plan), ...expected];
    const name = JSON.stringify([voice, said, times, hints]);
    const known = transcripts.get(name);
    if (known !== undefined) return known;
    const sound = await overTelephone(said, voice, times > 1 ? SLOWLY : 1);
    const samples = Float32Array.from(
      new Resampler(RATE_HZ, 16_000).feed(sound),
      (sample) => sample / 32_768,
    );
    const before = process.cpuUsage();
    const heard = await read(samples, { hints, isFinal: true });
    transcripts.set(name, heard);
    const { user, system } = process.cpuUsage(before);
    note(`${heard.text} (${heard.confidence.toFixed(2)})`);
    if (times === 1) {
      words += wordsOf(said).length;
      errors += wordErrors(wordsOf(said), wordsOf(heard.text));
      soundMs += sound.length / (RATE_HZ / 1000);
      cpuMs += (user + system) / 1000;
    }
    return heard;
  };
}

async function overTelephone(text: string, voiceId: string, speed: number): Promise<Int16Array> {
  const order = { text, rateHz: RATE_HZ, language: 'en', voiceId, speed } as const;
  const sound = joined(await Array.fromAsync(tts.tts.speak(order, new AbortController().signal)));
  const coded = new Uint8Array(sound.length);
  encodeG711(muLaw, sound, coded);
  const decoded = new Int16Array(sound.length);
  decodeG711(muLaw, coded, decoded);
  return decoded;
}

/** Without marks and capitals; contractions are one word, and numbers are left as they are written. */
function wordsOf(text: string): string[] {
  return (
    text
      .toLowerCase()
      .replaceAll(/[’']/g, '')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}
