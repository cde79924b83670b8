import { FRAME_MS } from '@parley/audio/audio-leg.ts';
import { next, table } from '@parley/kernel/transition.ts';
import type { RecognisedWords } from './speech-to-text.ts';
import { type Turn, TurnWords } from './turn-words.ts';

type TurnState = 'quiet' | 'speaking' | 'pausing';
type TurnMove = 'begin' | 'pause' | 'go_on' | 'end';

/** The turn of whoever is at the other end. */
const turnLifecycle = table<TurnState, TurnMove>({
  quiet: { begin: 'speaking' },
  speaking: { pause: 'pausing', end: 'quiet' },
  pausing: { go_on: 'speaking', end: 'quiet' },
});

/** All times are milliseconds of the call. */
export type TurnEvent =
  /** The ear is to listen from here on. */
  | { readonly kind: 'speech_began'; readonly atMs: number }
  /** They may be breaking in: we fall silent until it is known. */
  | { readonly kind: 'hold'; readonly atMs: number }
  /** They are not: we go on. */
  | { readonly kind: 'release'; readonly atMs: number }
  /** They speak while we do, and not only a breath. */
  | { readonly kind: 'barge_in'; readonly atMs: number }
  /** The ear is to say what it was. */
  | { readonly kind: 'speech_paused'; readonly atMs: number }
  /** Their silence has been long enough; only the last words may still be on their way. */
  | { readonly kind: 'end_known'; readonly atMs: number }
  /** Words so far that may still change. */
  | { readonly kind: 'partial'; readonly turn: Turn }
  | { readonly kind: 'turn_ended'; readonly turn: Turn }
  /** What seemed to be speech had no words: a cough, a door. */
  | { readonly kind: 'false_interruption'; readonly atMs: number }
  /** The ear was asked, and does not answer. */
  | { readonly kind: 'stt_overdue'; readonly atMs: number };

export interface TurnRules {
  /** How long a silence ends a turn of these words. */
  readonly endOfTurnSilenceMs: (text: string) => number;
  /** Words that ask for no turn while we speak. */
  readonly isBackChannel: (text: string) => boolean;
}

/** So much speech begins a turn; less is a click. */
const BEGIN_MS = 60;
/**
 * So much of it silences our voice for a moment. Until a browser hears that, 160 ms have passed on the way there and
 * back (measured, 65 of them in its own buffer), and whoever is talked over for longer than 300 ms stops.
 */
const HOLD_MS = 80;
/** So much of it stops our voice. */
const BARGE_IN_MS = 250;
/** What has not become a breaking in by then is none, also with the gaps that speech has. */
const LONGEST_HOLD_MS = 400;
/** Who was silenced for nothing does not stutter: only what is sure counts, for so long, and for longer each time. */
const BARGE_IN_ONLY_MS = 10_000;
const MOST_BARGE_IN_ONLY_MS = 160_000;
/** After so much silence the ear is asked for the words, which are then there when the turn ends. */
const PAUSE_MS = 200;
/** So long an ear may think about the words; the slowest that was measured took 600 ms. */
const STT_PATIENCE_MS = 4000;
/** Something that sounds like speech for so long, and brings no words, is none; sooner when our voice waits for it. */
const WORDLESS_MS = 8000;
const WORDLESS_BARGE_IN_MS = 3000;
/** After such a noise only words stop our voice, for so long. */
const WORDS_ONLY_MS = 30_000;
/** How much speech counts at most: so soon a pause is noticed after a long one. */
const MOST_SPEECH_MS = 300;

/**
 * Who has the turn, from what a detector finds in each frame of theirs and from what the ear makes of it. Knows no
 * clock and no sound: the same frames and words give the same events.
 */
export class TurnTaking {
  readonly #rules: TurnRules;
  #state: TurnState = 'quiet';
  #nowMs = 0;
  /** Of speech lately: grows with each frame that has some and shrinks with each that has none. */
  #speechMs = 0;
  #lastSpeechMs = 0;
  #beganMs = 0;
  /** How many of the pauses the ear has not answered yet. */
  #pendingFinals = 0;
  #askedAtMs = 0;
  /** The ear was asked in the middle of what may be noise: it goes on only once that is answered. */
  #isForced = false;
  /** The detector missed how it began, so that the ear's times count. */
  #isFoundByStt = false;
  #heldAtMs: number | undefined;
  #isBargedIn = false;
  #bargeInOnlyMs = BARGE_IN_ONLY_MS;
  #bargeInOnlyUntilMs = 0;
  #wordsOnlyUntilMs = 0;
  #isEndKnown = false;
  #words = new TurnWords();

