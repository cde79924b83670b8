import type { AudioLeg } from '@parley/audio/audio-leg.ts';

/** The playback side of a leg, which keeps what has been played until it is taken. */
export class PlayedSound implements Pick<AudioLeg, 'play' | 'playedSamples' | 'hush'> {
  readonly #leg: Pick<AudioLeg, 'play' | 'playedSamples' | 'hush'>;
  /** Given and not taken yet, in order. */
  #pieces: Int16Array[] = [];
  #taken: number;

  constructor(leg: Pick<AudioLeg, 'play' | 'playedSamples' | 'hush'>) {
    this.#leg = leg;
    this.#taken = leg.playedSamples();
  }

  play(sound: Int16Array): void {
    this.#pieces.push(sound);
    this.#leg.play(sound);
  }

  playedSamples(): number {
    return this.#leg.playedSamples();
  }

  hush(): void {
    this.#leg.hush();
    this.#pieces = this.#cut(this.playedSamples() - this.#taken);
  }

  /** What has been played since the last call. */
  take(): Int16Array {
    const played = this.playedSamples();
    const pieces = this.#cut(played - this.#taken);
    const sound = new Int16Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
    let at = 0;
    for (const piece of pieces) {
      sound.set(piece, at);
      at += piece.length;
    }
    this.#drop(sound.length);
    this.#taken = played;
    return sound;
  }

  /** The first samples, up to this count. */
  #cut(samples: number): Int16Array[] {
    const cut: Int16Array[] = [];
    let left = samples;
    for (const piece of this.#pieces) {
      if (left <= 0) break;
      cut.push(piece.length <= left ? piece : piece.subarray(0, left));
      left -= piece.length;
    }
    return cut;
  }

  #drop(samples: number): void {
    let left = samples;
    while (left > 0) {
      const [piece] = this.#pieces;
      if (piece === undefined) return;
      if (piece.length > left) this.#pieces[0] = piece.subarray(left);
      else this.#pieces.shift();
      left -= piece.length;
    }
  }
}
