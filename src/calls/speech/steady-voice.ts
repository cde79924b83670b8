import type { AudioRate } from '../lines/audio-leg.ts';
import { samplesIn } from '../lines/audio-leg.ts';
import { speakingMs, spokenBy } from '../lines/simulator/speaking-time.ts';
import type { CallClock } from './call-clock.ts';
import { Fallback } from './fallback.ts';
import type { NoteTrouble } from './trouble.ts';
import type { Voice } from './voice.ts';

/** A voice with the name that an operator knows it by, and the one of its own voices that is to speak. */
export interface NamedVoice {
  readonly name: string;
  readonly voice: Voice;
  readonly voiceId: string | null;
}

export interface SteadyVoiceOptions {
  /** In the order in which they are tried. */
  readonly voices: readonly NamedVoice[];
  readonly rateHz: AudioRate;
  readonly language: string;
  readonly speed: number;
  readonly clock: CallClock;
  readonly note: NoteTrouble;
}

/** So long one waits for the next piece of sound: longer than any vendor takes, and as long as a person bears. */
const PATIENCE_MS = 4000;
/** Where nobody else could say it, a late word is better than none. */
const LONE_PATIENCE_MS = 30_000;
/** No sentence takes longer; a voice that goes on is broken. */
const LONGEST_MS = 60_000;

/** Speaks with the first voice that can. Where one fails in the middle of a sentence, the next says the rest. */
export class SteadyVoice {
  readonly #with: SteadyVoiceOptions;
  readonly #voices: Fallback<NamedVoice>;

  constructor(options: SteadyVoiceOptions) {
    this.#with = options;
    this.#voices = new Fallback(options.voices, () => options.clock.nowMs());
  }

  /** Resolves when all of its sound was given; throws when no voice can make it, or with the signal's reason. */
  async speak(text: string, signal: AbortSignal, onSound: (sound: Int16Array) => void): Promise<void> {
    let rest = text;
    let lastChances = 1;
    for (let voice = this.#voices.current; voice !== undefined; voice = this.#voices.current) {
      let samples = 0;
      try {
        await this.#make(voice, rest, signal, (sound) => {
          samples += sound.length;
          onSound(sound);
        });
        return;
      } catch (error) {
        signal.throwIfAborted();
        this.#voices.fail(voice);
        // One that fails once may be there the next moment, and there is no other.
        if (this.#voices.current === undefined && lastChances-- > 0) this.#voices.forgive(voice);
        const instead = this.#voices.current?.name;
        this.#with.note('voice', `${voice.name} failed: ${(error as Error).message}`, instead);
        rest = this.#unsaid(rest, samples);
        if (rest === '') return;
      }
    }
    this.#with.note('voice', 'Nothing can be said: there is no voice that works');
    throw new Error('no voice could say it');
  }

  async #make(
    named: NamedVoice,
    text: string,
    signal: AbortSignal,
    onSound: (sound: Int16Array) => void,
  ): Promise<void> {
    const { voice, voiceId } = named;
    const { rateHz, language, speed } = this.#with;
    const patienceMs = this.#voices.hasOther(named) ? PATIENCE_MS : LONE_PATIENCE_MS;
    const stop = new AbortController();
    const order = { text, rateHz, language, voiceId, speed };
    const pieces = voice.speak(order, AbortSignal.any([signal, stop.signal]))[Symbol.asyncIterator]();
    let left = samplesIn(LONGEST_MS, rateHz);
    try {
      for (;;) {
        const piece = await this.#inTime(pieces.next(), patienceMs, signal);
        if (piece.done) return;
        left -= piece.value.length;
        if (left < 0) throw new Error('it went on for a minute');
        if (piece.value.length > 0) onSound(piece.value);
      }
    } finally {
      stop.abort();
      // Whoever is stuck must not hold up the call.
      pieces.return?.()?.catch(() => undefined);
    }
  }

  /** A voice that hangs, and one that does not heed the signal, is left where it is. */
  async #inTime<Result>(work: Promise<Result>, patienceMs: number, signal: AbortSignal): Promise<Result> {
    const { promise, reject } = Promise.withResolvers<never>();
    const abort = () => reject(signal.reason);
    const takeBack = this.#with.clock.after(patienceMs, () =>
      reject(new Error(`no sound for ${patienceMs / 1000} seconds`)),
    );
    signal.addEventListener('abort', abort, { once: true });
    try {
      signal.throwIfAborted();
      return await Promise.race([work, promise]);
    } finally {
      takeBack();
      signal.removeEventListener('abort', abort);
      work.catch(() => undefined);
    }
  }

  /** What is left of it, when a voice got so far: nobody knows how long it would have been, so it is estimated. */
  #unsaid(text: string, samples: number): string {
    if (samples === 0) return text;
    const { rateHz, speed } = this.#with;
    const share = (samples / samplesIn(1000, rateHz)) * 1000 * (speed / speakingMs(text));
    return text.slice(spokenBy(text, share).length).trim();
  }
}