  constructor(rules: TurnRules) {
    this.#rules = rules;
  }

  get isQuiet(): boolean {
    return this.#state === 'quiet';
  }

  /** They speak, and there are words in it. */
  get hasWords(): boolean {
    return this.#words.text !== '';
  }

  /** It is known that they break in. */
  get isBargedIn(): boolean {
    return this.#isBargedIn;
  }

  /** When the speech that is going on began. */
  get beganMs(): number {
    return this.#beganMs;
  }

  /** We begin to speak: what they said before does not count as breaking in, and a noise that goes on is known. */
  agentStarts(): void {
    if (!this.isQuiet) this.#raiseThreshold();
    this.#speechMs = 0;
    this.#heldAtMs = undefined;
    this.#isBargedIn = false;
  }

  /** One more frame of theirs, which ends at this time of the call. */
  frame(isSpeech: boolean, atMs: number, isAgentSpeaking: boolean): TurnEvent[] {
    this.#nowMs = atMs;
    this.#speechMs = isSpeech
      ? Math.min(this.#speechMs + FRAME_MS, MOST_SPEECH_MS)
      : Math.max(this.#speechMs - FRAME_MS, 0);
    if (isSpeech) this.#lastSpeechMs = atMs;
    return [...this.#followed(isAgentSpeaking), ...this.#released()];
  }

  /** What the ear heard, in times of the call. */
  words(words: RecognisedWords, isAgentSpeaking: boolean): TurnEvent[] {
    const wasForced = this.#isForced;
    const text = words.text.trim();
    if (words.kind === 'final') {
      this.#pendingFinals = Math.max(0, this.#pendingFinals - 1);
      this.#isForced = false;
    }
    this.#words.add(words);
    if (text === '') return wasForced && !this.#isForced && !this.hasWords ? this.#endNoise() : [];
    if (this.#state === 'quiet') {
      this.#move('begin');
      this.#beganMs = this.#nowMs;
      this.#isFoundByStt = true;
    }
    if (this.#isFoundByStt)
      this.#lastSpeechMs = Math.max(this.#lastSpeechMs, Math.min(words.endMs, this.#nowMs));
    const events: TurnEvent[] = [{ kind: 'partial', turn: this.#words.turn(this.#nowMs) }];
    return isAgentSpeaking && this.#isBargeIn(words) ? [this.#bargeIn(), ...events] : events;
  }

  /** They are gone: what is known of their last words, if there are any. */
  close(): Turn | undefined {
    const turn = this.hasWords ? this.#words.turn(this.#nowMs) : undefined;
    this.#reset();
    return turn;
  }

  #followed(isAgentSpeaking: boolean): TurnEvent[] {
    switch (this.#state) {
      case 'quiet':
        return this.#speechMs < BEGIN_MS ? [] : [this.#begin('begin')];
      case 'speaking':
        return this.#speaking(isAgentSpeaking);
      case 'pausing':
        return this.#pausing();
    }
  }

  #speaking(isAgentSpeaking: boolean): TurnEvent[] {
    const mayBargeIn = isAgentSpeaking && !this.#isBargedIn && this.#nowMs >= this.#wordsOnlyUntilMs;
    if (mayBargeIn && this.#speechMs >= BARGE_IN_MS) return [this.#bargeIn()];
    const isUnsure = this.#heldAtMs === undefined && this.#nowMs >= this.#bargeInOnlyUntilMs;
    if (mayBargeIn && isUnsure && this.#speechMs >= HOLD_MS) return [this.#hold()];
    if (this.#nowMs - this.#lastSpeechMs >= PAUSE_MS) return this.#pause();
    const wordlessMs = this.#isBargedIn ? WORDLESS_BARGE_IN_MS : WORDLESS_MS;
    if (this.hasWords || this.#nowMs - this.#beganMs < wordlessMs) return [];
    this.#isForced = true;
    return this.#pause();
  }

  #pausing(): TurnEvent[] {
    const isAnswered = this.#pendingFinals === 0;
    if (!isAnswered && this.#nowMs - this.#askedAtMs >= STT_PATIENCE_MS) {
      this.#pendingFinals = 0;
      return [{ kind: 'stt_overdue', atMs: this.#nowMs }, ...this.#end()];
    }
    if (this.#isForced) return [];
    if (this.#speechMs >= BEGIN_MS) {
      this.#isEndKnown = false;
      return [this.#begin('go_on')];
    }
    // Without words there is nothing that could go on.
    if (isAnswered && !this.hasWords) return this.#end();
    if (this.#nowMs - this.#lastSpeechMs < this.#rules.endOfTurnSilenceMs(this.#words.text)) return [];
    const known: TurnEvent[] = this.#isEndKnown ? [] : [{ kind: 'end_known', atMs: this.#nowMs }];
    this.#isEndKnown = true;
    return isAnswered ? [...known, ...this.#end()] : known;
  }

  /** A partial of one word may become anything. */
  #isBargeIn({ kind, text }: RecognisedWords): boolean {
    if (this.#isBargedIn || this.#rules.isBackChannel(text)) return false;
    return kind === 'final' || /\S\s+\S/u.test(text.trim());
  }

  #begin(move: 'begin' | 'go_on'): TurnEvent {
    this.#move(move);
    const atMs = this.#nowMs - this.#speechMs;
    if (move === 'begin') this.#beganMs = atMs;
    return { kind: 'speech_began', atMs };
  }

  #hold(): TurnEvent {
    this.#heldAtMs = this.#nowMs;
    return { kind: 'hold', atMs: this.#nowMs };
  }

  #released(): TurnEvent[] {
    if (this.#heldAtMs === undefined) return [];
    if (this.#speechMs > 0 && this.#nowMs - this.#heldAtMs < LONGEST_HOLD_MS) return [];
    this.#heldAtMs = undefined;
    this.#raiseThreshold();
    return [{ kind: 'release', atMs: this.#nowMs }];
  }

  #raiseThreshold(): void {
    this.#bargeInOnlyUntilMs = this.#nowMs + this.#bargeInOnlyMs;
    this.#bargeInOnlyMs = Math.min(2 * this.#bargeInOnlyMs, MOST_BARGE_IN_ONLY_MS);
  }

  #bargeIn(): TurnEvent {
    this.#heldAtMs = undefined;
    this.#isBargedIn = true;
    return { kind: 'barge_in', atMs: this.#nowMs };
  }

  #pause(): TurnEvent[] {
    this.#move('pause');
    this.#speechMs = 0;
    // An ear that found it by itself, or comes late, has said all there is.
    if (this.#isFoundByStt && !this.#words.isPartial) return [];
    this.#pendingFinals += 1;
    this.#askedAtMs = this.#nowMs;
    return [{ kind: 'speech_paused', atMs: this.#nowMs }];
  }

  #end(): TurnEvent[] {
    const wasBargedIn = this.#isBargedIn;
    const turn = this.hasWords ? this.#words.turn(this.#nowMs) : undefined;
    this.#reset();
    if (wasBargedIn && turn) this.#bargeInOnlyMs = BARGE_IN_ONLY_MS;
    if (turn) return [{ kind: 'turn_ended', turn }];
    if (wasBargedIn) this.#raiseThreshold();
    return [{ kind: 'false_interruption', atMs: this.#nowMs }];
  }

  #endNoise(): TurnEvent[] {
    this.#wordsOnlyUntilMs = this.#nowMs + WORDS_ONLY_MS;
    return this.#end();
  }

  #reset(): void {
    if (this.#state !== 'quiet') this.#move('end');
    this.#words = new TurnWords();
    this.#speechMs = 0;
    this.#pendingFinals = 0;
    this.#isForced = false;
    this.#isFoundByStt = false;
    this.#heldAtMs = undefined;
    this.#isBargedIn = false;
    this.#isEndKnown = false;
  }

  #move(move: TurnMove): void {
    this.#state = next(turnLifecycle, 'The turn', this.#state, move);
  }
}
