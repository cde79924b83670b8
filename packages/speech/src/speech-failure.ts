import type { ModelFailureKind } from '@parley/call-engine/llm/language-model.ts';
import { CircuitBreaker } from '@parley/kernel/circuit-breaker.ts';

export type SpeechFailureKind =
  /** Nothing in time. */
  | 'deadline'
  /** Cannot be reached, broke off, or has no room. */
  | 'unavailable'
  | 'rate_limited'
  /** The key, the voice or the model is wrong: trying again does not help. */
  | 'refused'
  /** It answered, and not with what was asked for. */
  | 'unusable';

/** Why speech to text or text to speech failed, in words for an operator. Never contains what was said in the call. */
export class SpeechFailure extends Error {
  readonly kind: SpeechFailureKind;

  constructor(kind: SpeechFailureKind, message: string) {
    super(message);
    this.kind = kind;
  }
}

/** Whatever went wrong, as a failure. */
export const asSpeechFailure = (error: unknown): SpeechFailure =>
  error instanceof SpeechFailure
    ? error
    : new SpeechFailure('unavailable', (error as Error)?.message || String(error));

/** What a vendor refused, read as a model's endpoint is. */
export const refused = ({ kind, message }: { kind: ModelFailureKind; message: string }): SpeechFailure =>
  new SpeechFailure(kind === 'resting' ? 'unavailable' : kind, message);

/** In a row: one failure is bad luck. */
const MOST_FAILURES = 2;

/** The circuit breaker of one vendor, shared by all calls of a process. */
export const speechCircuit = (nowMs: () => number): CircuitBreaker =>
  new CircuitBreaker({ failures: MOST_FAILURES, nowMs });

export const failCircuit = (circuit: CircuitBreaker, error: unknown): void =>
  circuit.fail({ isPermanent: error instanceof SpeechFailure && error.kind === 'refused' });
