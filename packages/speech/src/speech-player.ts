import { type AudioLeg, type AudioRate, samplesIn } from '@parley/audio/audio-leg.ts';
import type { Said, Saying, Words } from '@parley/call-engine/party.ts';
import { speakingMs, spokenBy } from '@parley/call-engine/speaking-time.ts';
import type { CallClock } from './call-clock.ts';
import { silentSamples } from './leading-silence.ts';
import { isSpeakable, sentencesOf } from './sentences.ts';
import type { OwnWords } from './turn-taking/back-channel.ts';

/** When the parts of one saying were there, on the clock of the call: for measuring what a turn took. */
export interface SpeechStart {
  /** The first sentence was known, and its synthesis was requested. */
  readonly textAtMs: number;
  readonly soundAtMs: number;
  /** The leg was given the first of it. */
  readonly playedAtMs: number;
  /** It had to wait until they had finished. */
  readonly isHeldUp: boolean;
}

export interface SpeechPlayerOptions {
  readonly leg: Pick<AudioLeg, 'play' | 'playedSamples' | 'hush'>;
  readonly rateHz: AudioRate;
  readonly speak: (text: string, signal: AbortSignal, onSound: (sound: Int16Array) => void) => Promise<void>;
  /** 1 is the voice's normal speed. */
  readonly speed: number;
  /** The time of the call. */
  readonly soundMs: () => number;
  readonly clock: CallClock;
  /** Whether something new may be begun: not while they are speaking. */
  readonly mayBegin: () => boolean;
  readonly onBegin: (beginning: SpeechStart) => void;
  /** How much silence the sound of what was begun begins with: once it can be heard, or is over. */
  readonly onLead: (leadMs: number) => void;
}

/** One playing and one ready: more would be synthesised for nothing when the contact interrupts. */
const MOST_SENTENCES = 2;
/** The last bit of a sentence is finished even when the contact has begun to speak, as people do. */
const LAST_WORD_MS = 300;

interface Utterance {
  readonly done: PromiseWithResolvers<Said>;
  readonly stop: AbortController;
  readonly sentences: SentenceSound[];
  /** The text of the sentences that have been played. */
  played: string;
  startMs: number | undefined;
  /** No more sentences come. */
  isComplete: boolean;
  failure: Error | undefined;
  isHeldUp: boolean;
  textAtMs: number;
  soundAtMs: number;
  /** Silence that the sound begins with, as far as it is known. */
  leadSamples: number;
  isAudible: boolean;
  isLeadTold: boolean;
}

/**
 * Plays speech on a leg, one sentence while the next is being synthesised, and knows at every
 * moment what of it has been played. It can be paused in the middle of a word, and resumed there.
 */
export class SpeechPlayer {
  readonly #options: SpeechPlayerOptions;
  /** The first is being said. */
  readonly #utterances: Utterance[] = [];
  /** Where on the leg what was given so far ends. */
  #legEnd = 0;
  #pausedAtMs: number | undefined;
  #synthesis: Promise<void> = Promise.resolve();
  #onRoom: (() => void) | undefined;

  constructor(options: SpeechPlayerOptions) {
    this.#options = options;
    this.#legEnd = options.leg.playedSamples();
  }

  say(words: Words): Saying {
    const utterance: Utterance = {
      done: Promise.withResolvers<Said>(),
      stop: new AbortController(),
      sentences: [],
      played: '',
      startMs: undefined,
      isComplete: false,
      failure: undefined,
      isHeldUp: false,
      textAtMs: 0,
      soundAtMs: 0,
      leadSamples: 0,
      isAudible: false,
      isLeadTold: false,
    };
    // A caller that does not await the result must not crash the process.
    utterance.done.promise.catch(() => undefined);
    this.#utterances.push(utterance);
    this.#synthesis = this.#synthesis.then(() => this.#synthesise(utterance, words));
    return { done: utterance.done.promise };
  }

  /** Something is being said, or has been stopped in the middle. */
  get isSpeaking(): boolean {
    return this.#utterances[0]?.startMs !== undefined;
  }

  get isPaused(): boolean {
    return this.#pausedAtMs !== undefined;
  }

  get isIdle(): boolean {
    return this.#utterances.length === 0;
  }

