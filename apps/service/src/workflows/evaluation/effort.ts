import { mergedUsage, type UsageByModel } from '@parley/call-engine/usage-by-model.ts';
import type { PlayedCall } from './played-call.ts';

/** What a dialogue model took for calls: real time, and what it asked of models. */
export interface Effort {
  /** How often it was asked to understand, or for words. */
  readonly asked: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  /** By model; nothing where rules do the thinking. */
  readonly thinking: readonly UsageByModel[];
}

export function effortOf(calls: readonly Pick<PlayedCall, 'timesMs' | 'thinking'>[]): Effort {
  const timesMs = calls.flatMap((call) => call.timesMs).sort((a, b) => a - b);
  const quantile = (share: number): number => timesMs[Math.ceil(timesMs.length * share) - 1] ?? 0;
  return {
    asked: timesMs.length,
    p50Ms: quantile(0.5),
    p95Ms: quantile(0.95),
    thinking: mergedUsage(calls.flatMap(({ thinking }) => thinking)),
  };
}
