import { type AudioLeg, type AudioRate, samplesIn } from '@parley/audio/audio-leg.ts';
import { Resampler } from '@parley/audio/resampler.ts';
import type { SipCall } from '@parley/sip/sip-call.ts';
import type { SipTime } from '@parley/sip/sip-time.ts';
import type { CallOrder, PlacingParts } from './call-order.ts';
import { mayTransferTo } from './destination.ts';
import { placeCall } from './sip-placing.ts';

/** The other telephone may ring so long; whoever waits for it hears that it does. */
const RING_MS = 30_000;
/** Bridged calls are hung up after this: otherwise a line left open costs for days, and no limit of minutes could hold. */
export const MOST_BRIDGED_MINUTES = 120;
/** What of the sound is late by more is left out: once late, all that follows would stay late. */
const MOST_LATE_MS = 120;

/** How the other number is called. */
export type SecondLeg = Pick<CallOrder, 'from' | 'onCallId'> & {
  /** Both talk: the first leg may last so many minutes longer, too. */
  readonly onBridged?: (minutes: number, other: SipCall) => void;
};

/** Calls that talk to each other through us, for networks that do not pass calls on. */
export class SipBridges {
  readonly #parts: PlacingParts;
  readonly #live = new Set<SipCall>();
  #onIdle: (() => void) | undefined;

  constructor(parts: PlacingParts) {
    this.#parts = parts;
  }

  get size(): number {
    return this.#live.size;
  }

  /** A leg that is passed on by the network where it does that, and by us where it does not. */
  legOf(call: SipCall, second: SecondLeg, parts: PlacingParts = this.#parts): AudioLeg {
    const { leg } = call;
    const ours = new OwnSound(leg);
    return {
      rateHz: leg.rateHz,
      onSound: (listener) => leg.onSound(listener),
      onDigit: (listener) => leg.onDigit(listener),
      onHold: (listener) => leg.onHold?.(listener),
      press: (keys) => call.press(keys),
      onLeft: (listener) => leg.onLeft(listener),
      play: (sound) => leg.play(sound),
      playedSamples: () => ours.playedSamples(),
      hush: () => leg.hush(),
      transfer: async (to) => {
        // Whoever may not be called may not be called by the network on our behalf either.
        if (!(await mayTransferTo(parts, to))) return false;
        const end = call.transferMode === 'refer' ? await call.pass(to) : 'refused';
        return end === 'refused' ? this.#reach(parts, call, ours, { ...second, to }) : end === 'taken';
      },
      hangUp: () => leg.hangUp(),
    };
  }

  /** Resolves once nobody talks any more, or when so much time has passed: then they are hung up. */
  async close(withinMs: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#onIdle = resolve;
    const callOff = this.#parts.agent.time.after(withinMs, resolve);
    if (this.#live.size > 0) await promise;
    callOff();
    await Promise.all([...this.#live].map(({ leg }) => leg.hangUp()));
  }

  /** Calls the other number while they wait. False: nobody took it, and they are still there or have left. */
  async #reach(
    parts: PlacingParts,
    call: SipCall,
    ours: OwnSound,
    leg: SecondLeg & { readonly to: string },
  ): Promise<boolean> {
    const giveUp = new AbortController();
    void call.ended.then(() => giveUp.abort());
    const tone = new RingbackTone(call.leg, this.#parts.agent.time);
    ours.pause();
    try {
      const order = { ...leg, ringTimeoutMs: RING_MS, mostMinutes: MOST_BRIDGED_MINUTES, isSecondLeg: true };
      for await (const event of placeCall(parts, order, giveUp.signal)) {
        if (event.kind === 'ringing') tone.start();
        if (event.kind !== 'answered') continue;
        tone.stop();
        if (!giveUp.signal.aborted) {
          leg.onBridged?.(MOST_BRIDGED_MINUTES, event.call);
          return this.#join(call, event.call, leg.to);
        }
        await event.call.leg.hangUp();
      }
      return false;
    } finally {
      tone.stop();
      ours.resume();
    }
  }

  #join(one: SipCall, other: SipCall, to: string): true {
    carry(one.leg, other);
    carry(other.leg, one);
    this.#live.add(one);
    const hangUp = () => void one.leg.hangUp();
    const callOff = this.#parts.agent.time.after(MOST_BRIDGED_MINUTES * 60_000, hangUp);
    void one.ended.then(async () => {
      callOff();
      await other.leg.hangUp();
      this.#live.delete(one);
      if (this.#live.size === 0) this.#onIdle?.();
    });
    void other.ended.then(() => one.leg.hangUp());
    // They talk already; if the network refuses to connect them, they go on talking through us.
    if (one.transferMode === 'attended') void one.pass(to, other);
    return true;
  }
}

/** What the one says the other hears, and what they press arrives as a key. */
function carry(from: AudioLeg, call: SipCall): void {
  const { leg: to } = call;
  const resampler = new Resampler(from.rateHz, to.rateHz);
  const mostLate = samplesIn(MOST_LATE_MS, to.rateHz);
  to.hush();
  let given = to.playedSamples();
  from.onSound((frame) => {
    const sound = resampler.feed(frame);
    if (given - to.playedSamples() > mostLate) return;
    given += sound.length;
    to.play(sound);
  });
  from.onDigit((digit) => call.press(digit));
}

/** Counts what the agent said, and not what was played while they waited. */
class OwnSound {
  readonly #leg: AudioLeg;
  #others = 0;
  #pausedAt: number | undefined;

  constructor(leg: AudioLeg) {
    this.#leg = leg;
  }

  playedSamples(): number {
    return (this.#pausedAt ?? this.#leg.playedSamples()) - this.#others;
  }

  pause(): void {
    this.#pausedAt = this.#leg.playedSamples();
  }

  resume(): void {
    this.#others += this.#leg.playedSamples() - (this.#pausedAt ?? 0);
    this.#pausedAt = undefined;
  }
}

/** As in most of the world (ITU-T E.180): a second of tone, four of silence. */
const TONE_HZ = 425;
const TONE_MS = 1000;
const CYCLE_MS = 5000;
const LOUDNESS = 3000;

/** Plays the ringback tone to a contact while another telephone rings. */
class RingbackTone {
  readonly #leg: AudioLeg;
  readonly #time: SipTime;
  #callOff: (() => void) | undefined;

  constructor(leg: AudioLeg, time: SipTime) {
    this.#leg = leg;
    this.#time = time;
  }

  start(): void {
    if (this.#callOff) return;
    const sound = tone(this.#leg.rateHz);
    const ring = () => {
      this.#leg.play(sound);
      this.#callOff = this.#time.after(CYCLE_MS, ring);
    };
    ring();
  }

  stop(): void {
    if (!this.#callOff) return;
    this.#callOff();
    this.#callOff = undefined;
    this.#leg.hush();
  }
}

const tone = (rateHz: AudioRate): Int16Array =>
  Int16Array.from({ length: samplesIn(TONE_MS, rateHz) }, (_, at) =>
    Math.round(LOUDNESS * Math.sin((2 * Math.PI * TONE_HZ * at) / rateHz)),
  );
