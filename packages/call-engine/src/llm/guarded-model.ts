import { CircuitBreaker } from '@parley/kernel/circuit-breaker.ts';
import { type LanguageModel, ModelFailure, type ModelStream } from './language-model.ts';

/** In a row. One slow reply is bad luck; this many mean that the endpoint is down. */
const MOST_FAILURES = 3;
/** For an endpoint that limits us and does not say for how long. */
const RATE_LIMIT_PAUSE_MS = 2_000;

export interface GuardedModel extends LanguageModel {
  /** What went wrong with its latest request; undefined: it worked, or there was none. */
  trouble(): ModelFailure | undefined;
}

/** A model behind a circuit breaker: while its endpoint is down or limits us, requests fail at once. */
export function guardedModel(model: LanguageModel, nowMs: () => number): GuardedModel {
  const circuit = new CircuitBreaker({ failures: MOST_FAILURES, nowMs });
  let trouble: ModelFailure | undefined;

  function enter(): void {
    const leftMs = circuit.openForMs;
    if (circuit.enter()) return;
    const message = `Paused for another ${Math.ceil(leftMs / 1000)} s: ${trouble?.message}`;
    throw new ModelFailure('resting', message, leftMs);
  }

  function succeed(): void {
    trouble = undefined;
    circuit.succeed();
  }

  function fail(error: unknown): void {
    if (!(error instanceof ModelFailure) || error.kind === 'unusable') return;
    trouble = error;
    if (error.kind === 'rate_limited' || error.retryAfterMs !== undefined)
      circuit.pause(error.retryAfterMs ?? RATE_LIMIT_PAUSE_MS);
    else circuit.fail({ isPermanent: error.kind === 'refused' });
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
      // Also when the reader stops early.
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
