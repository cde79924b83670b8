import { speakingMs } from '@parley/call-engine/speaking-time.ts';
import type { HeardSaying, Move, SimulatedContact } from './simulated-contact.ts';

/** Thinking time before a turn. */
const MOMENT_MS = 700;
/** Once everything is said: long enough that the agent's next sentence is heard, shorter than its patience. */
const LEAVES_AFTER_MS = 3_000;

/**
 * Says the turns of a test case, one whenever the agent has finished speaking. After the last one they say nothing more, and
 * hang up unless the agent does.
 */
export class ScriptedContact implements SimulatedContact {
  readonly #turns: string[];
  #next: Move | undefined;
  /** What is scheduled is on picking up: an agent who speaks first is not interrupted by it. */
  #isGreeting = true;

  constructor(hello: string, turns: readonly string[]) {
    this.#turns = [...turns];
    this.#next = spoken(hello, MOMENT_MS);
  }

  hear({ endMs }: HeardSaying): void {
    const waiting = this.#isGreeting || this.#next?.kind !== 'speak' ? undefined : this.#next.text;
    this.#isGreeting = false;
    const text = waiting ?? this.#turns.shift();
    this.#next =
      text === undefined
        ? { kind: 'leave', startMs: endMs + LEAVES_AFTER_MS }
        : spoken(text, endMs + MOMENT_MS);
  }

  next(beforeMs: number): Move | undefined {
    const move = this.#next;
    if (move === undefined || move.startMs >= beforeMs) return undefined;
    this.#next = undefined;
    return move;
  }
}

const spoken = (text: string, startMs: number): Move => ({
  kind: 'speak',
  text,
  startMs,
  endMs: startMs + speakingMs(text),
});
