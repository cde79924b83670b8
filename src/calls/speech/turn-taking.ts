import { next, table } from '../../kernel/transition.ts';
import { FRAME_MS } from '../lines/audio-leg.ts';
import type { EarWords } from './ear.ts';

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
  | { readonly kind: 'ear_overdue'; readonly atMs: number };

export interface Turn {
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly language?: string;
}

export interface TurnRules {
  /** How long a silence ends a turn of these words. */
  readonly endMs: (text: string) => number;
  /** Words that ask for no turn while we speak. */
  readonly isListening: (text: string) => boolean;
}

/** So much speech begins a turn; less is a click. */
const BEGIN_MS = 60;
/** So much of it stops our voice. */
const BARGE_IN_MS = 250;
/** After so much silence the ear is asked for the words, which are then there when the turn ends. */
const PAUSE_MS = 200;
/** So long an ear may think about the words; the slowest that was measured took 600 ms. */
const EAR_PATIENCE_MS = 4000;
/** Something that sounds like speech for so long, and brings no words, is none; sooner when our voice waits for it. */
const WORDLESS_MS = 8000;
const WORDLESS_BARGE_IN_MS = 3000;
/** After such a noise only words stop our voice, for so long. */
const WARY_MS = 30_000;
/** How much speech counts at most: so soon a pause is noticed after a long one. */
const MOST_SPEECH_MS = 300;

