/** Finds what a helpful person answers. The same question gets the same answer, in clearer words when asked again. */
export interface Answers {
  to(question: Asked): string;
}

export interface Asked {
  readonly text: string;
  /** One of the flow's own, in its own words. */
  readonly isPlanned: boolean;
  /** What the flow calls the answer. */
  readonly key?: string;
  /** They were asked before, and not understood. */
  readonly isAgain: boolean;
}
