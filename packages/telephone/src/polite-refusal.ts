import type { AudioLeg } from '@parley/audio/audio-leg.ts';
import type { Language } from '@parley/language/language.ts';
import { localeTables } from '@parley/language/locale.ts';
import { type CallClock, waited } from '@parley/speech/call-clock.ts';
import type { TextToSpeech } from '@parley/speech/text-to-speech.ts';

/** The call ends after that, even if text to speech has not finished. */
const LONGEST_MS = 30_000;
/** The audio of the caller's leg. */
const TAIL_MS = 500;

/** Says that nobody is there to talk to, and hangs up once it was heard. */
export async function refusePolitely(
  leg: AudioLeg,
  tts: TextToSpeech,
  language: Language,
  clock: CallClock,
): Promise<void> {
  const stop = new AbortController();
  const callOff = clock.after(LONGEST_MS, () => stop.abort());
  leg.onLeft(() => stop.abort());
  try {
    await Promise.race([speak(leg, tts, language, clock, stop.signal), aborted(stop.signal)]);
  } finally {
    callOff();
    stop.abort();
    await leg.hangUp();
  }
}

async function speak(
  leg: AudioLeg,
  tts: TextToSpeech,
  language: Language,
  clock: CallClock,
  signal: AbortSignal,
): Promise<void> {
  const { rateHz } = leg;
  const order = {
    text: phrases[language].nobody_here[0] ?? '',
    rateHz,
    language: language.toLowerCase(),
    voiceId: null,
    speed: 1,
  };
  const startMs = clock.nowMs();
  let samples = 0;
  for await (const sound of tts.speak(order, signal)) {
    if (signal.aborted) return;
    samples += sound.length;
    leg.play(sound);
  }
  const leftMs = startMs + (samples * 1000) / rateHz - clock.nowMs();
  await waited(clock, Math.max(0, leftMs) + TAIL_MS);
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));

const phrases = localeTables<{ readonly nobody_here: readonly string[] }>('phrases');
