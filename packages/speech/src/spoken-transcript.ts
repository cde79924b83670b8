import { codeOf, muLaw } from '@parley/audio/g711.ts';
import { joined, voicedSpan } from '@parley/audio/sound.ts';
import type { TranscriptLine } from '@parley/call-engine/outcome.ts';
import { SpeechFailure } from './speech-failure.ts';
import { CHANNELS } from './stereo-recorder.ts';
import type { TextToSpeech } from './text-to-speech.ts';

/** As a telephone call is recorded: the contact left, the agent right. */
export const SPOKEN_TRANSCRIPT_HZ = 8000;
const sides = { CONTACT: 0, AI: 1 } as const;
/** Two voices of flite, so that the sides sound different. */
const voiceIds = { CONTACT: 'rms', AI: 'slt' } as const;
/** A line that takes longer than its time in the transcript is spoken faster, as long as it can be understood. */
const FASTEST = 1.5;
/** Left around a line: the voice itself leaves up to a quarter of a second, which is not in the transcript. */
const MARGIN = 0.04 * SPOKEN_TRANSCRIPT_HZ;
const BLOCK = SPOKEN_TRANSCRIPT_HZ;
const SILENCE = codeOf(muLaw, 0);

export interface SpokenTranscriptOptions {
  readonly tts: TextToSpeech;
  /** In the order of their beginning. */
  readonly lines: readonly TranscriptLine[];
  readonly durationSeconds: number;
  readonly signal: AbortSignal;
}

/**
 * A transcript as the sound of its call: stereo in mu-law, as long as the call or longer, handed over in pieces so that
 * no more than the lines being spoken is in memory. A line begins at its time, or when the same side has finished.
 */
export async function* spokenTranscript(options: SpokenTranscriptOptions): AsyncGenerator<Uint8Array> {
  const { lines, durationSeconds } = options;
  const sound = new TwoSides();
  for (const [index, line] of lines.entries()) {
    const nominal = samples(line.startTime);
    // No later line begins before this one, so what comes before it is complete.
    yield* sound.until(nominal);
    const start = Math.max(nominal, sound.freeAt(line.speaker));
    const end = samples(Math.max(line.endTime, lines[index + 1]?.startTime ?? durationSeconds));
    sound.add(line.speaker, start, await spokenWithin(end - start, line, options));
  }
  yield* sound.until(Math.max(samples(durationSeconds), sound.freeAt('CONTACT'), sound.freeAt('AI')));
}

const samples = (seconds: number): number => Math.round(seconds * SPOKEN_TRANSCRIPT_HZ);

async function spokenWithin(
  room: number,
  line: TranscriptLine,
  options: SpokenTranscriptOptions,
): Promise<Int16Array> {
  const natural = await spoken(line, 1, options);
  if (natural.length <= room) return natural;
  return spoken(line, room <= 0 ? FASTEST : Math.min(FASTEST, natural.length / room), options);
}

/** The offline voice reads English letters only: for any other line it says the name of the language. */
async function spoken(
  line: TranscriptLine,
  speed: number,
  options: SpokenTranscriptOptions,
): Promise<Int16Array> {
  const { speaker, text, language } = line;
  for (const words of [text, `In ${languageName(language)}.`]) {
    try {
      return await voiced(words, speaker, speed, options);
    } catch (error) {
      if (!(error instanceof SpeechFailure && error.kind === 'unusable')) throw error;
    }
  }
  return new Int16Array(0);
}

async function voiced(
  text: string,
  speaker: TranscriptLine['speaker'],
  speed: number,
  { tts, signal }: SpokenTranscriptOptions,
): Promise<Int16Array> {
  const order = {
    text,
    speed,
    rateHz: SPOKEN_TRANSCRIPT_HZ,
    language: 'en',
    voiceId: voiceIds[speaker],
  } as const;
  const sound = joined(await Array.fromAsync(tts.speak(order, signal)));
  // An aborted synthesis ends in mid-sentence.
  signal.throwIfAborted();
  const span = voicedSpan(sound, SPOKEN_TRANSCRIPT_HZ);
  return span === undefined
    ? new Int16Array(0)
    : sound.subarray(Math.max(0, span.start - MARGIN), span.end + MARGIN);
}

const languageName = (language: string): string =>
  new Intl.DisplayNames('en', { type: 'language' }).of(language) ?? language;

interface Stretch {
  readonly start: number;
  readonly sound: Int16Array;
}

/** What both sides say, written out as far as it is known. */
class TwoSides {
  readonly #said: Record<TranscriptLine['speaker'], Stretch[]> = { CONTACT: [], AI: [] };
  readonly #freeAt = { CONTACT: 0, AI: 0 };
  #written = 0;

  freeAt(speaker: TranscriptLine['speaker']): number {
    return this.#freeAt[speaker];
  }

  add(speaker: TranscriptLine['speaker'], start: number, sound: Int16Array): void {
    this.#said[speaker].push({ start, sound });
    this.#freeAt[speaker] = start + sound.length;
  }

  *until(sample: number): Generator<Uint8Array> {
    while (this.#written < sample) {
      const end = Math.min(sample, this.#written + BLOCK);
      yield this.#block(this.#written, end);
      this.#written = end;
    }
  }

  #block(from: number, to: number): Uint8Array {
    const block = new Uint8Array((to - from) * CHANNELS).fill(SILENCE);
    for (const speaker of ['CONTACT', 'AI'] as const) {
      for (const { start, sound } of this.#said[speaker]) {
        const last = Math.min(to, start + sound.length);
        for (let at = Math.max(from, start); at < last; at += 1)
          block[(at - from) * CHANNELS + sides[speaker]] = codeOf(muLaw, sound[at - start] as number);
      }
      this.#said[speaker] = this.#said[speaker].filter(({ start, sound }) => start + sound.length > to);
    }
    return block;
  }
}
