import type { AudioRate } from '@parley/audio/audio-leg.ts';
import { Resampler } from '@parley/audio/resampler.ts';
import type { CircuitBreaker } from '@parley/kernel/circuit-breaker.ts';
import { type Detection, energyDetector, type SpeechDetector } from '../speech-detector.ts';
import { failCircuit, speechCircuit } from '../speech-failure.ts';
import { type SileroLook, type SileroRate, windowSamples } from './silero-look.ts';
import { startProcess, WorkerPool } from './worker-pool.ts';

/** Against one that hangs; its own start is in it. A look takes some milliseconds. */
const TIMEOUT_MS = 30_000;
/** Pending requests, one per call: behind more of them an answer would come too late. */
const MOST_WAITING = 64;

/** 128 ms. In half of it a word that begins with a hiss is no more than noise. */
const WINDOWS = 4;
/** The frame before it became loud belongs to it. */
const RUN_UP = 1;
/** Of noises no window was above 0.06, and of two dozen first words none had less than 0.2 in all of them. */
const LEAST_PROBABILITY = 0.1;
/** Speech is checked again after this many frames, and is noise when two checks say so: 1 s. */
const LOOK_AGAIN = 50;
const SURE_OF_NOISE = 2;
/** Frames of quiet, after which what is loud is something else: 100 ms. */
const APART = 5;

export interface SileroDetectorOptions {
  readonly model: string;
  readonly nowMs: () => number;
  /** Loudness alone decides for a while. */
  readonly onTrouble: (error: Error) => void;
}

/**
 * Tells speech from other loud sounds by a model in a process of its own, which is asked only about the beginning of
 * what is loud, and from time to time. What it has not answered yet counts as speech.
 */
export class SileroDetector implements SpeechDetector {
  readonly #pool: WorkerPool<SileroLook, number[]>;
  readonly #circuit: CircuitBreaker;
  readonly #onTrouble: (error: Error) => void;
  #isStopped = false;
  #pendingLooks = 0;

  constructor({ model, nowMs, onTrouble }: SileroDetectorOptions) {
    this.#pool = new WorkerPool({
      start: startProcess,
      program: new URL('./silero-process.ts', import.meta.url),
      data: model,
      workers: 1,
      mostWaiting: MOST_WAITING,
      timeoutMs: TIMEOUT_MS,
    });
    this.#circuit = speechCircuit(nowMs);
    this.#onTrouble = onTrouble;
  }

  open(legHz: AudioRate): Detection {
    this.#pool.warm();
    return new SileroDetection(legHz, (look) => this.#look(look));
  }

  /** Questions to the model that are not answered yet: a call in virtual time waits for them. */
  get pendingLooks(): number {
    return this.#pendingLooks;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#pool.stop();
  }

  /** Undefined: nobody knows. */
  async #look(look: SileroLook): Promise<readonly number[] | undefined> {
    if (this.#isStopped || !this.#circuit.enter()) return undefined;
    this.#pendingLooks += 1;
    try {
      const found = await this.#pool.ask(look, { isUrgent: true });
      this.#circuit.succeed();
      return found;
    } catch (error) {
      failCircuit(this.#circuit, error);
      if (!this.#isStopped) this.#onTrouble(error as Error);
      return undefined;
    } finally {
      this.#pendingLooks -= 1;
    }
  }
}

type Look = (look: SileroLook) => Promise<readonly number[] | undefined>;

class SileroDetection implements Detection {
  readonly #look: Look;
  readonly #rateHz: SileroRate;
  readonly #energy: Detection;
  readonly #resampler: Resampler;
  /** To be looked at, as far as it is filled. */
  readonly #stretch: Int16Array;
  #filled = 0;
  #before: Int16Array[] = [];
  /** Frames in a row. */
  #quiet = APART;
  /** Counts what becomes loud: an answer about what is over says nothing about this. */
  #onset = 0;
  /** Looks in a row that found noise. */
  #noises = 0;
  #wasSpeech = false;
  /** Frames until it is looked at again. */
  #rest = 0;
  #isAsked = false;

  constructor(legHz: AudioRate, look: Look) {
    this.#look = look;
    this.#rateHz = legHz === 8000 ? 8000 : 16_000;
    this.#energy = energyDetector.open(legHz);
    this.#resampler = new Resampler(legHz, this.#rateHz);
    this.#stretch = new Int16Array(WINDOWS * windowSamples(this.#rateHz));
  }

  isSpeech(frame: Int16Array): boolean {
    const sound = this.#resampler.feed(frame);
    const isLoud = this.#energy.isSpeech(frame);
    if (isLoud && this.#quiet >= APART) this.#begin();
    this.#quiet = isLoud ? 0 : this.#quiet + 1;
    if (!isLoud) this.#before = [...this.#before, sound].slice(-RUN_UP);
    else if (this.#rest > 0) this.#rest -= 1;
    else if (!this.#isAsked) this.#take(sound);
    return isLoud && this.#noises < (this.#wasSpeech ? SURE_OF_NOISE : 1);
  }

  close(): void {
    this.#energy.close();
    this.#onset += 1;
  }

  #begin(): void {
    this.#onset += 1;
    this.#noises = 0;
    this.#wasSpeech = false;
    this.#rest = 0;
    this.#filled = 0;
    for (const sound of this.#isAsked ? [] : this.#before) this.#take(sound);
    this.#before = [];
  }

  #take(sound: Int16Array): void {
    const part = sound.subarray(0, this.#stretch.length - this.#filled);
    this.#stretch.set(part, this.#filled);
    this.#filled += part.length;
    if (this.#filled < this.#stretch.length) return;
    const onset = this.#onset;
    this.#filled = 0;
    this.#isAsked = true;
    void this.#look({ rateHz: this.#rateHz, sound: this.#stretch.slice() }).then((found) => {
      this.#isAsked = false;
      if (found !== undefined && onset === this.#onset) this.#judge(found);
    });
  }

  #judge(found: readonly number[]): void {
    if (Math.max(...found) < LEAST_PROBABILITY) {
      this.#noises += 1;
      return;
    }
    this.#noises = 0;
    this.#wasSpeech = true;
    this.#rest = LOOK_AGAIN;
  }
}
