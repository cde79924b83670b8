import type { LanguageModel } from '../../llm/language-model.ts';

export interface Patience {
  /** For something usable, from whichever model. */
  readonly deadlineMs: number;
  /** After which the second model is asked as well, while the first is still thinking. */
  readonly hedgeMs: number;
}

interface Attempt<Result> {
  readonly models: readonly LanguageModel[];
  readonly patience: Patience;
  readonly ask: (model: LanguageModel, signal: AbortSignal) => Promise<Result>;
  readonly onFailure: (model: LanguageModel, error: unknown, instead: 'another model' | 'rules') => void;
}

/**
 * The first usable answer of a model and its standby. The standby is asked when the first fails or takes long;
 * a model that is too late is stopped. Rejects when none has answered in time.
 */
export function firstUsable<Result>({ models, patience, ask, onFailure }: Attempt<Result>): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  const underWay = new Set<AbortController>();
  let asked = 0;
  let state: 'waiting' | 'won' | 'late' = 'waiting';

  function end(as: 'won' | 'late'): void {
    state = as;
    clearTimeout(hedge);
    clearTimeout(deadline);
    for (const stop of underWay) stop.abort();
  }

  function askNext(): void {
    const model = models[asked];
    if (model === undefined || state !== 'waiting') return;
    asked += 1;
    const stop = new AbortController();
    underWay.add(stop);
    ask(model, stop.signal).then(
      (result) => {
        underWay.delete(stop);
        if (state === 'waiting') end('won');
        else stop.abort();
        resolve(result);
      },
      (error: unknown) => {
        underWay.delete(stop);
        const isFollowed =
          state === 'won' || underWay.size > 0 || (state === 'waiting' && asked < models.length);
        onFailure(model, error, isFollowed ? 'another model' : 'rules');
        if (isFollowed) return askNext();
        end('late');
        reject(error as Error);
      },
    );
  }

  const hedge = setTimeout(askNext, patience.hedgeMs);
  const deadline = setTimeout(() => end('late'), patience.deadlineMs);
  askNext();
  return promise;
}
