import type { LineEvent, Unanswered } from '@parley/call-engine/line.ts';
import type { Attempted, Persona } from './personas.ts';
import type { Random } from './random.ts';

/** One step of a call that is being placed, and the simulated time before it. */
export interface Step {
  readonly afterMs: number;
  readonly event: Exclude<LineEvent, { kind: 'answered' }> | { readonly kind: 'answered' };
}

interface Attempt {
  /** Counts from 1. */
  readonly number: number;
  readonly ringTimeoutMs: number;
}

/** The steps from dialling until the call is answered or has failed. */
export function ringing(persona: Persona, attempt: Attempt, random: Random): readonly Step[] {
  const attempted = persona.line[Math.min(attempt.number, persona.line.length) - 1] ?? persona.line[0];
  const setUpMs = random.between(400, 1600);
  const placing: Step = { afterMs: 0, event: { kind: 'placing' } };
  const ring: Step = { afterMs: setUpMs, event: { kind: 'ringing' } };
  if (attempted.kind === 'answers') {
    const afterMs = ringMs(attempted, attempt.ringTimeoutMs, random);
    return [placing, ring, { afterMs, event: { kind: 'answered' } }];
  }
  if (attempted.kind === 'no_answer') return [placing, ring, last(attempted, attempt.ringTimeoutMs)];
  return [placing, last(attempted, setUpMs)];
}

function ringMs(
  { after }: Extract<Attempted, { kind: 'answers' }>,
  timeoutMs: number,
  random: Random,
): number {
  const longestMs = Math.max(0, timeoutMs - 1000);
  return after === 'nearly too long' ? longestMs : Math.min(longestMs, random.between(2000, 7000));
}

const last = (event: Unanswered, afterMs: number): Step => ({ afterMs, event });
