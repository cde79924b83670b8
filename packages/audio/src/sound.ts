/** Sound is 16 bits a sample, mono, wherever it passes through these. */

const FRAME_SECONDS = 0.02;
/** Below it there is nothing but the line: speech at the quietest telephone is five times louder. */
const SILENCE_LEVEL = 40;
/** Of the loudest frame: quieter ones at the ends are breath and room. */
const VOICED_SHARE = 0.05;
/** Beside what is loud: beginnings and ends of words are not. */
const MARGIN_SECONDS = 0.24;

export interface Span {
  /** Where it is loud for the first time, and after the last time. */
  readonly start: number;
  readonly end: number;
  /** The same with what belongs to it around. */
  readonly from: number;
  readonly to: number;
}

/** Where in a sound somebody speaks; undefined when nobody does. */
export function voicedSpan(sound: Int16Array, rateHz: number): Span | undefined {
  const frame = Math.round(rateHz * FRAME_SECONDS);
  const levels = frameLevels(sound, frame);
  const loudest = Math.max(0, ...levels);
  if (loudest < SILENCE_LEVEL) return undefined;
  const isVoiced = (level: number): boolean => level >= Math.max(SILENCE_LEVEL, VOICED_SHARE * loudest);
  const start = levels.findIndex(isVoiced) * frame;
  const end = Math.min(sound.length, (levels.findLastIndex(isVoiced) + 1) * frame);
  const margin = Math.round(rateHz * MARGIN_SECONDS);
  return { start, end, from: Math.max(0, start - margin), to: Math.min(sound.length, end + margin) };
}

/** Where a sound is best cut, after a given sample: the middle of its quietest tenth of a second. */
export function quietestPlace(sound: Int16Array, after: number, rateHz: number): number {
  const frame = Math.round(rateHz * FRAME_SECONDS);
  const from = Math.max(0, after);
  const levels = frameLevels(sound.subarray(from), frame);
  const around = 2;
  let best = around;
  let bestSum = Number.POSITIVE_INFINITY;
  for (let at = around; at < levels.length - around; at += 1) {
    const sum = levels.slice(at - around, at + around + 1).reduce((total, level) => total + level, 0);
    if (sum < bestSum) {
      bestSum = sum;
      best = at;
    }
  }
  return Math.min(sound.length, from + best * frame + (frame >> 1));
}

/** The root mean square of each frame. */
function frameLevels(sound: Int16Array, frame: number): number[] {
  const levels: number[] = [];
  for (let start = 0; start < sound.length; start += frame) {
    const end = Math.min(sound.length, start + frame);
    let energy = 0;
    for (let at = start; at < end; at += 1) energy += (sound[at] as number) ** 2;
    levels.push(Math.sqrt(energy / (end - start)));
  }
  return levels;
}

export function joined(parts: readonly Int16Array[]): Int16Array {
  const whole = new Int16Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
