import { decodeG711, encodeG711, muLaw } from '@parley/audio/g711.ts';
import { joined } from '@parley/audio/sound.ts';
import { type Answering, answeredBy } from '@parley/call-engine/answering.ts';
import { rulesDialogueModel } from '@parley/call-engine/dialogue/rules.ts';
import { BeepDetector } from '@parley/speech/beep-detector.ts';
import { offlineStt } from '@parley/speech/offline/offline-stt.ts';
import { offlineTts } from '@parley/speech/offline/offline-tts.ts';
import { findSpeechPackages } from '@parley/speech/offline/speech-packages.ts';
import type { RecognisedWords, SpeechToText } from '@parley/speech/speech-to-text.ts';
import type { TextToSpeech } from '@parley/speech/text-to-speech.ts';
import { scriptedPlan } from '@parley/testing/scripted-plan.ts';
import { heldOutOpenings, openings, type SpokenOpening } from './answering-openings.ts';
import type { Ratio } from './ratio.ts';

/**
 * Answering machine detection from audio alone: the offline TTS speaks openings in four voices, with beeps, over the noise
 * and codec of a telephone line; the offline STT, the rules and the beep detector classify them. Prints a confusion
 * matrix and every miss.
 */

const RATE_HZ = 8000;
const FRAME = RATE_HZ / 50;
const NOISE = 60;
const VOICES = ['slt', 'rms', 'awb', 'kal16'] as const;
/** Roughly as turn detection does it: how loud speech is, and how long a silence ends a turn. */
const LOUD = 350;
const PAUSE_FRAMES = 35;
/** Targets for known and held-out openings; a person must never be classified as a machine. */
const LEAST_RIGHT = 0.9;
const LEAST_RIGHT_HELD_OUT = 0.8;

const rightFor: { readonly [who in SpokenOpening['who']]: Answering } = {
  machine: 'voicemail',
  screening: 'screening',
  human: 'person',
  'slow human': 'person',
};

export async function run(): Promise<Ratio[]> {
  const packages = findSpeechPackages();
  if (!('files' in packages.stt) || !('files' in packages.tts)) {
    console.log('The speech packages are not installed: nothing to measure.');
    return [];
  }
  const stt = offlineStt(packages.stt.files, { workers: 1, partialEveryMs: null });
  const tts = offlineTts(packages.tts.files, 1);
  try {
    const known = await told('openings that the rules were made with', openings, tts.tts, stt.stt);
    const heldOut = await told('openings that were held out', heldOutOpenings, tts.tts, stt.stt);
    const persons = [...known.marks, ...heldOut.marks].filter(({ right }) => right === 'person');
    return [
      ratioOf(known.name, known.marks, LEAST_RIGHT),
      ratioOf(heldOut.name, heldOut.marks, LEAST_RIGHT_HELD_OUT),
      ratioOf(`${persons.length} openings of persons`, persons, 1),
    ];
  } finally {
    await stt.stop();
    await tts.stop();
  }
}

interface Mark {
  readonly right: Answering;
  readonly found: Answering;
}

async function told(
  title: string,
  spokenOnes: readonly SpokenOpening[],
  tts: TextToSpeech,
  stt: SpeechToText,
): Promise<{ readonly name: string; readonly marks: readonly Mark[] }> {
  const name = `${spokenOnes.length} ${title}`;
  const table: Record<string, Record<Answering, number>> = {};
  const marks: Mark[] = [];
  for (const [index, opening] of spokenOnes.entries()) {
    const { answering: found, heard } = await judged(stt, await spoken(tts, opening, index));
    const right = rightFor[opening.who];
    table[opening.who] ??= { voicemail: 0, screening: 0, person: 0 };
    (table[opening.who] as Record<Answering, number>)[found] += 1;
    marks.push({ right, found });
    if (found !== right)
      console.log(`  ${opening.who} taken for ${found}: ${said(opening)} → ${heard.join(' | ')}`);
  }
  console.log(name);
  console.table(table);
  return { name, marks };
}

const ratioOf = (name: string, marks: readonly Mark[], atLeast: number): Ratio => ({
  name: `answering machine detection: ${name}`,
  ours: (100 * marks.filter(({ right, found }) => right === found).length) / marks.length,
  reference: 100,
  unit: '% right',
  atLeast,
});

