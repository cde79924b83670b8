/** A steady tone. */
export function tone(hz: number, seconds: number, rateHz: number): Int16Array<ArrayBuffer> {
  const sound = new Int16Array(Math.round(seconds * rateHz));
  for (let i = 0; i < sound.length; i++)
    sound[i] = Math.round(8000 * Math.sin((2 * Math.PI * hz * i) / rateHz));
  return sound;
}

/** How much of the sound's power a tone makes up, from 0 to 1; looked for in pieces, because what was lost shifts it. */
export function shareOf(hz: number, sound: Int16Array, rateHz: number): number {
  const piece = Math.round(rateHz / 50);
  let [found, all] = [0, 0];
  for (let start = 0; start + piece <= sound.length; start += piece) {
    let [cosine, sine, power] = [0, 0, 0];
    for (let i = 0; i < piece; i++) {
      const sample = sound[start + i] as number;
      const angle = (2 * Math.PI * hz * i) / rateHz;
      cosine += sample * Math.cos(angle);
      sine += sample * Math.sin(angle);
      power += sample * sample;
    }
    found += (2 * (cosine * cosine + sine * sine)) / piece;
    all += power;
  }
  return all === 0 ? 0 : found / all;
}

/** The power of a piece, as the height of its waves. */
export const loudness = (sound: Int16Array): number =>
  Math.sqrt(sound.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, sound.length));
