import { spokenBy } from '@parley/call-engine/speaking-time.ts';

/** One sentence in playback: its sound as far as it is synthesised, and how much of it has been played. */
export class SentenceSound {
  /** With the space behind it, so that sentences put together are the text again. */
  readonly text: string;
  /** All of its sound is there. */
  isMade = false;
  readonly #pieces: Int16Array[] = [];
  #samples = 0;
  /** Samples played before playback was last cleared. */
  #playedBefore = 0;
  /** Where on the leg it went on after that, and how much of it the leg was given since. */
  #legStart = 0;
  #given = 0;

  constructor(text: string) {
    this.text = text;
  }

  add(sound: Int16Array): void {
    this.#pieces.push(sound);
    this.#samples += sound.length;
  }

  /** What is made and not yet given, now to be given at this place on the leg. */
  give(legEnd: number): Int16Array[] {
    if (this.#given === 0) this.#legStart = legEnd;
    let skip = this.#playedBefore + this.#given;
    const rest: Int16Array[] = [];
    for (const piece of this.#pieces) {
      if (skip < piece.length) rest.push(piece.subarray(skip));
      skip = Math.max(0, skip - piece.length);
    }
    this.#given = this.#samples - this.#playedBefore;
    return rest;
  }

  /** How many of its samples have been played, given the sample count of the leg. */
  played(legPlayed: number): number {
    return this.#playedBefore + Math.max(0, Math.min(legPlayed - this.#legStart, this.#given));
  }

  unplayed(legPlayed: number): number {
    return this.#samples - this.played(legPlayed);
  }

  isOver(legPlayed: number): boolean {
    return this.isMade && this.unplayed(legPlayed) === 0;
  }

  /** The leg dropped what it had not played: that part has to be fed again. */
  hushed(legPlayed: number): void {
    this.#playedBefore = this.played(legPlayed);
    this.#given = 0;
  }

  /** The words that have been played to their end. The length is estimated while synthesis goes on. */
  playedText(legPlayed: number, expectedSamples: number): string {
    if (this.isOver(legPlayed)) return this.text;
    const whole = this.isMade ? this.#samples : Math.max(this.#samples, expectedSamples);
    return spokenBy(this.text, this.played(legPlayed) / Math.max(1, whole));
  }
}
