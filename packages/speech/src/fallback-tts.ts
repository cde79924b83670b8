import { samplesIn } from '@parley/audio/audio-leg.ts';
import type { NoteTrouble } from '@parley/call-engine/journal.ts';
import { speakingMs, spokenBy } from '@parley/call-engine/speaking-time.ts';
import type { CircuitBreaker } from '@parley/kernel/circuit-breaker.ts';
import type { CallClock } from './call-clock.ts';
import { asSpeechFailure, failCircuit, SpeechFailure } from './speech-failure.ts';
import type { OnSpeechRequest } from './speech-request.ts';
import type { TextToSpeech, TtsRequest } from './text-to-speech.ts';

export interface TtsChoice {
  /** As an operator reads it in a journal. */
  readonly name: string;
  readonly tts: TextToSpeech;
  supports(language: string): boolean;
  readonly circuit: CircuitBreaker;
}

export interface FallbackTtsOptions {
  readonly note: NoteTrouble;
  readonly clock: CallClock;
  /** Until the first sound of a sentence; then the next vendor says it. */
  readonly firstSoundMs: number;
  /** Told of each request once it is over; also of one that an interruption stopped. */
  readonly onRequest?: OnSpeechRequest | undefined;
}

/** Between two pieces of a sentence: longer than any vendor takes, and as long as a person bears. */
const NEXT_SOUND_MS = 4000;
/** For the last vendor: a late sentence is better than none. */
const LONE_PATIENCE_MS = 30_000;
/** No sentence takes longer; sound that goes on is a fault of the vendor. */
const LONGEST_MS = 60_000;

/** Tries the vendors of one call in order: when one fails the next says the sentence, or the rest of it. */
export function fallbackTts(choices: readonly TtsChoice[], options: FallbackTtsOptions): TextToSpeech {
  const note = onceEach(options.note);

  async function* speak(request: TtsRequest, signal: AbortSignal): AsyncGenerator<Int16Array> {
    const queue = new TtsQueue(choices, request.language);
    let failure = new SpeechFailure('unavailable', 'no text to speech is configured');
    let { text } = request;
    for (let choice = queue.next(); choice !== undefined; ) {
      if (!choice.supports(request.language))
        note(
          'tts',
          `No available text to speech supports ${request.language}; ${choice.name} reads it as English`,
        );
      // A voice id is valid at one vendor only: the first, which the agent names.
      const voiceId = choice === choices[0] ? request.voiceId : null;
      const attempt = new Attempt(choice.tts, { ...request, text, voiceId }, options, queue.isLast);
      const vendor = choice.name;
      let isFailed = false;
      try {
        yield* attempt.sound(signal);
        if (!signal.aborted) choice.circuit.succeed();
        return;
      } catch (error) {
        if (signal.aborted) return;
        isFailed = true;
        failure = asSpeechFailure(error);
        failCircuit(choice.circuit, failure);
        const { name } = choice;
        text = attempt.unspoken();
        choice = text === '' ? undefined : queue.next();
        note('tts', `${name} failed: ${failure.message}`, choice?.name);
        if (text === '') return;
      } finally {
        options.onRequest?.({ part: 'tts', vendor, isFailed, ...attempt.took() });
      }
    }
    throw failure;
  }
  return { speak };
}

/** Once a call: a vendor that is down is down for every sentence. */
function onceEach(note: NoteTrouble): NoteTrouble {
  const noted = new Set<string>();
  return (part, message, instead) => {
    const key = `${message} → ${instead}`;
    if (noted.has(key)) return;
    noted.add(key);
    note(part, message, instead);
  };
}

/** Who is to say a sentence, one after the other: those that know its language first, and the last one twice. */
class TtsQueue {
  #left: readonly TtsChoice[];

  constructor(choices: readonly TtsChoice[], language: string) {
    const able = choices.filter((choice) => choice.supports(language));
    const inOrder = [...able, ...choices.filter((choice) => !choice.supports(language))];
    // One that fails once may be there the next moment, and there is no other.
    this.#left = [...inOrder, ...inOrder.slice(-1)];
  }

  /** The next that may be tried; the last one always may. */
  next(): TtsChoice | undefined {
    const last = this.#left.at(-1);
    const next = this.#left.findIndex((choice) => choice === last || choice.circuit.enter());
    const choice = this.#left[next];
    this.#left = this.#left.slice(next + 1);
    return choice;
  }

  /** Nobody else could say it. */
  get isLast(): boolean {
    return this.#left.length <= 1;
  }
}

/** One vendor at one sentence. */
class Attempt {
  readonly #tts: TextToSpeech;
  readonly #request: TtsRequest;
  readonly #options: FallbackTtsOptions;
  readonly #isLast: boolean;
  readonly #startedAtMs: number;
  #firstMs: number | undefined;
  #samples = 0;

  constructor(tts: TextToSpeech, request: TtsRequest, options: FallbackTtsOptions, isLast: boolean) {
    this.#tts = tts;
    this.#request = request;
    this.#options = options;
    this.#isLast = isLast;
    this.#startedAtMs = options.clock.nowMs();
  }

  /** So far. */
  took(): { readonly ms: number; readonly firstMs?: number } {
    const ms = this.#options.clock.nowMs() - this.#startedAtMs;
    return { ms, ...(this.#firstMs === undefined ? {} : { firstMs: this.#firstMs }) };
  }

  async *sound(signal: AbortSignal): AsyncGenerator<Int16Array> {
    const late = new AbortController();
    const parts = this.#tts
      .speak(this.#request, AbortSignal.any([signal, late.signal]))
      [Symbol.asyncIterator]();
    const most = samplesIn(LONGEST_MS, this.#request.rateHz);
    try {
      for (;;) {
        const part = await this.#inTime(parts.next(), signal);
        if (part.done) return;
        this.#samples += part.value.length;
        if (this.#samples > 0) this.#firstMs ??= this.took().ms;
        if (this.#samples > most)
          throw new SpeechFailure('unusable', 'the audio did not end within a minute');
        if (part.value.length > 0) yield part.value;
      }
    } finally {
      late.abort();
      // One that does not come to an end is not waited for.
      parts.return?.()?.catch(() => {});
    }
  }

  /** The words that were surely not played: said twice is better than not at all. */
  unspoken(): string {
    const { text, rateHz, speed } = this.#request;
    if (this.#samples === 0) return text;
    const share = ((this.#samples * 1000) / rateHz) * (speed / speakingMs(text));
    return text.slice(spokenBy(text, share).length).trim();
  }

  /** A vendor that hangs or ignores the signal is abandoned. */
  async #inTime<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
    const { clock } = this.#options;
    const limitMs = this.#patienceMs();
    const { promise, reject } = Promise.withResolvers<never>();
    const abort = () => reject(signal.reason);
    const cancelTimer = clock.after(limitMs, () =>
      reject(new SpeechFailure('deadline', `no audio within ${limitMs} ms`)),
    );
    signal.addEventListener('abort', abort, { once: true });
    try {
      signal.throwIfAborted();
      return await Promise.race([work, promise]);
    } finally {
      cancelTimer();
      signal.removeEventListener('abort', abort);
      work.catch(() => {});
    }
  }

  #patienceMs(): number {
    if (this.#isLast) return LONE_PATIENCE_MS;
    return this.#samples === 0 ? this.#options.firstSoundMs : NEXT_SOUND_MS;
  }
}
