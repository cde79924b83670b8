import { joined } from '@parley/audio/sound.ts';
import type { SttChoice } from './fallback-stt.ts';
import type { TtsChoice } from './fallback-tts.ts';
import { asSpeechFailure, SpeechFailure, type SpeechFailureKind } from './speech-failure.ts';

/** The result of checking one vendor: a line for the operator, and whether it works. */
export interface SpeechCheck {
  readonly isGood: boolean;
  readonly line: string;
}

export interface TtsCheck extends SpeechCheck {
  /** The sound of the sentence, at 16 kHz; absent when there is none. */
  readonly sound?: Int16Array;
}

/** Spoken first, so that starting a thread or connection is not part of the measurement. */
const FIRST_WORDS = 'Good morning.';
const SENTENCE = 'The line is good, and I can hear you well.';
const RATE_HZ = 16_000;
const FRAME = RATE_HZ / 50;
/** The first sentence may have to load a model. */
const DEADLINE_MS = 60_000;

/** Synthesises a sentence. */
export async function checkTts(choice: TtsChoice, nowMs: () => number): Promise<TtsCheck> {
  try {
    await spoken(choice, FIRST_WORDS, nowMs);
    const { sound, firstMs, wholeMs } = await spoken(choice, SENTENCE, nowMs);
    const seconds = (sound.length / RATE_HZ).toFixed(1);
    const line = `Text to speech ${choice.name} works: first audio after ${firstMs} ms, all ${seconds} s of audio after ${wholeMs} ms.`;
    return { isGood: true, line, sound };
  } catch (error) {
    return { isGood: false, line: `Text to speech ${choice.name} ${trouble(error)}` };
  }
}

async function spoken({ tts }: TtsChoice, text: string, nowMs: () => number) {
  const late = AbortSignal.timeout(DEADLINE_MS);
  const startMs = nowMs();
  const sinceMs = () => Math.round(nowMs() - startMs);
  const parts: Int16Array[] = [];
  let firstMs: number | undefined;
  const order = { text, rateHz: RATE_HZ, language: 'en', voiceId: null, speed: 1 } as const;
  for await (const part of tts.speak(order, late)) {
    firstMs ??= sinceMs();
    parts.push(part);
  }
  if (firstMs === undefined || late.aborted)
    throw new SpeechFailure('deadline', `No whole sentence within ${DEADLINE_MS / 1000} s`);
  return { sound: joined(parts), firstMs, wholeMs: sinceMs() };
}

/** Transcribes a sentence that a text to speech said. */
export async function checkStt(
  choice: SttChoice,
  sound: Int16Array,
  nowMs: () => number,
): Promise<SpeechCheck> {
  try {
    await recognised(choice, sound, nowMs);
    const { words, tookMs } = await recognised(choice, sound, nowMs);
    return words === ''
      ? {
          isGood: false,
          line: `Speech to text ${choice.name} answers, but its transcript of the test sentence is empty.`,
        }
      : {
          isGood: true,
          line: `Speech to text ${choice.name} works: final transcript "${words}", ${tookMs} ms after the end of the audio.`,
        };
  } catch (error) {
    return { isGood: false, line: `Speech to text ${choice.name} ${trouble(error)}` };
  }
}

async function recognised({ stt }: SttChoice, sound: Int16Array, nowMs: () => number) {
  const stream = stt.open({ rateHz: RATE_HZ, language: 'en', hints: [] });
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const timer = setTimeout(
    () => reject(new SpeechFailure('deadline', `No final transcript within ${DEADLINE_MS / 1000} s`)),
    DEADLINE_MS,
  );
  try {
    stream.onWords(({ kind, text }) => {
      if (kind === 'final') resolve(text);
    });
    stream.onError(reject);
    stream.speechBegan();
    for (let at = 0; at < sound.length; at += FRAME) stream.pushFrame(sound.subarray(at, at + FRAME));
    const startMs = nowMs();
    stream.speechPaused();
    return { words: await promise, tookMs: Math.round(nowMs() - startMs) };
  } finally {
    clearTimeout(timer);
    stream.close();
  }
}

function trouble(error: unknown): string {
  const { kind, message } = asSpeechFailure(error);
  return `${troubles[kind]}: ${message}`;
}

const troubles: Readonly<Record<SpeechFailureKind, string>> = {
  deadline: 'does not answer in time',
  unavailable: 'cannot be reached',
  rate_limited: 'limits the rate of requests',
  refused: 'refused the request',
  unusable: 'sent an unusable answer',
};
