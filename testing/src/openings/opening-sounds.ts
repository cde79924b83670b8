import { decodeG711, encodeG711, muLaw } from '@parley/audio/g711.ts';
import { joined } from '@parley/audio/sound.ts';

/** Sounds of a telephone line that are not speech, made in code: tones with their cadences, music, fax, noise. */

export const OPENING_HZ = 8000;

export const silence = (ms: number): Int16Array => new Int16Array((ms * OPENING_HZ) / 1000);

/** One or several pure tones at once. */
export const tones = (hz: readonly number[], ms: number, amplitude = 5000): Int16Array =>
  Int16Array.from({ length: (ms * OPENING_HZ) / 1000 }, (_, n) =>
    hz.reduce(
      (sum, each) => sum + (amplitude / hz.length) * Math.sin((2 * Math.PI * each * n) / OPENING_HZ),
      0,
    ),
  );

/** A tone that comes and goes: ringing, busy, comfort tones. */
export function cadence(
  hz: readonly number[],
  beats: readonly (readonly [onMs: number, offMs: number])[],
  totalMs: number,
): Int16Array {
  const parts: Int16Array[] = [];
  for (let [ms, n] = [0, 0]; ms < totalMs; n += 1) {
    const [onMs, offMs] = beats[n % beats.length] as readonly [number, number];
    parts.push(tones(hz, onMs), silence(offMs));
    ms += onMs + offMs;
  }
  return joined(parts);
}

const SCALE = [0, 2, 4, 5, 7, 9, 11, 12];

/** Notes of a melody on an instrument that has these overtones; `chord` adds a third and a fifth under each. */
export function music(
  options: { readonly noteMs: number; readonly overtones: readonly number[]; readonly chord?: boolean },
  totalMs: number,
  seed: number,
): Int16Array {
  const random = randomOf(seed);
  const notes: Int16Array[] = [];
  for (let ms = 0; ms < totalMs; ) {
    const step = SCALE[Math.floor(random() * SCALE.length)] ?? 0;
    const hz = 440 * 2 ** (step / 12);
    const lasts = options.noteMs * (random() < 0.3 ? 2 : 1);
    const pitches = options.chord ? [hz, hz * 2 ** (-5 / 12), hz * 2 ** (-9 / 12)] : [hz];
    notes.push(note(pitches, options.overtones, lasts));
    ms += lasts;
  }
  return joined(notes);
}

function note(pitches: readonly number[], overtones: readonly number[], ms: number): Int16Array {
  const length = Math.round((ms * OPENING_HZ) / 1000);
  const whole = pitches.length * overtones.reduce((sum, each) => sum + each, 1);
  return Int16Array.from({ length }, (_, n) => {
    const seconds = n / OPENING_HZ;
    const loud = Math.min(1, n / 80) * Math.exp(-1.5 * seconds) * Math.min(1, (length - n) / 160);
    let sample = 0;
    for (const hz of pitches)
      for (const [index, share] of [1, ...overtones].entries())
        sample += share * Math.sin(2 * Math.PI * hz * (index + 1) * seconds);
    return (6000 * loud * sample) / whole;
  });
}

/** What a fax machine answers: 2100 Hz, then V.21 at 300 bits a second. */
export function faxAnswer(seed: number): Int16Array {
  const random = randomOf(seed);
  const bits = Array.from({ length: 300 }, () => tones([random() < 0.5 ? 1650 : 1850], 1000 / 300));
  return joined([tones([2100], 3000), silence(75), ...bits]);
}

/** As it comes over a telephone: with noise of this loudness, in G.711. */
export function overTheLine(sound: Int16Array, noise: number, seed: number): Int16Array {
  const random = randomOf(seed);
  const noisy = sound.map((sample) =>
    Math.max(-32_768, Math.min(32_767, sample + (2 * random() - 1) * noise * 1.7)),
  );
  const coded = new Uint8Array(noisy.length);
  encodeG711(muLaw, noisy, coded);
  decodeG711(muLaw, coded, noisy);
  return noisy;
}

/** Both at once, the second so much quieter. */
export const mixed = (one: Int16Array, other: Int16Array, share: number): Int16Array =>
  one.map((sample, n) => sample + share * (other[n % Math.max(1, other.length)] ?? 0));

function randomOf(seed: number): () => number {
  let state = seed + 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return (state >>> 0) / 2 ** 32;
  };
}