const said = ({ says }: SpokenOpening): string =>
  says.map((part) => (typeof part === 'object' ? '(beep)' : typeof part === 'number' ? '…' : part)).join(' ');

/** With the bandwidth, noise and codec of a telephone line. */
async function spoken(tts: TextToSpeech, { says, who }: SpokenOpening, index: number): Promise<Int16Array> {
  const parts: Int16Array[] = [new Int16Array(RATE_HZ / 2)];
  const order = {
    rateHz: RATE_HZ,
    language: 'en',
    voiceId: VOICES[index % VOICES.length] ?? null,
    speed: who === 'slow human' ? 0.8 : 1,
  } as const;
  for (const part of says) {
    if (typeof part === 'number') parts.push(new Int16Array((part * RATE_HZ) / 1000));
    else if (typeof part === 'object') parts.push(tone(part.beepHz, part.ms));
    else
      for await (const piece of tts.speak({ ...order, text: part }, new AbortController().signal))
        parts.push(piece);
  }
  parts.push(new Int16Array(RATE_HZ * 2));
  return overTheLine(joined(parts), index);
}

const tone = (hz: number, ms: number): Int16Array =>
  Int16Array.from(
    { length: (ms * RATE_HZ) / 1000 },
    (_, i) => 5000 * Math.sin((2 * Math.PI * hz * i) / RATE_HZ),
  );

function overTheLine(sound: Int16Array, seed: number): Int16Array {
  let state = seed + 1;
  const noisy = sound.map((sample) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return Math.max(-32_768, Math.min(32_767, sample + (state / 2 ** 31) * NOISE * 1.7));
  });
  const coded = new Uint8Array(noisy.length);
  encodeG711(muLaw, noisy, coded);
  decodeG711(muLaw, coded, noisy);
  return noisy;
}

interface Judged {
  readonly answering: Answering;
  readonly heard: readonly string[];
}

/** As the conductor does it during its first message: the first sign of a machine decides. */
async function judged(stt: SpeechToText, sound: Int16Array): Promise<Judged> {
  const heard: string[] = [];
  for (const event of await eventsIn(stt, sound)) {
    const answering = event === 'beep' ? answeredBy({ isBeep: true }) : await whoSays(event);
    heard.push(event === 'beep' ? '(beep)' : event.text);
    if (answering !== 'person') return { answering, heard };
  }
  return { answering: 'person', heard };
}

const dialogueModel = rulesDialogueModel();
const context = {
  plan: scriptedPlan([]),
  turns: [],
  answeredAt: '2026-01-01T10:00:00Z',
  seed: 1,
  note: () => {},
};

async function whoSays({ text, startMs, endMs }: RecognisedWords): Promise<Answering> {
  const { machine } = await dialogueModel.understand(text, { kind: 'opening' }, context);
  return answeredBy({ text, spokenMs: endMs - startMs, ...(machine && { machine }) });
}

/** Words and beeps in the order in which they become known. */
async function eventsIn(stt: SpeechToText, sound: Int16Array): Promise<('beep' | RecognisedWords)[]> {
  const stream = stt.open({ rateHz: RATE_HZ, language: 'en', hints: [] });
  const detector = new BeepDetector(RATE_HZ);
  const events: ('beep' | RecognisedWords)[] = [];
  let tell: (words: RecognisedWords) => void = () => {};
  stream.onWords((words) => tell(words));
  const paused = (): Promise<void> =>
    new Promise((resolve) => {
      tell = (words) => {
        if (words.text !== '') events.push(words);
        resolve();
      };
      stream.speechPaused();
    });
  let [isSpeech, quiet] = [false, 0];
  for (let at = 0; at + FRAME <= sound.length; at += FRAME) {
    const frame = sound.subarray(at, at + FRAME);
    stream.pushFrame(frame);
    const isLoud = loudness(frame) > LOUD;
    quiet = isLoud ? 0 : quiet + 1;
    if (isLoud && !isSpeech) {
      isSpeech = true;
      stream.speechBegan();
    }
    const isBeep = detector.hear(frame);
    // Words that were said before the beep come before it.
    if (isSpeech && (quiet >= PAUSE_FRAMES || isBeep)) {
      isSpeech = false;
      await paused();
    }
    if (isBeep) events.push('beep');
  }
  stream.close();
  return events;
}

const loudness = (frame: Int16Array): number =>
  Math.sqrt(frame.reduce((sum, sample) => sum + sample * sample, 0) / frame.length);
