import {
  type Heard,
  type Party,
  type Said,
  type Saying,
  type Words,
  wholeText,
} from '@parley/call-engine/party.ts';

/** What the contact does next. A text alone is said half a second after the agent has finished. */
export type ScriptLine =
  | string
  | {
      readonly says: string;
      /** Of silence before it, whatever the agent says meanwhile. */
      readonly afterMs?: number;
      /** Interrupts the agent's next words, this long after they started. */
      readonly interruptsAfterMs?: number;
      readonly takesMs?: number;
      /** It began so long before it is known: speech to text is late. */
      readonly lateMs?: number;
      readonly language?: string;
      /** How sure speech to text is of it. */
      readonly confidence?: number;
      /** Heard as words that may still change, and never as final ones. */
      readonly isPartial?: true;
    }
  | { readonly presses: string; readonly afterMs?: number }
  | {
      readonly beeps: true;
      readonly isFaint?: true;
      readonly isFax?: true;
      readonly afterMs?: number;
      readonly interruptsAfterMs?: number;
    }
  | { readonly returns: true; readonly afterMs?: number }
  | { readonly leaves: true; readonly afterMs?: number; readonly interruptsAfterMs?: number };

interface Habits {
  /** What the destination does with a transfer; default: takes it. */
  readonly takesTransfer?: boolean;
  readonly msPerCharacter?: number;
  /** Fails at the so-manieth thing asked of it, counted from 1. */
  readonly breaksAt?: number;
}

const SHORT_PAUSE_MS = 500;

type Beat = Exclude<ScriptLine, string>;

/** A contact who follows a script, in a time of their own. Once the script is over they stay silent. */
export class ScriptedParty implements Party {
  /** What the agent said, as far as it was heard. */
  readonly said: string[] = [];
  readonly transfers: string[] = [];
  /** Keys that the agent pressed. */
  readonly pressed: string[] = [];
  hasLeft = false;
  /** The agent has hung up. */
  isLeft = false;

  readonly #script: Beat[];
  readonly #habits: Habits;
  #nowMs = 0;
  #asked = 0;
  /** How much of the next line's pause has passed already. */
  #waitedMs = 0;
  /** The line at the head of the script has begun, as an interruption. */
  #hasBegun = false;

  constructor(script: readonly ScriptLine[], habits: Habits = {}) {
    this.#script = script.map((line) => (typeof line === 'string' ? { says: line } : line));
    this.#habits = habits;
  }

  elapsedMs(): number {
    return this.#nowMs;
  }

  say(words: Words): Saying {
    return { done: this.#speak(words) };
  }

  async #speak(words: Words): Promise<Said> {
    this.#beAsked();
    const text = await wholeText(words);
    const startMs = this.#nowMs;
    const wholeMs = this.#durationOf(text);
    const next = this.#script[0];
    const breaksInMs = next !== undefined && 'interruptsAfterMs' in next ? next.interruptsAfterMs : undefined;
    const isWhole = !this.hasLeft && (breaksInMs === undefined || breaksInMs >= wholeMs);
    const spokenMs = this.hasLeft ? 0 : isWhole ? wholeMs : (breaksInMs ?? 0);
    const heard = isWhole ? text : text.slice(0, Math.floor(text.length * (spokenMs / Math.max(wholeMs, 1))));
    this.#nowMs += spokenMs;
    if (!isWhole) this.#hasBegun = true;
    if (next !== undefined && 'leaves' in next && !isWhole) this.hasLeft = true;
    if (heard !== '') this.said.push(heard);
    return { text: heard, isWhole, startMs, endMs: this.#nowMs };
  }

  async listen(patienceMs: number): Promise<Heard> {
    this.#beAsked();
    const beat = this.#script[0];
    const pauseMs = this.#hasBegun || this.hasLeft ? 0 : (beat?.afterMs ?? SHORT_PAUSE_MS) - this.#waitedMs;
    if (!this.hasLeft && (beat === undefined || pauseMs > patienceMs)) {
      this.#nowMs += patienceMs;
      this.#waitedMs += patienceMs;
      return { kind: 'silence', atMs: this.#nowMs };
    }
    this.#nowMs += Math.max(pauseMs, 0);
    if (this.hasLeft || beat === undefined || 'leaves' in beat) {
      this.hasLeft = true;
      return { kind: 'left', atMs: this.#nowMs };
    }
    this.#script.shift();
    this.#hasBegun = false;
    this.#waitedMs = 0;
    if ('returns' in beat) return { kind: 'returned', atMs: this.#nowMs };
    if ('beeps' in beat) {
      const { isFaint, isFax } = beat;
      return { kind: 'beep', atMs: this.#nowMs, ...(isFaint && { isFaint }), ...(isFax && { isFax }) };
    }
    if ('presses' in beat) return { kind: 'digit', digit: beat.presses, atMs: this.#nowMs };
    const startMs = this.#nowMs - (beat.lateMs ?? 0);
    const endMs = startMs + (beat.takesMs ?? this.#durationOf(beat.says));
    this.#nowMs = Math.max(this.#nowMs, endMs);
    return {
      kind: beat.isPartial ? 'partial' : 'words',
      text: beat.says,
      startMs,
      endMs,
      ...(beat.language === undefined ? {} : { language: beat.language }),
      ...(beat.confidence === undefined ? {} : { confidence: beat.confidence }),
    };
  }

  press(keys: string): void {
    this.pressed.push(keys);
  }

  async transfer(to: string): Promise<boolean> {
    this.#beAsked();
    this.transfers.push(to);
    return !this.hasLeft && (this.#habits.takesTransfer ?? true);
  }

  async leave(): Promise<void> {
    this.isLeft = true;
  }

  #durationOf(text: string): number {
    return Math.round(text.length * (this.#habits.msPerCharacter ?? 60));
  }

  #beAsked(): void {
    if (this.isLeft) throw new Error('the agent has hung up already');
    this.#asked += 1;
    if (this.#asked === this.#habits.breaksAt) throw new Error('the line is dead');
  }
}
