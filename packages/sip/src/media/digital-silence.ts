import { FRAME_MS } from '@parley/audio/audio-leg.ts';

/** Rooms and lines make noise. A muted telephone does not, so this alone says nothing about the network. */
const NOTED_MS = 5000;
/** What G.722 makes of a constant differs by as much; the smallest step of G.711 is 8. */
const SPREAD = 7;

/** Notices that what comes from the answer on is audio without any sound: every sample is the same. */
export class DigitalSilence {
  #ms = 0;
  #isOver = false;

  /** True until something else than digital silence has come, once it has lasted for some seconds. */
  get isAll(): boolean {
    return !this.#isOver && this.#ms >= NOTED_MS;
  }

  /** Something came that is meant: a key, or noise that somebody described. */
  broken(): void {
    this.#isOver = true;
  }

  /** 20 ms of audio that packets brought. True: it has lasted for some seconds now, or after that it has ended. */
  heard(sound: Int16Array): boolean {
    if (this.#isOver) return false;
    const wasAll = this.isAll;
    const first = sound[0] ?? 0;
    if (sound.some((sample) => Math.abs(sample - first) > SPREAD)) this.#isOver = true;
    else this.#ms += FRAME_MS;
    return this.isAll !== wasAll;
  }
}
