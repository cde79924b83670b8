import { type AudioLeg, type AudioRate, samplesIn } from '@parley/audio/audio-leg.ts';
import type { LegBeat, WebMediaRequest } from './web-media-protocol.ts';

/** How much audio the sending process has in advance: we may be busy this long before the contact hears a gap. */
const AHEAD_MS = 200;

type Ask = (request: Extract<WebMediaRequest, { id: number }>) => void;

/** A contact's microphone and loudspeaker. The connection below may be replaced; the leg goes on. */
export class WebLeg implements AudioLeg {
  readonly id: number;
  readonly rateHz: AudioRate;
  #ask: Ask;
  /** Audio not yet given to the sending process. */
  #queue: Int16Array[] = [];
  /** Given to the process that holds the leg now. */
  #sent = 0;
  #last: Omit<LegBeat, 'id' | 'frame'> = { played: 0, received: 0, waiting: 0 };
  /** Sent by previous processes of the leg. */
  #playedBefore = 0;
  #onSound: ((frame: Int16Array) => void) | undefined;
  #onLeft: (() => void) | undefined;
  #onConnection: ((isConnected: boolean) => void) | undefined;
  #isConnected = false;
  #isGone = false;

  constructor(id: number, rateHz: AudioRate, ask: Ask) {
    this.id = id;
    this.rateHz = rateHz;
    this.#ask = ask;
  }

  onSound(listener: (frame: Int16Array) => void): void {
    this.#onSound = listener;
  }

  /** A browser has no DTMF keys. */
  onDigit(): void {}

  onLeft(listener: () => void): void {
    this.#onLeft = listener;
    if (this.#isGone) listener();
  }

  /** Reports whether audio can flow: at once, and on every change. */
  onConnection(listener: (isConnected: boolean) => void): void {
    this.#onConnection = listener;
    listener(this.#isConnected);
  }

  play(sound: Int16Array): void {
    if (this.#isGone) return;
    this.#queue.push(sound);
    this.#feed();
  }

  playedSamples(): number {
    return this.#playedBefore + this.#last.played;
  }

  hush(): void {
    this.#queue = [];
    this.#ask({ kind: 'hush', id: this.id });
  }

  /** A web call cannot be transferred. */
  async transfer(): Promise<boolean> {
    return false;
  }

  async hangUp(): Promise<void> {
    this.#end();
  }

  /** Ends the leg: no audio is sent or received any more. */
  get isGone(): boolean {
    return this.#isGone;
  }

  /** The contact has left. */
  left(): void {
    if (this.#isGone) return;
    this.#end();
    this.#onLeft?.();
  }

  /** 20 ms have passed. */
  beat({ frame, played, received, waiting }: LegBeat): void {
    if (this.#isGone) return;
    this.#last = { played, received, waiting };
    this.#feed();
    this.#onSound?.(frame);
  }

  connected(isConnected: boolean): void {
    if (isConnected === this.#isConnected) return;
    this.#isConnected = isConnected;
    this.#onConnection?.(isConnected);
  }

  /** Another process takes over the leg. Audio that the previous one had not sent is lost and counts as sent. */
  moveTo(ask: Ask): void {
    this.#ask = ask;
    this.#playedBefore += this.#last.played + this.#ahead();
    this.#sent = 0;
    this.#last = { played: 0, received: 0, waiting: 0 };
    this.#feed();
  }

  #ahead(): number {
    return this.#last.waiting + this.#sent - this.#last.received;
  }

  #feed(): void {
    const most = samplesIn(AHEAD_MS, this.rateHz);
    for (let next = this.#queue[0]; next !== undefined && this.#ahead() < most; next = this.#queue[0]) {
      const part = next.subarray(0, most - this.#ahead());
      if (part.length === next.length) this.#queue.shift();
      else this.#queue[0] = next.subarray(part.length);
      this.#sent += part.length;
      this.#ask({ kind: 'play', id: this.id, sound: part });
    }
  }

  #end(): void {
    if (this.#isGone) return;
    this.#isGone = true;
    this.#queue = [];
    this.#ask({ kind: 'close', id: this.id });
    this.connected(false);
  }
}
