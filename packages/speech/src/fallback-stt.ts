import type { AudioRate } from '@parley/audio/audio-leg.ts';
import type { NoteTrouble } from '@parley/call-engine/journal.ts';
import type { CircuitBreaker } from '@parley/kernel/circuit-breaker.ts';
import type { CallClock } from './call-clock.ts';
import { failCircuit, SpeechFailure } from './speech-failure.ts';
import type { OnSpeechRequest } from './speech-request.ts';
import type { RecognisedWords, SpeechToText, SttStream, SttStreamOptions } from './speech-to-text.ts';

export interface SttChoice {
  /** As an operator reads it in a journal. */
  readonly name: string;
  readonly stt: SpeechToText;
  supports(language: string): boolean;
  readonly circuit: CircuitBreaker;
}

export interface FallbackSttOptions {
  readonly note: NoteTrouble;
  readonly clock: CallClock;
  /** How long the final words may take before the next vendor is asked; the last vendor has no limit. */
  readonly finalMs: number;
  /** Told of the final words of each pause, and of those that never came. */
  readonly onRequest?: OnSpeechRequest | undefined;
}

/** A vendor that worked this long may be reopened when it fails and there is no other. */
const SERVED_MS = 5000;

/** Tries the vendors of one call in order: when one fails the next gets the audio that had no words yet. */
export const fallbackStt = (choices: readonly SttChoice[], options: FallbackSttOptions): SpeechToText => ({
  open: (streamOptions) => new FallbackStream(choices, options, streamOptions),
});

interface Current {
  readonly choice: SttChoice;
  readonly stream: SttStream;
  /** On the clock, and in the time of the call. */
  readonly openedAtMs: number;
  readonly startMs: number;
}

class FallbackStream implements SttStream {
  readonly #options: FallbackSttOptions;
  readonly #streamOptions: SttStreamOptions;
  readonly #replay: SttReplayBuffer;
  /** Those that know the language first. */
  readonly #choices: readonly SttChoice[];
  /** Not tried yet. */
  #left: readonly SttChoice[];
  #current: Current | undefined;
  #cancelDeadline: (() => void) | undefined;
  /** When final words were asked for that have not come, oldest first. */
  #askedAtMs: number[] = [];
  #onWords: (words: RecognisedWords) => void = () => {};
  #onError: ((error: Error) => void) | undefined;
  #expected: readonly string[] | undefined;
  #isClosed = false;

  constructor(choices: readonly SttChoice[], options: FallbackSttOptions, streamOptions: SttStreamOptions) {
    this.#options = options;
    this.#streamOptions = streamOptions;
    this.#replay = new SttReplayBuffer(streamOptions.rateHz);
    const knows = ({ supports }: SttChoice) => supports(streamOptions.language);
    this.#choices = [...choices.filter(knows), ...choices.filter((choice) => !knows(choice))];
    this.#left = this.#choices;
    this.#change();
  }

  onWords(listener: (words: RecognisedWords) => void): void {
    this.#onWords = listener;
  }