/** Ends in a script that puts no space between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}、。]$/u;

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
  #owed = 0;
  #askedAtMs = 0;
  /** The ear was asked in the middle of what may be noise: it goes on only once that is answered. */
  #isForced = false;
  /** The detector missed how it began, so that the ear's times count. */
  #isFoundByEar = false;
  #isBargedIn = false;
  #waryUntilMs = 0;
  #isEndKnown = false;
  #finals: string[] = [];
  #partial = '';
  #startMs: number | undefined;
  #endMs = 0;
  #language: string | undefined;

  constructor(rules: TurnRules) {
    this.#rules = rules;
  }

  get isQuiet(): boolean {
    return this.#state === 'quiet';
  }

  /** They speak, and there are words in it. */
  get hasWords(): boolean {
    return this.#text() !== '';
  }

  /** When the speech that is going on began. */
  get beganMs(): number {
    return this.#beganMs;
  }

  /** We begin to speak: what they said before does not count as breaking in. */
  weBegin(): void {
    this.#speechMs = 0;
    this.#isBargedIn = false;
  }

  /** One more frame of theirs, which ends at this time of the call. */
  frame(isSpeech: boolean, atMs: number, areWeSpeaking: boolean): TurnEvent[] {
    this.#nowMs = atMs;
    this.#speechMs = isSpeech
      ? Math.min(this.#speechMs + FRAME_MS, MOST_SPEECH_MS)
      : Math.max(this.#speechMs - FRAME_MS, 0);
    if (isSpeech) this.#lastSpeechMs = atMs;
    switch (this.#state) {
      case 'quiet':
        return this.#speechMs < BEGIN_MS ? [] : [this.#begin('begin')];
      case 'speaking':
        return this.#speaking(areWeSpeaking);
      case 'pausing':
        return this.#pausing();
    }
  }

  /** What the ear heard, in times of the call. */
  words(words: EarWords, areWeSpeaking: boolean): TurnEvent[] {
    const wasForced = this.#isForced;
    const text = words.text.trim();
    if (words.kind === 'final') {
      this.#owed = Math.max(0, this.#owed - 1);
      this.#isForced = false;
      this.#partial = '';
    }
    if (text === '') return wasForced && !this.#isForced && !this.hasWords ? this.#endNoise() : [];
    if (this.#state === 'quiet') {
      this.#move('begin');
      this.#beganMs = this.#nowMs;
      this.#isFoundByEar = true;
    }
    if (this.#isFoundByEar)
      this.#lastSpeechMs = Math.max(this.#lastSpeechMs, Math.min(words.endMs, this.#nowMs));
    this.#startMs ??= Math.max(0, words.startMs);
    this.#endMs = Math.max(this.#endMs, words.endMs);
    this.#language = words.language ?? this.#language;
    if (words.kind === 'final') this.#finals.push(text);
    else this.#partial = text;
    const events: TurnEvent[] = [{ kind: 'partial', turn: this.#turn() }];
    return areWeSpeaking && this.#breaksIn(words) ? [this.#bargeIn(), ...events] : events;
  }

  /** They are gone: what is known of their last words, if there are any. */
  close(): Turn | undefined {
    const turn = this.hasWords ? this.#turn() : undefined;
    this.#reset();
    return turn;
  }

  #speaking(areWeSpeaking: boolean): TurnEvent[] {
    const isSure = this.#speechMs >= BARGE_IN_MS && this.#nowMs >= this.#waryUntilMs;
    if (areWeSpeaking && !this.#isBargedIn && isSure) return [this.#bargeIn()];
    if (this.#nowMs - this.#lastSpeechMs >= PAUSE_MS) return this.#pause();
    const wordlessMs = this.#isBargedIn ? WORDLESS_BARGE_IN_MS : WORDLESS_MS;
    if (this.hasWords || this.#nowMs - this.#beganMs < wordlessMs) return [];
    this.#isForced = true;
    return this.#pause();
  }

  #pausing(): TurnEvent[] {
    const isAnswered = this.#owed === 0;
    if (!isAnswered && this.#nowMs - this.#askedAtMs >= EAR_PATIENCE_MS) {
      this.#owed = 0;
      return [{ kind: 'ear_overdue', atMs: this.#nowMs }, ...this.#end()];
    }
    if (this.#isForced) return [];
    if (this.#speechMs >= BEGIN_MS) {
      this.#isEndKnown = false;
      return [this.#begin('go_on')];
    }
    // Without words there is nothing that could go on.
    if (isAnswered && !this.hasWords) return this.#end();
    if (this.#nowMs - this.#lastSpeechMs < this.#rules.endMs(this.#text())) return [];
    const known: TurnEvent[] = this.#isEndKnown ? [] : [{ kind: 'end_known', atMs: this.#nowMs }];
    this.#isEndKnown = true;
    return isAnswered ? [...known, ...this.#end()] : known;
  }

  /** A partial of one word may become anything. */
  #breaksIn({ kind, text }: EarWords): boolean {
    if (this.#isBargedIn || this.#rules.isListening(text)) return false;
    return kind === 'final' || /\S\s+\S/u.test(text.trim());
  }

  #begin(move: 'begin' | 'go_on'): TurnEvent {
    this.#move(move);
    const atMs = this.#nowMs - this.#speechMs;
    if (move === 'begin') this.#beganMs = atMs;
    return { kind: 'speech_began', atMs };
  }

  #bargeIn(): TurnEvent {
    this.#isBargedIn = true;
    return { kind: 'barge_in', atMs: this.#nowMs };
  }

  #pause(): TurnEvent[] {
    this.#move('pause');
    this.#speechMs = 0;
    // An ear that found it by itself, or comes late, has said all there is.
    if (this.#isFoundByEar && this.#partial === '') return [];
    this.#owed += 1;
    this.#askedAtMs = this.#nowMs;
    return [{ kind: 'speech_paused', atMs: this.#nowMs }];
  }

  #end(): TurnEvent[] {
    const turn = this.hasWords ? this.#turn() : undefined;
    this.#reset();
    return [turn ? { kind: 'turn_ended', turn } : { kind: 'false_interruption', atMs: this.#nowMs }];
  }

  #endNoise(): TurnEvent[] {
    this.#waryUntilMs = this.#nowMs + WARY_MS;
    return this.#end();
  }

  #reset(): void {
    if (this.#state !== 'quiet') this.#move('end');
    this.#finals = [];
    this.#partial = '';
    this.#startMs = undefined;
    this.#endMs = 0;
    this.#language = undefined;
    this.#speechMs = 0;
    this.#owed = 0;
    this.#isForced = false;
    this.#isFoundByEar = false;
    this.#isBargedIn = false;
    this.#isEndKnown = false;
  }

  #move(move: TurnMove): void {
    this.#state = next(turnLifecycle, 'The turn', this.#state, move);
  }

  #text(): string {
    const parts = this.#partial === '' ? this.#finals : [...this.#finals, this.#partial];
    return parts.reduce(
      (text, part) => (text === '' || UNSPACED.test(text) ? text + part : `${text} ${part}`),
      '',
    );
  }

  #turn(): Turn {
    const language = this.#language;
    return {
      text: this.#text(),
      startMs: this.#startMs ?? 0,
      endMs: Math.max(this.#startMs ?? 0, Math.min(this.#endMs, this.#nowMs)),
      ...(language === undefined ? {} : { language }),
    };
  }
}