  /** Everything that was to be said is said, or will not be. */
  async idle(): Promise<void> {
    while (!this.isIdle) await Promise.allSettled(this.#utterances.map(({ done }) => done.promise));
  }

  get current(): OwnWords {
    const [utterance] = this.#utterances;
    if (utterance === undefined) return { begun: '', isLastSentence: false };
    const isLastSentence = utterance.isComplete && utterance.sentences.length <= 1;
    return { begun: this.#begunOf(utterance), isLastSentence };
  }

  /** Updates what has been played and continues; called with every frame. */
  tick(): void {
    this.#settlePlayed();
    this.#feedLeg();
  }

  /** Stops speaking at once and keeps the position, unless only the last word is left. */
  pause(): void {
    this.#settlePlayed();
    if (!this.isSpeaking || this.isPaused || this.#isLastWord()) return;
    this.#pausedAtMs = this.#options.soundMs();
    this.#hush();
  }

  resume(): void {
    this.#pausedAtMs = undefined;
    this.#feedLeg();
  }

  /** Ends what is being said where it is, and all that is lined up behind it. */
  cut(): void {
    this.#settlePlayed();
    if (!this.isPaused) this.#hush();
    const atMs = this.#pausedAtMs ?? this.#options.soundMs();
    this.#pausedAtMs = undefined;
    for (const utterance of this.#utterances.splice(0)) {
      utterance.stop.abort();
      this.#tellLead(utterance);
      const startMs = utterance.startMs ?? atMs;
      utterance.done.resolve({ text: this.#playedTextOf(utterance), isWhole: false, startMs, endMs: atMs });
    }
    this.#onRoom?.();
  }

  /** Synthesises sentence by sentence, never far ahead of playback. */
  async #synthesise(utterance: Utterance, words: Words): Promise<void> {
    const { signal } = utterance.stop;
    const sentences = sentencesOf(words);
    try {
      for (;;) {
        const next = await unlessAborted(sentences.next(), signal);
        if (next.done) break;
        await this.#room(signal);
        const sentence = new SentenceSound(next.value);
        utterance.sentences.push(sentence);
        utterance.textAtMs ||= this.#options.clock.nowMs();
        if (isSpeakable(sentence.text)) {
          await this.#options.speak(sentence.text.trim(), signal, (sound) => {
            if (signal.aborted) return;
            measureLead(utterance, sound);
            utterance.soundAtMs ||= this.#options.clock.nowMs();
            sentence.add(sound);
            this.#feedLeg();
            this.#tellLead(utterance, utterance.isAudible);
          });
        }
        sentence.isMade = true;
      }
    } catch (error) {
      utterance.failure = error as Error;
      // What could be made is still said; what follows would make no sense.
      for (const sentence of utterance.sentences) sentence.isMade = true;
      sentences.return(undefined).catch(() => undefined);
    }
    utterance.isComplete = true;
    this.tick();
  }

  async #room(signal: AbortSignal): Promise<void> {
    const count = () => this.#utterances.reduce((sum, { sentences }) => sum + sentences.length, 0);
    while (count() >= MOST_SENTENCES && !signal.aborted) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#onRoom = resolve;
      await promise;
    }
    signal.throwIfAborted();
  }

  /** Gives the leg all the sound there is of what is being said, in order, up to the first gap. */
  #feedLeg(): void {
    const [utterance] = this.#utterances;
    if (utterance === undefined || this.isPaused) return;
    for (const sentence of utterance.sentences) {
      const isReady = utterance.startMs !== undefined || this.#begin(utterance, sentence);
      if (!isReady) return;
      for (const piece of sentence.give(this.#legEnd)) {
        this.#options.leg.play(piece);
        this.#legEnd += piece.length;
      }
      if (!sentence.isMade) return;
    }
  }

