import type { TurnRecord } from '@parley/call-engine/turn-record.ts';

const parts = [
  ['the ear', ({ sttMs }: TurnRecord) => sttMs],
  ['dialogue model', ({ mindMs }: TurnRecord) => mindMs],
  ['the voice', ({ ttsMs }: TurnRecord) => ttsMs],
  ['Parley itself', ({ ownMs }: TurnRecord) => ownMs],
] as const;

/** How long replies took, and whose share that was: the middle one, and the one in twenty that took longest. */
export function turnLines(turns: readonly TurnRecord[]): string[] {
  if (turns.length === 0) return [];
  const whole = turns.map(({ sttMs, mindMs, ttsMs, ownMs }) => sttMs + mindMs + ttsMs + ownMs);
  const shares = parts.map(([name, of]) => `  ${name.padEnd(15)}${spread(turns.map(of))}`);
  const count = turns.length === 1 ? '1 reply' : `${turns.length} replies`;
  return [`${count} by voice, from the end of their words to our first sound: ${spread(whole)}`, ...shares];
}

function spread(values: readonly number[]): string {
  const sorted = [...values].sort((one, other) => one - other);
  const at = (share: number): string =>
    `${Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0)} ms`;
  return `${at(0.5)} in the middle, ${at(0.95)} at p95`;
}