  onError(listener: (error: Error) => void): void {
    this.#onError = listener;
    if (this.#current === undefined) queueMicrotask(() => listener(this.#noSttLeft()));
  }

  pushFrame(frame: Int16Array): void {
    if (this.#isClosed) return;
    this.#replay.pushFrame(frame);
    this.#forward((stream) => stream.pushFrame(frame));
  }

  expect(phrases: readonly string[]): void {
    this.#expected = phrases;
    this.#forward((stream) => stream.expect?.(phrases));
  }

  speechBegan(): void {
    if (this.#isClosed) return;
    this.#replay.speechBegan();
    this.#forward((stream) => stream.speechBegan());
  }

  speechPaused(): void {
    if (this.#isClosed) return;
    this.#replay.speechPaused();
    this.#askedAtMs.push(this.#options.clock.nowMs());
    this.#forward((stream) => stream.speechPaused());
    this.#watch();
  }

  close(): void {
    this.#isClosed = true;
    this.#stopWatching();
    closeQuietly(this.#current?.stream);
    this.#current = undefined;
  }

  /** Switches to the next vendor whose circuit is closed and that can be opened; the last one is always tried. */
  #change(): void {
    for (let choice = this.#next(); choice !== undefined; choice = this.#next()) {
      try {
        this.#open(choice);
        return;
      } catch (error) {
        // It also reported an error, and the next vendor has taken over already.
        if (this.#current !== undefined && this.#current.choice !== choice) return;
        this.#current = undefined;
        failCircuit(choice.circuit, error);
        const instead = this.#left[0]?.name;
        this.#options.note('stt', `${choice.name} could not be opened: ${(error as Error).message}`, instead);
      }
    }
  }

  #next(): SttChoice | undefined {
    const last = this.#left.length - 1;
    const next = this.#left.findIndex(({ circuit }, index) => circuit.enter() || index === last);
    const choice = this.#left[next];
    this.#left = this.#left.slice(next + 1);
    return choice;
  }

  #open(choice: SttChoice): void {
    const { language } = this.#streamOptions;
    if (!choice.supports(language))
      this.#options.note(
        'stt',
        `No available speech to text supports ${language}; ${choice.name} transcribes it as English`,
      );
    const stream = choice.stt.open(this.#streamOptions);
    const current = {
      choice,
      stream,
      openedAtMs: this.#options.clock.nowMs(),
      startMs: this.#replay.startMs,
    };
    this.#current = current;
    stream.onWords((words) => {
      if (this.#current === current) this.#take(words, current);
    });
    stream.onError((error) => {
      if (this.#current === current) this.#fail(error);
    });
    if (this.#expected !== undefined) stream.expect?.(this.#expected);
    this.#replay.replayTo(stream);
    this.#watch();
  }

  #take(words: RecognisedWords, { choice, startMs }: Current): void {
    choice.circuit.succeed();
    if (words.kind === 'final') {
      this.#report(choice, this.#askedAtMs.shift(), false);
      this.#replay.settle();
      this.#stopWatching();
      this.#watch();
    }
    this.#onWords({ ...words, startMs: words.startMs + startMs, endMs: words.endMs + startMs });
  }

  /** Final words that do not come are a failure too, as long as somebody else can be asked. */
  #watch(): void {
    if (this.#cancelDeadline !== undefined || !this.#replay.isFinalPending || this.#left.length === 0) return;
    const { clock, finalMs } = this.#options;
    this.#cancelDeadline = clock.after(finalMs, () =>
      this.#fail(new SpeechFailure('deadline', `no final transcript within ${finalMs} ms`)),
    );
  }

  #stopWatching(): void {
    this.#cancelDeadline?.();
    this.#cancelDeadline = undefined;
  }

  #forward(forward: (stream: SttStream) => void): void {
    if (this.#current === undefined) return;
    try {
      forward(this.#current.stream);
    } catch (error) {
      this.#fail(error as Error);
    }
  }

  #fail(error: Error): void {
    if (this.#isClosed || this.#current === undefined) return;
    this.#stopWatching();
    const { choice, stream, openedAtMs } = this.#current;
    this.#current = undefined;
    this.#report(choice, this.#askedAtMs[0], true);
    failCircuit(choice.circuit, error);
    closeQuietly(stream);
    const { clock, note } = this.#options;
    if (this.#left.length === 0 && clock.nowMs() - openedAtMs >= SERVED_MS) this.#left = this.#choices;
    this.#change();
    note('stt', `${choice.name} failed: ${error.message}`, this.#currentName());
    if (this.#current === undefined) this.#onError?.(this.#noSttLeft());
  }

  /** Some vendors send final words that nobody asked for. */
  #report({ name: vendor }: SttChoice, askedAtMs: number | undefined, isFailed: boolean): void {
    const { clock, onRequest } = this.#options;
    if (askedAtMs !== undefined)
      onRequest?.({ part: 'stt', vendor, ms: clock.nowMs() - askedAtMs, isFailed });
  }

  /** Who listens now. */
  #currentName(): string | undefined {
    return this.#current?.choice.name;
  }

  #noSttLeft(): SpeechFailure {
    const why =
      this.#choices.length === 0 ? 'no speech to text is configured' : 'every speech to text has failed';
    return new SpeechFailure('unavailable', why);
  }
}

/** An error while closing is ignored: the stream is not used again. */
function closeQuietly(hearing: SttStream | undefined): void {
  try {
    hearing?.close();
  } catch {}
}

/** Kept while nobody speaks: the moment before speech is noticed. */
const BEFORE_MS = 500;
/** Audio without words yet: another vendor could not catch up on more. */
const LONGEST_MS = 20_000;

type Mark = 'began' | 'paused';

/** What was sent to a vendor since its last final words, so that another can get the same. */
class SttReplayBuffer {
  readonly #rateHz: AudioRate;
  #entries: (Int16Array | Mark)[] = [];
  #startSample = 0;
  #endSample = 0;

  constructor(rateHz: AudioRate) {
    this.#rateHz = rateHz;
  }

  /** Of the first sound that is kept, in the time of the call. */
  get startMs(): number {
    return Math.round((this.#startSample * 1000) / this.#rateHz);
  }

  /** Whether final words were asked for that have not come. */
  get isFinalPending(): boolean {
    return this.#entries.includes('paused');
  }

  pushFrame(frame: Int16Array): void {
    // The caller may reuse the frame.
    this.#entries.push(frame.slice());
    this.#endSample += frame.length;
    this.#forget(this.#entries.some(isMark) ? LONGEST_MS : BEFORE_MS);
  }

  speechBegan(): void {
    this.#entries.push('began');
  }

  speechPaused(): void {
    this.#entries.push('paused');
  }

  /** The final words of the oldest pause have come. */
  settle(): void {
    const paused = this.#entries.indexOf('paused');
    for (const entry of this.#entries.splice(0, paused + 1))
      if (!isMark(entry)) this.#startSample += entry.length;
  }

  replayTo(stream: SttStream): void {
    for (const entry of this.#entries) {
      if (entry === 'began') stream.speechBegan();
      else if (entry === 'paused') stream.speechPaused();
      else stream.pushFrame(entry);
    }
  }

  /** Drops the oldest audio, but keeps the marks where speech began and paused. */
  #forget(longestMs: number): void {
    const most = (longestMs * this.#rateHz) / 1000;
    while (this.#endSample - this.#startSample > most) {
      const oldest = this.#entries.findIndex((entry) => !isMark(entry));
      const [frame] = this.#entries.splice(oldest, 1) as [Int16Array];
      this.#startSample += frame.length;
    }
  }
}

const isMark = (entry: Int16Array | Mark): entry is Mark => typeof entry === 'string';
