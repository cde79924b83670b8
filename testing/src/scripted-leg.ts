import { type AudioLeg, FRAME_MS, samplesIn } from '@parley/audio/audio-leg.ts';
import { type CallClock, waited } from '@parley/speech/call-clock.ts';

/** What the person at the other end does next. */
export type LegBeat = Timing &
  (
    | { readonly says: string; readonly forMs?: number }
    /** A noise without words. */
    | { readonly coughsForMs: number }
    /** The tone of an answering machine. */
    | { readonly beepsForMs: number }
    | { readonly presses: string }
    | { readonly leaves: true }
  );

interface Timing {
  /** Of silence on both sides before it; by default half a second, once the agent has spoken. */
  readonly afterMs?: number;
  /** Breaks into what the agent says, so long after it began to. */
  readonly interruptsAfterMs?: number;
}

/** Loud enough for any detector; what is above it tells the scripted STT which of the texts it is. */
const LOUDNESS = 8000;

/** Below what carries a text. */
const TONE_LOUDNESS = 6000;

/** Which text the sound carries; -1: a noise, undefined: silence. */
export function textIn(frame: Int16Array): number | undefined {
  const level = Math.abs(frame[0] ?? 0) - LOUDNESS;
  return level < 0 ? undefined : level - 1;
}

/** A leg of 8 kHz with a person at its end who follows a script. Runs until somebody hangs up. */
export class ScriptedLeg implements AudioLeg {
  readonly rateHz = 8000;
  readonly transfers: string[] = [];
  /** What was played, as far as it went out: a sample of each frame's loudest. */
  readonly texts: string[] = [];
  hasLeft = false;
  isHungUp = false;
  hushes = 0;

  readonly #clock: CallClock;
  readonly #script: LegBeat[];
  readonly #takesTransfer: boolean;
  #onSound: (frame: Int16Array) => void = () => undefined;
  #onDigit: (digit: string) => void = () => undefined;
  #onHold: (isHeld: boolean) => void = () => undefined;
  readonly pressed: string[] = [];
  #onLeft: () => void = () => undefined;
  #queue: Int16Array[] = [];
  #played = 0;
  /** How long the agent has been speaking, or both have been silent. */
  #agentMs = 0;
  #quietMs = 0;
  /** The agent has spoken since their last beat. */
  #isSpokenTo = false;
  #speech: { leftMs: number; readonly level: number; readonly isTone?: true } | undefined;
  /** No frames come any more, as from a broken network. */
  isStalled = false;

  constructor(clock: CallClock, script: readonly LegBeat[], { takesTransfer = true } = {}) {
    this.#clock = clock;
    this.#script = [...script];
    this.#takesTransfer = takesTransfer;
    for (const beat of script) if ('says' in beat) this.texts.push(beat.says);
    this.#run();
  }

  onSound(listener: (frame: Int16Array) => void): void {
    this.#onSound = listener;
  }

  onDigit(listener: (digit: string) => void): void {
    this.#onDigit = listener;
  }

  onHold(listener: (isHeld: boolean) => void): void {
    this.#onHold = listener;
  }

  /** They put us on hold, or come back. */
  hold(isHeld: boolean): void {
    this.#onHold(isHeld);
  }

  press(keys: string): void {
    this.pressed.push(keys);
  }

  onLeft(listener: () => void): void {
    this.#onLeft = listener;
    if (this.hasLeft) listener();
  }

  play(sound: Int16Array): void {
    if (!this.isHungUp) this.#queue.push(sound);
  }

  playedSamples(): number {
    return this.#played;
  }

  hush(): void {
    this.hushes += 1;
    this.#queue = [];
  }

  async transfer(to: string): Promise<boolean> {
    this.transfers.push(to);
    await waited(this.#clock, 1000);
    return this.#takesTransfer;
  }

  async hangUp(): Promise<void> {
    this.isHungUp = true;
  }

  #run(): void {
    this.#clock.after(FRAME_MS, () => {
      if (this.isHungUp || this.hasLeft) return;
      this.#run();
      if (this.isStalled) return;
      const isAgentHeard = this.#send();
      this.#isSpokenTo ||= isAgentHeard;
      this.#agentMs = isAgentHeard ? this.#agentMs + FRAME_MS : 0;
      this.#quietMs = isAgentHeard || this.#speech ? 0 : this.#quietMs + FRAME_MS;
      if (!this.#speech) this.#perform();
      if (!this.hasLeft) this.#onSound(this.#frame());
    });
  }

  /** One frame goes out. */
  #send(): boolean {
    let left = samplesIn(FRAME_MS, this.rateHz);
    const before = this.#played;
    while (left > 0 && this.#queue[0] !== undefined) {
      const piece = this.#queue[0];
      const part = Math.min(left, piece.length);
      if (part === piece.length) this.#queue.shift();
      else this.#queue[0] = piece.subarray(part);
      this.#played += part;
      left -= part;
    }
    return this.#played > before;
  }

  /** The next beat, if its time has come. */
  #perform(): void {
    const [beat] = this.#script;
    if (beat === undefined) return;
    const isDue =
      beat.interruptsAfterMs === undefined
        ? this.#quietMs >= (beat.afterMs ?? 500) && (this.#isSpokenTo || beat.afterMs !== undefined)
        : this.#agentMs >= beat.interruptsAfterMs;
    if (!isDue) return;
    this.#script.shift();
    this.#quietMs = 0;
    this.#isSpokenTo = false;
    if ('presses' in beat) this.#onDigit(beat.presses);
    else if ('leaves' in beat) {
      this.hasLeft = true;
      this.#onLeft();
    } else if ('beepsForMs' in beat)
      this.#speech = { leftMs: beat.beepsForMs, level: TONE_LOUDNESS, isTone: true };
    else if ('coughsForMs' in beat) this.#speech = { leftMs: beat.coughsForMs, level: LOUDNESS };
    else this.#speech = { leftMs: beat.forMs ?? 1000, level: LOUDNESS + 1 + this.texts.indexOf(beat.says) };
  }

  #frame(): Int16Array {
    const frame = new Int16Array(samplesIn(FRAME_MS, this.rateHz));
    if (this.#speech === undefined) return frame;
    const { level, isTone } = this.#speech;
    // 1000 Hz is eight samples a turn, and every frame begins where a turn does.
    for (let n = 0; n < frame.length; n += 1)
      frame[n] = isTone ? level * Math.sin((Math.PI * n) / 4) : n % 2 === 0 ? level : -level;
    this.#speech.leftMs -= FRAME_MS;
    if (this.#speech.leftMs <= 0) this.#speech = undefined;
    return frame;
  }
}
