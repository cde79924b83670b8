import { type LanguageModel, ModelFailure, type ModelStream } from './language-model.ts';

/** In a row. One slow reply is bad luck; this many are an endpoint that is down. */
const MOST_FAILURES = 3;
const FIRST_REST_MS = 5_000;
const LONGEST_REST_MS = 60_000;
/** For an endpoint that limits us and does not say for how long. */
const RATE_LIMIT_REST_MS = 2_000;

export interface GuardedModel extends LanguageModel {
  /** What went wrong with its latest request; undefined: it worked, or there was none. */
  trouble(): ModelFailure | undefined;
}

/**
 * An endpoint that is down, or has asked for patience, is left alone for a while, so that not every turn of every
 * call waits for its deadline. Afterwards one request tries it again.
 */
export function withCircuit(model: LanguageModel, nowMs: () => number): GuardedModel {
  let failures = 0;
  let restMs = FIRST_REST_MS;
  let closedUntilMs = Number.NEGATIVE_INFINITY;
  let trouble: ModelFailure | undefined;

  function enter(): void {
    const leftMs = closedUntilMs - nowMs();
    if (leftMs > 0)
      throw new ModelFailure(
        'resting',
        `Not asked for another ${Math.ceil(leftMs / 1000)} s: ${trouble?.message}`,
        leftMs,
      );
    // Whoever comes first tries it; the others keep away until that is known.
    if (failures >= MOST_FAILURES) closedUntilMs = nowMs() + restMs;
  }

  function succeed(): void {
    failures = 0;
    trouble = undefined;
    restMs = FIRST_REST_MS;
    closedUntilMs = Number.NEGATIVE_INFINITY;
  }

  function fail(error: unknown): void {
    if (!(error instanceof ModelFailure) || error.kind === 'unusable') return;
    trouble = error;
    if (error.kind === 'rate_limited' || error.retryAfterMs !== undefined) {
      rest(Math.min(error.retryAfterMs ?? RATE_LIMIT_REST_MS, LONGEST_REST_MS));
      return;
    }
    failures += 1;
    if (error.kind !== 'refused' && failures < MOST_FAILURES) return;
    // A wrong key does not become right by trying.
    failures = Math.max(failures, MOST_FAILURES);
    rest(restMs);
    restMs = Math.min(restMs * 2, LONGEST_REST_MS);
  }

  function rest(forMs: number): void {
    closedUntilMs = nowMs() + forMs;
  }

  async function* guarded(stream: ModelStream): AsyncGenerator<string> {
    enter();
    let hasAnswered = false;
    try {
      for await (const part of stream) {
        hasAnswered = true;
        yield part;
      }
      hasAnswered = true;
    } catch (error) {
      hasAnswered = false;
      fail(error);
      throw error;
    } finally {
      // Also when whoever reads it has heard enough.
      if (hasAnswered) succeed();
    }
  }

  return {
    trouble: () => trouble,
    name: model.name,
    ...(model.price === undefined ? {} : { price: model.price }),
    async reply(prompt, schema, limits) {
      enter();
      try {
        const reply = await model.reply(prompt, schema, limits);
        succeed();
        return reply;
      } catch (error) {
        fail(error);
        throw error;
      }
    },
    stream(prompt, limits, schema) {
      const stream = model.stream(prompt, limits, schema);
      const parts = guarded(stream);
      return { [Symbol.asyncIterator]: () => parts, usage: () => stream.usage() };
    },
  };
}
