import {
  type LanguageModel,
  ModelFailure,
  type ModelFailureKind,
  type ModelUsage,
} from './language-model.ts';

/** What a model is used for. */
export type ModelWork = 'dialogue' | 'analysis' | 'persona' | 'embedding';

export type ModelResult =
  | 'ok'
  /** The first reply did not match the schema; the model was asked once more. */
  | 'repaired'
  | 'rate_limited'
  | 'timed_out'
  | 'failed'
  /** Not asked: the circuit breaker is open. */
  | 'circuit_open'
  /** Reported in addition to the request: the rules did the work. */
  | 'handed_to_rules';

/** One finished request. */
export interface ModelReport {
  readonly work: ModelWork;
  readonly result: ModelResult;
  /** Absent when nothing was sent. */
  readonly ms?: number;
  readonly usage?: ModelUsage;
}

/** Receives the report of each request. */
export type OnModelRequest = (report: ModelReport) => void;

const results: Readonly<Record<ModelFailureKind, ModelResult>> = {
  deadline: 'timed_out',
  unavailable: 'failed',
  rate_limited: 'rate_limited',
  refused: 'failed',
  unusable: 'failed',
  resting: 'circuit_open',
};

/** The report of a failed request; without a duration when nothing was sent. */
export const failureReport = (work: ModelWork, kind: ModelFailureKind, ms: number): ModelReport => ({
  work,
  result: results[kind],
  ...(kind === 'resting' ? {} : { ms }),
});

/** A model for whole replies that reports each request. Streaming callers report their own. */
export type ReplyingModel = Omit<LanguageModel, 'stream'>;

export const reported = (
  { name, price, reply }: LanguageModel,
  work: ModelWork,
  onRequest: OnModelRequest,
  nowMs: () => number,
): ReplyingModel => ({
  name,
  ...(price === undefined ? {} : { price }),
  async reply(prompt, schema, limits) {
    const startMs = nowMs();
    try {
      const replied = await reply(prompt, schema, limits);
      const result = replied.isRepaired ? 'repaired' : 'ok';
      onRequest({ work, result, ms: nowMs() - startMs, usage: replied.usage });
      return replied;
    } catch (error) {
      const kind = error instanceof ModelFailure ? error.kind : 'unusable';
      onRequest(failureReport(work, kind, nowMs() - startMs));
      throw error;
    }
  },
});
