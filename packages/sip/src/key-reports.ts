/** How a key was reported: with the audio, as an event or as a tone, or by INFO. */
export type KeyWay = 'media' | 'info';

/** INFO comes after a long press; nobody changes the way of reporting within this time. */
const SAME_PRESS_MS = 10_000;

/** Some networks report each key both ways: the second report of a press is no press. */
export class KeyReports {
  readonly #nowMs: () => number;
  /** Presses of which only one report has come. */
  #single: { readonly key: string; readonly way: KeyWay; readonly atMs: number }[] = [];

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** False if the same press has been reported the other way. */
  isNew(key: string, way: KeyWay): boolean {
    const nowMs = this.#nowMs();
    this.#single = this.#single.filter(({ atMs }) => nowMs - atMs <= SAME_PRESS_MS);
    const other = this.#single.findIndex((press) => press.key === key && press.way !== way);
    if (other < 0) this.#single.push({ key, way, atMs: nowMs });
    else this.#single.splice(other, 1);
    return other < 0;
  }
}
