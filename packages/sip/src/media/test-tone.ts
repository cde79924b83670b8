/** A tone for tests; `from` is where in it to begin. */
export const sine = (hz: number, rateHz: number, samples: number, from = 0, amplitude = 8000): Int16Array =>
  Int16Array.from({ length: samples }, (_, i) =>
    Math.round(amplitude * Math.sin((2 * Math.PI * hz * (from + i)) / rateHz)),
  );

/** How much of the sound is that tone, at whatever phase: 1 is all of it, 0 is none. */
export function toneShare(sound: Int16Array, hz: number, rateHz: number): number {
  let [real, imaginary, power] = [0, 0, 0];
  for (const [i, sample] of sound.entries()) {
    const angle = (2 * Math.PI * hz * i) / rateHz;
    real += sample * Math.cos(angle);
    imaginary += sample * Math.sin(angle);
    power += sample * sample;
  }
  return power === 0 ? 0 : (2 * (real * real + imaginary * imaginary)) / (sound.length * power);
}

/** Random and the same every time. */
export function seeded(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return (state >>> 0) / 2 ** 32;
  };
}