  #begin(utterance: Utterance, first: SentenceSound): boolean {
    if (first.unplayed(0) === 0) return first.isMade;
    if (!this.#options.mayBegin()) {
      utterance.isHeldUp = true;
      return false;
    }
    utterance.startMs = this.#options.soundMs();
    const { textAtMs, soundAtMs, isHeldUp } = utterance;
    this.#options.onBegin({
      textAtMs,
      soundAtMs,
      isHeldUp,
      playedAtMs: this.#options.clock.nowMs(),
    });
    this.#tellLead(utterance, utterance.isAudible);
    return true;
  }

  /** Once for each utterance that was begun. */
  #tellLead(utterance: Utterance, isKnown = true): void {
    if (!isKnown || utterance.isLeadTold || utterance.startMs === undefined) return;
    utterance.isLeadTold = true;
    this.#options.onLead((utterance.leadSamples * 1000) / this.#options.rateHz);
  }

  /** Removes sentences that have been played to their end. */
  #settlePlayed(): void {
    const playedSamples = this.#options.leg.playedSamples();
    for (let utterance = this.#utterances[0]; utterance !== undefined; utterance = this.#utterances[0]) {
      while (utterance.sentences[0]?.isOver(playedSamples)) {
        utterance.played += utterance.sentences.shift()?.text ?? '';
        this.#onRoom?.();
      }
      if (!utterance.isComplete || utterance.sentences.length > 0) return;
      this.#utterances.shift();
      this.#tellLead(utterance);
      this.#finish(utterance);
    }
  }

  #finish({ done, failure, played, startMs }: Utterance): void {
    const endMs = this.#options.soundMs();
    if (failure) done.reject(failure);
    else done.resolve({ text: played.trim(), isWhole: true, startMs: startMs ?? endMs, endMs });
  }

  #isLastWord(): boolean {
    const [utterance, ...others] = this.#utterances;
    if (utterance === undefined || others.length > 0 || !utterance.isComplete) return false;
    const playedSamples = this.#options.leg.playedSamples();
    const left = utterance.sentences.reduce((sum, sentence) => sum + sentence.unplayed(playedSamples), 0);
    return left <= samplesIn(LAST_WORD_MS, this.#options.rateHz);
  }

  #hush(): void {
    this.#options.leg.hush();
    this.#legEnd = this.#options.leg.playedSamples();
    for (const { sentences } of this.#utterances)
      for (const sentence of sentences) sentence.hushed(this.#legEnd);
  }

  #begunOf(utterance: Utterance): string {
    const said = this.#playedTextOf(utterance);
    const rest = (utterance.played + (utterance.sentences[0]?.text ?? '')).slice(said.length);
    return said + (/^\s*\S+/.exec(rest)?.[0] ?? '');
  }

  #playedTextOf({ played, sentences, startMs }: Utterance): string {
    const [sentence] = sentences;
    if (startMs === undefined || sentence === undefined) return played.trim();
    const expected = samplesIn(speakingMs(sentence.text) / this.#options.speed, this.#options.rateHz);
    return (played + sentence.playedText(this.#options.leg.playedSamples(), expected)).trim();
  }
}

/** TTS may send silence for some pieces before the first word. */
function measureLead(utterance: Utterance, sound: Int16Array): void {
  if (utterance.isAudible) return;
  const silent = silentSamples(sound);
  utterance.leadSamples += silent;
  utterance.isAudible = silent < sound.length;
}

/** An aborted utterance does not wait for a language model that hangs. */
async function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    signal.throwIfAborted();
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', abort);
    work.catch(() => undefined);
  }
}

/** One sentence in playback: its sound as far as it is synthesised, and how much of it has been played. */
class SentenceSound {
  /** With the space behind it, so that sentences put together are the text again. */
  readonly text: string;
  /** All of its sound is there. */
  isMade = false;
  readonly #pieces: Int16Array[] = [];
  #samples = 0;
  /** Samples played before playback was last cleared. */
  #playedBefore = 0;
  /** Where on the leg it went on after that, and how much of it the leg was given since. */
  #legStart = 0;
  #given = 0;

  constructor(text: string) {
    this.text = text;
  }

  add(sound: Int16Array): void {
    this.#pieces.push(sound);
    this.#samples += sound.length;
  }

  /** What is made and not yet given, now to be given at this place on the leg. */
  give(legEnd: number): Int16Array[] {
    if (this.#given === 0) this.#legStart = legEnd;
    let skip = this.#playedBefore + this.#given;
    const rest: Int16Array[] = [];
    for (const piece of this.#pieces) {
      if (skip < piece.length) rest.push(piece.subarray(skip));
      skip = Math.max(0, skip - piece.length);
    }
    this.#given = this.#samples - this.#playedBefore;
    return rest;
  }

  /** How many of its samples have been played, given the sample count of the leg. */
  played(legPlayed: number): number {
    return this.#playedBefore + Math.max(0, Math.min(legPlayed - this.#legStart, this.#given));
  }

  unplayed(legPlayed: number): number {
    return this.#samples - this.played(legPlayed);
  }

  isOver(legPlayed: number): boolean {
    return this.isMade && this.unplayed(legPlayed) === 0;
  }

  /** The leg dropped what it had not played: that part has to be fed again. */
  hushed(legPlayed: number): void {
    this.#playedBefore = this.played(legPlayed);
    this.#given = 0;
  }

  /** The words that have been played to their end. The length is estimated while synthesis goes on. */
  playedText(legPlayed: number, expectedSamples: number): string {
    if (this.isOver(legPlayed)) return this.text;
    const whole = this.isMade ? this.#samples : Math.max(this.#samples, expectedSamples);
    return spokenBy(this.text, this.played(legPlayed) / Math.max(1, whole));
  }
}
