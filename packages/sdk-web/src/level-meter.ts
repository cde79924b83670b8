/** Quieter is silence, louder is full: speech into a laptop moves between the two. */
const QUIETEST_DB = -55;
const LOUDEST_DB = -12;

/** How loud a stream is at this moment, from 0 to 1, even to the ear. */
export class LevelMeter {
  readonly #analyser: AnalyserNode;
  readonly #source: MediaStreamAudioSourceNode;
  readonly #samples: Float32Array<ArrayBuffer>;

  constructor(context: AudioContext, stream: MediaStream) {
    this.#analyser = context.createAnalyser();
    this.#analyser.fftSize = 1024;
    this.#samples = new Float32Array(this.#analyser.fftSize);
    this.#source = context.createMediaStreamSource(stream);
    this.#source.connect(this.#analyser);
  }

  level(): number {
    this.#analyser.getFloatTimeDomainData(this.#samples);
    let sum = 0;
    for (const sample of this.#samples) sum += sample * sample;
    const decibels = 10 * Math.log10(sum / this.#samples.length + 1e-12);
    return Math.min(1, Math.max(0, (decibels - QUIETEST_DB) / (LOUDEST_DB - QUIETEST_DB)));
  }

  close(): void {
    this.#source.disconnect();
  }
}
