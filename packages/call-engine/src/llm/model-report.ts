import {
  type LanguageModel,
  ModelFailure,
  type ModelFailureKind,
  type ModelUsage,
} from './language-model.ts';

/** What a model is asked to be. */
export type ModelWork = 'dialogue' | 'analysis' | 'persona' | 'embedding';

export type ModelResult =
  | 'ok'
  /** It did not keep to the form at first, and was asked once more. */
  | 'repaired'
  | 'rate_limited'
  | 'timed_out'
  | 'failed'
  /** Not asked, because it had failed too often. */
  | 'circuit_open'
  /** Told besides how the request ended: the rules did what was wanted. */
  | 'handed_to_rules';

/** One request, once it is known what became of it. */
export interface ModelReport {
  readonly work: ModelWork;
  readonly result: ModelResult;
  /** Absent where nothing was sent. */
  readonly ms?: number;
  readonly usage?: ModelUsage;
}

/** Whoever counts them. */
export type TellOfModel = (report: ModelReport) => void;

const results: Readonly<Record<ModelFailureKind, ModelResult>> = {
  deadline: 'timed_out',
  unavailable: 'failed',
  rate_limited: 'rate_limited',
  refused: 'failed',
  unusable: 'failed',
  resting: 'circuit_open',
};

/** What became of a request that failed: nothing was sent to a model that is left alone. */
export const failureReport = (work: ModelWork, kind: ModelFailureKind, ms: number): ModelReport => ({
  work,
  result: results[kind],
  ...(kind === 'resting' ? {} : { ms }),
});

/** A model that is asked for whole replies, each of which is told of. Who streams has to tell by themselves. */
export type ReplyingModel = Omit<LanguageModel, 'stream'>;

export const reported = (
  { name, price, reply }: LanguageModel,
  work: ModelWork,
  tell: TellOfModel,
  nowMs: () => number,
): ReplyingModel => ({
  name,
  ...(price === undefined ? {} : { price }),
  async reply(prompt, schema, limits) {
    const startMs = nowMs();
    try {
      const replied = await reply(prompt, schema, limits);
      const result = replied.isRepaired ? 'repaired' : 'ok';
      tell({ work, result, ms: nowMs() - startMs, usage: replied.usage });
      return replied;
    } catch (error) {
      const kind = error instanceof ModelFailure ? error.kind : 'unusable';
      tell(failureReport(work, kind, nowMs() - startMs));
      throw error;
    }
  },
});
