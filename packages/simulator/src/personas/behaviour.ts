/** How a persona behaves on the phone. Called once for each thing the agent says, in the order of the call. */
export interface Behaviour {
  /** What the persona does on picking up, before the agent speaks. */
  pickUp(): Reaction;
  hear(saying: AgentSaying, isAboutToSpeak: boolean): Reaction | Unmoved;
}

export interface AgentSaying {
  readonly text: string;
  /** The persona has not heard any sentence of the agent to its end: this is its first message, or the rest of it. */
  readonly isOpening: boolean;
}

/** The persona keeps to its plan: once the agent has finished (`waits`), or as if it had said nothing (`goes on`). */
export type Unmoved = 'waits' | 'goes on';

export interface Reaction {
  readonly lines: readonly Utterance[];
  /** Barge-in: the persona starts after this share of the agent's words (0 to 1) instead of waiting for their end. */
  readonly interruptsAt?: number;
  /** Counted from the end of the last line. */
  readonly leavesAfterMs?: number;
}

export interface Utterance {
  readonly text: string;
  /** A silence before it. */
  readonly afterMs: number;
}
