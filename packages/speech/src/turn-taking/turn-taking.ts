import { FRAME_MS } from '@parley/audio/audio-leg.ts';
import { next, table } from '@parley/kernel/transition.ts';
import type { RecognisedWords } from '../speech-to-text.ts';

/** What was said in one turn. All times are milliseconds of the call. */
export interface Turn {
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly language?: string;
  /** From 0 to 1, of the words that speech to text was least sure of; absent when it does not report it. */
  readonly confidence?: number;
}

type TurnState = 'quiet' | 'speaking' | 'pausing';
type TurnMove = 'begin' | 'pause' | 'go_on' | 'end';

/** The contact's turn. */
const turnLifecycle = table<TurnState, TurnMove>({
  quiet: { begin: 'speaking' },
  speaking: { pause: 'pausing', end: 'quiet' },
  pausing: { go_on: 'speaking', end: 'quiet' },
});

/** All times are milliseconds of the call. */
export type TurnEvent =
  /** Speech to text: speech begins here. */
  | { readonly kind: 'speech_began'; readonly atMs: number }
  /** This may be a barge-in: the agent pauses until it is known. */
  | { readonly kind: 'hold'; readonly atMs: number }
  /** It was not: the agent resumes. */
  | { readonly kind: 'release'; readonly atMs: number }
  /** The contact interrupts the agent. */
  | { readonly kind: 'barge_in'; readonly atMs: number }
  /** Speech to text: the final words are wanted. */
  | { readonly kind: 'speech_paused'; readonly atMs: number }
  /** The silence was long enough for an end of turn; only the last words may still be pending. */
  | { readonly kind: 'end_known'; readonly atMs: number }
  /** Words so far that may still change. */
  | { readonly kind: 'partial'; readonly turn: Turn }
  | { readonly kind: 'turn_ended'; readonly turn: Turn }
  /** What seemed to be speech had no words: a cough, a door. */
  | { readonly kind: 'false_interruption'; readonly atMs: number }
  /** Speech to text was asked for final words and did not answer. */
  | { readonly kind: 'stt_overdue'; readonly atMs: number };

export interface TurnRules {
  /** How long a silence ends a turn of these words. */
  readonly endOfTurnSilenceMs: (text: string) => number;
  /** Words that ask for no turn while we speak. */
  readonly isBackChannel: (text: string) => boolean;
}

/** Speech that begins a turn; less is a click. */
const BEGIN_MS = 60;
/**
 * Speech that pauses the agent for a moment. Until that reaches a browser, 160 ms have passed on the way there and
 * back (measured, 65 of them in its own buffer), and people who are talked over for longer than 300 ms stop.
 */
const HOLD_MS = 80;
/** Speech that counts as a barge-in. */
const BARGE_IN_MS = 250;
/** A pause that has not become a barge-in by then is released, also with the gaps that speech has. */
const LONGEST_HOLD_MS = 400;
/** After a false pause only a sure barge-in stops the agent, for this long and for longer each time, so that it does not stutter. */
const BARGE_IN_ONLY_MS = 10_000;
const MOST_BARGE_IN_ONLY_MS = 160_000;
/** Silence after which speech to text is asked for the words, so that they are there when the turn ends. */
const PAUSE_MS = 200;
/** How long final words may take; the slowest vendor that was measured took 600 ms. */
const STT_PATIENCE_MS = 4000;
/** Sound that seems to be speech for this long without words is noise; sooner when the agent is paused for it. */
const WORDLESS_MS = 8000;
const WORDLESS_BARGE_IN_MS = 3000;
/** After such a noise only words stop the agent, for this long. */
const WORDS_ONLY_MS = 30_000;
/** The cap of the speech counter, so that a pause is noticed soon after long speech. */
const MOST_SPEECH_MS = 300;

/**
 * Who has the turn, from what the speech detector finds in each frame and from the recognised words. Knows no
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
  /** Pauses whose final words are pending. */
  #pendingFinals = 0;
  #askedAtMs = 0;
  /** Final words were asked for in the middle of what may be noise: nothing happens until they arrive. */
  #isForced = false;
  /** The detector missed the beginning, so that the times of speech to text count. */
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

  /** When they last made a sound of speech. */
  get lastSpeechMs(): number {
    return this.#lastSpeechMs;
  }

  /** They speak, and there are words in it. */
  get hasWords(): boolean {
    return this.#words.text !== '';
  }

  /** The contact has interrupted the agent. */
  get isBargedIn(): boolean {
    return this.#isBargedIn;
  }

  /** When the speech that is going on began. */
  get beganMs(): number {
    return this.#beganMs;
  }

  /** The agent begins to speak: earlier speech is not a barge-in, and a noise that goes on is known. */
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

  /** Recognised words, in times of the call. */
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

  /** They are gone, perhaps in the middle of a sentence: its words are wanted all the same. */
  hangUp(): TurnEvent[] {
    return this.#state === 'speaking' ? this.#pause() : [];
  }

  /** Final words were asked for and have not come. */
  get isAwaitingWords(): boolean {
    return this.#pendingFinals > 0;
  }

  /** Nothing more comes: what is known of their last words, if there are any. */
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
    // Speech to text found this by itself or was late, and has reported everything.
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

/** Ends in a script that puts no space between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}、。]$/u;

/** Collects the recognised words of a turn: finals stay, the partial behind them may still change. */
class TurnWords {
  readonly #finals: string[] = [];
  #partial = '';
  #startMs: number | undefined;
  #endMs = 0;
  #language: string | undefined;
  #confidence: number | undefined;

  add({ kind, text: recognised, startMs, endMs, language, confidence }: RecognisedWords): void {
    const text = recognised.trim();
    if (kind === 'final') this.#partial = '';
    if (text === '') return;
    this.#startMs ??= Math.max(0, startMs);
    this.#endMs = Math.max(this.#endMs, endMs);
    this.#language = language ?? this.#language;
    if (kind === 'partial') {
      this.#partial = text;
      return;
    }
    this.#finals.push(text);
    if (confidence !== undefined) this.#confidence = Math.min(this.#confidence ?? 1, confidence);
  }

  /** The last of them may still change. */
  get isPartial(): boolean {
    return this.#partial !== '';
  }

  get text(): string {
    const parts = this.isPartial ? [...this.#finals, this.#partial] : this.#finals;
    return parts.reduce(
      (text, part) => (text === '' || UNSPACED.test(text) ? text + part : `${text} ${part}`),
      '',
    );
  }

  /** No word ends later than now, whatever times a vendor reports. */
  turn(nowMs: number): Turn {
    const startMs = this.#startMs ?? 0;
    const endMs = Math.max(startMs, Math.min(this.#endMs, nowMs));
    const language = this.#language === undefined ? {} : { language: this.#language };
    const confidence = this.#confidence === undefined ? {} : { confidence: this.#confidence };
    return { text: this.text, startMs, endMs, ...language, ...confidence };
  }
}
