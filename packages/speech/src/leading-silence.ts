/** About -46 dBFS: below it nothing of speech is heard on a telephone. */
const SILENT = 160;
/** So much is kept: a consonant begins more quietly than it is heard. */
const KEPT_MS = 10;

/** Samples at the beginning that nobody hears. */
export function silentSamples(sound: Int16Array): number {
  const first = sound.findIndex((sample) => Math.abs(sample) > SILENT);
  return first < 0 ? sound.length : first;
}

/** The sound without the silence that it begins with; one that is all silence stays as it is. */
export function withoutLead(sound: Int16Array, rateHz: number): Int16Array {
  const silent = silentSamples(sound);
  if (silent === sound.length) return sound;
  return sound.subarray(Math.max(0, silent - Math.round((KEPT_MS * rateHz) / 1000)));
}
