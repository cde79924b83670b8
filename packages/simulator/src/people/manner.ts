/** How somebody behaves on the phone. It is asked once for each thing the agent says, in the order of the call. */
export interface Manner {
  /** What they do on picking up, of their own accord. */
  pickUp(): Reaction;
  hear(saying: AgentSaying, isAboutToSpeak: boolean): Reaction | Unmoved;
}

export interface AgentSaying {
  readonly text: string;
  /** They have not heard anything of the agent's to its end yet: this is its first message, or the rest of it. */
  readonly isOpening: boolean;
}

/** They do what they were about to do: after the agent has finished, or as if it had said nothing. */
export type Unmoved = 'waits' | 'goes on';

export interface Reaction {
  readonly lines: readonly Utterance[];
  /** They begin after this share of what the agent is saying, and do not wait for its end. */
  readonly interruptsAt?: number;
  /** Counted from the end of the last line. */
  readonly leavesAfterMs?: number;
}

export interface Utterance {
  readonly text: string;
  /** A silence before it. */
  readonly afterMs: number;
}
