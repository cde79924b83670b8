/**
 * Whoever is at the other end of a written conversation: a simulated person, or somebody who types. They decide
 * what they do and when; the party keeps the time. All times are milliseconds since the call was answered.
 */
export interface Interlocutor {
  /** The agent begins to say this, and comes to its end unless they do something before. */
  hear(saying: HeardSaying): void;
  /** What they do next, if they begin it before the given moment; asked only once for each thing they do. */
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
