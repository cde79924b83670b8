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
