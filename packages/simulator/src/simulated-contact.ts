import { speakingMs } from '@parley/call-engine/speaking-time.ts';
import type { Behaviour, Reaction } from './personas/behaviour.ts';

/**
 * The contact at the other end of a simulated call: follows rules (RulesContact) or is played by a language model
 * (LlmContact). It decides what it does and when; the party keeps the time. All times are milliseconds since the
 * call was answered.
 */
export interface SimulatedContact {
  /** The agent starts to say this, and finishes unless the contact makes a move before. */
  hear(saying: HeardSaying): void;
  /** The next move, if it starts before the given moment. Each move is returned once. */
  next(beforeMs: number, signal?: AbortSignal): Move | undefined | Promise<Move | undefined>;
}

export interface HeardSaying {
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
}

export type Move =
  | { readonly kind: 'speak'; readonly text: string; readonly startMs: number; readonly endMs: number }
  | { readonly kind: 'leave'; readonly startMs: number };

/** Schedules the moves of a behaviour: what the contact is about to do, and how that changes when the agent speaks. */
export class RulesContact implements SimulatedContact {
  readonly #behaviour: Behaviour;
  /** Ordered by start. */
  #plans: readonly Move[];
  /** A contact who is spoken to on picking up need not ask who is there. */
  #hasHeard = false;
  #isOpening = true;
  /** Nothing was said yet, or the contact interrupted the last thing that was. */
  #isCutShort = true;
  #agentEndsAtMs = 0;

  constructor(behaviour: Behaviour) {
    this.#behaviour = behaviour;
    this.#plans = scheduled(behaviour.pickUp(), 0);
  }

  hear({ text, startMs, endMs }: HeardSaying): void {
    const isAboutToSpeak = this.#hasHeard && this.#plans.some((move) => move.kind === 'speak');
    this.#isOpening &&= this.#isCutShort;
    const reaction = this.#behaviour.hear({ text, isOpening: this.#isOpening }, isAboutToSpeak);
    this.#hasHeard = true;
    this.#isCutShort = false;
    this.#agentEndsAtMs = endMs;
    if (reaction === 'goes on') return;
    const lastsMs = endMs - startMs;
    this.#plans =
      reaction === 'waits'
        ? this.#plans.map((move) => putOff(move, lastsMs))
        : scheduled(reaction, startMs + lastsMs * (reaction.interruptsAt ?? 1));
  }

  next(beforeMs: number): Move | undefined {
    const [first, ...rest] = this.#plans;
    if (first === undefined || first.startMs >= beforeMs) return undefined;
    this.#plans = rest;
    this.#isCutShort ||= first.startMs < this.#agentEndsAtMs;
    return first;
  }
}

function scheduled({ lines, leavesAfterMs }: Reaction, fromMs: number): readonly Move[] {
  let atMs = Math.round(fromMs);
  const moves: Move[] = [];
  for (const { text, afterMs } of lines) {
    const startMs = atMs + afterMs;
    atMs = startMs + speakingMs(text);
    moves.push({ kind: 'speak', text, startMs, endMs: atMs });
  }
  if (leavesAfterMs !== undefined) moves.push({ kind: 'leave', startMs: atMs + leavesAfterMs });
  return moves;
}

/** Words wait until the agent has finished; hanging up does not wait. */
const putOff = (move: Move, byMs: number): Move =>
  move.kind === 'leave' ? move : { ...move, startMs: move.startMs + byMs, endMs: move.endMs + byMs };
