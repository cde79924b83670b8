import { joined } from '@parley/audio/sound.ts';
import { loadMoonshine } from '@parley/speech/offline/moonshine.ts';
import { type OfflineTts, offlineTts } from '@parley/speech/offline/offline-tts.ts';
import { findSpeechPackages } from '@parley/speech/offline/speech-packages.ts';
import { segmentStt } from '@parley/speech/segment-stt.ts';
import type { RecognisedWords, SpeechToText } from '@parley/speech/speech-to-text.ts';
import { wordErrors } from '@parley/testing/understanding/word-errors.ts';
import { median, type Ratio } from './ratio.ts';

/** The offline STT transcribes fifty answers that the offline TTS spoke, at the rate of a telephone and of a browser. */
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
  // In this process, so that its CPU time can be measured, and without partials: a turn waits for final words.
  const read = await loadMoonshine(packages.stt.files);
  const stt = segmentStt({
    partialEveryMs: null,
    transcribe: ({ sound, hints, isFinal }) =>
      read(
        Float32Array.from(sound, (sample) => sample / 32_768),
        { hints, isFinal },
      ),
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
    `${name}: ${(100 * errors).toFixed(1)} % word error rate; final transcript after ${Math.round(median(found.map(({ tookMs }) => tookMs)))} ms ` +
      `(CPU ${sttFactor.toFixed(3)} s per second of audio); first audio after ${Math.round(median(sounds.map(({ firstMs }) => firstMs)))} ms (CPU ${ttsFactor.toFixed(3)} s per second of audio)`,
  );
  const limit = (what: string, ours: number, reference: number, unit: string): Ratio => ({
    name: `speech: ${what}, ${name}`,
    ours,
    reference,
    unit,
    atMost: 1,
  });
  return [
    limit('word errors of the offline STT', errors, rateHz === 8000 ? 0.15 : 0.08, 'of all'),
    limit('processor time of the offline STT', sttFactor, 0.2, 'of the audio'),
    limit('processor time of the offline TTS', ttsFactor, 0.2, 'of the audio'),
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
  const errors = wordErrors(wordsOf(text), wordsOf(words.text));
  if (errors > 0) console.log(`  ${rateHz / 1000} kHz  ${text}  →  ${words.text}`);
  return { words: wordsOf(text).length, errors, soundMs: (sound.length * 1000) / rateHz, tookMs };
}

const DIGITS = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];
/** Spelt in two ways, spoken in one. */
const SAME: Readonly<Record<string, string>> = { license: 'licence', ok: 'okay', alright: 'right' };

/** Words without marks, capitals and digits, so that only what was heard is compared. */
const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll("'m", ' am')
    .replaceAll('4000', 'four thousand')
    .replace(/\d+/g, (digits) => ` ${DIGITS[Number(digits)] ?? digits} `)
    .replace(/[^a-z ]/g, ' ')
    .split(' ')
    .filter(Boolean)
    .map((word) => SAME[word] ?? word);

/** Answers as people give them on the telephone, spelt as spoken. */
const screeningAnswers: readonly string[] = [
  'Yes, I do.',
  'No, not at the moment.',
  'Yes, this is a good time to talk.',
  'I am driving right now, can you call me back tomorrow at three?',
  'I have worked as a nurse for about seven years.',
  'I live near the central station, ten minutes by bike.',
  'I could start in the first week of March.',
  'My notice period is two months.',
  'I speak English and a little Spanish.',
  'I would like to earn around four thousand a month.',
  'Yes, I have a driving licence and a car.',
  'I have never worked at night, but I would try it.',
  'Could you tell me more about the working hours?',
  'How many days of holiday do you offer?',
  'I finished my training two years ago.',
  'At the moment I work in a small hospital.',
  'I am looking for something closer to home.',
  'My last manager left and the team fell apart.',
  'I enjoy working with older people.',
  'Weekends are fine, as long as I know early enough.',
  'I can work on Monday, Wednesday and Friday.',
  'Sorry, could you repeat the question?',
  'I did not understand that, the line is bad.',
  'Let me think about it for a moment.',
  'I have not decided yet.',
  'That sounds very interesting to me.',
  'No thank you, I have already found another job.',
  'Please do not call me again.',
  'I would rather talk to a real person.',
  'My address has changed since then.',
  'I sent you my papers by mail last week.',
  'I used to drive a truck across the whole country.',
  'I know how to use a computer, but I am not an expert.',
  'We were a team of twelve people in the kitchen.',
  'I was responsible for the orders and the deliveries.',
  'The work was hard, but the people were friendly.',
  'I have two children and need to be home by five.',
  'I can lift heavy boxes, that is no problem.',
  'Yes, I was vaccinated last year.',
  'I have worked with that machine before.',
  'I would give your service eight out of ten.',
  'The invoices could be easier to read.',
  'Your driver was very polite and arrived on time.',
  'I had to wait for almost half an hour.',
  'I moved here from another city in the summer.',
  'I would need a week to learn the system.',
  'My brother works for you, he told me about the job.',
  'What is the next step after this call?',
  'You can reach me in the evening after six.',
  'Thank you very much for calling, goodbye.',
];
