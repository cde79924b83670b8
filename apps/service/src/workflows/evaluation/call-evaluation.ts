import type { TranscriptLine } from '@parley/call-engine/outcome.ts';
import { mergedUsage, type UsageByModel } from '@parley/call-engine/usage-by-model.ts';
import type { FlowPart } from '@parley/contract/flow-path.ts';
import type { Breach } from './breaches.ts';
import { namedPath } from './coverage.ts';
import type { Expected } from './personas.ts';
import type { PlayedCall } from './played-call.ts';

/** One call in the report of an evaluation. */
export interface CallEvaluation {
  readonly number: number;
  readonly expected: string;
  readonly ending: string;
  readonly isRight: boolean;
  readonly breaches: readonly Breach[];
  readonly asked: number;
  readonly answered: number;
  readonly turns: number;
  readonly durationSeconds: number;
  readonly effort: Effort;
  readonly transcript: readonly TranscriptLine[];
  /** Null: asked, and left unanswered. */
  readonly answers: readonly { readonly question: string; readonly answer: string | null }[];
  /** The parts of the flow that it reached, in its order. */
  readonly path: readonly FlowPart[];
}

export function evaluationOf(
  call: PlayedCall,
  expected: Expected,
  breaches: readonly Breach[],
): CallEvaluation {
  const asked = new Set(call.journal.flatMap((one) => (one.kind === 'ask' ? [one.questionId] : [])));
  return {
    number: call.number,
    expected: expected.words,
    ending: call.ending.kind,
    isRight: expected.isMet(call),
    breaches,
    asked: asked.size,
    answered: call.findings?.answers.filter(({ value }) => value !== undefined).length ?? 0,
    turns: call.transcript.length,
    durationSeconds: call.durationSeconds,
    effort: effortOf([call]),
    transcript: call.transcript,
    answers: (call.findings?.answers ?? []).map(({ question, value }) => ({
      question,
      answer: value === undefined ? null : [value].flat().join(', '),
    })),
    path: namedPath(call),
  };
}

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
