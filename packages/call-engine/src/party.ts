/** Words that may still be on their way: a dialogue model that streams is heard from its first sentence on. */
export type Words = string | AsyncIterable<string>;

/**
 * Whom the conductor talks to. All times are milliseconds since the call was answered, in the time of the call:
 * on a simulated line that is simulated time, and nothing in a call may look at any other clock.
 */
export interface Party {
  /** Begins to say it, after what is still being said. */
  say(words: Words): Saying;
  /**
   * The next thing that comes from them, in the order it happened. It is a silence when neither side has made a
   * sound for so long; what they begin to say before that is waited for.
   */
  listen(patienceMs: number): Promise<Heard>;
  /** Passes the call on; afterwards nothing more is said or heard. False: the other number did not take it. */
  transfer(to: string): Promise<boolean>;
  /** Hangs up, once everything has been said. Harmless when they have left already. */
  leave(): Promise<void>;
  /** How long the call has lasted. */
  elapsedMs(): number;
}

export interface Saying {
  /** Answers when it has been said to its end, or when they interrupted it or left. */
  readonly done: Promise<Said>;
}

export interface Said {
  /** What they really heard of it: shorter than it was meant to be when they interrupted. */
  readonly text: string;
  readonly isWhole: boolean;
  readonly startMs: number;
  readonly endMs: number;
}

export type Heard =
  /** Words that may still change; a final one with the same start follows. */
  | { readonly kind: 'partial'; readonly text: string; readonly startMs: number; readonly endMs: number }
  | {
      readonly kind: 'words';
      readonly text: string;
      readonly startMs: number;
      readonly endMs: number;
      /** Lower case, as in the transcript; absent when the ear does not say. */
      readonly language?: string;
    }
  | { readonly kind: 'digit'; readonly digit: string; readonly atMs: number }
  /** The tone of a machine that records from here on, once it is over. It breaks off what is being said, as words do. */
  | { readonly kind: 'beep'; readonly atMs: number }
  | { readonly kind: 'silence'; readonly atMs: number }
  /** They were away, which was no silence and took no time of the call, and are back. */
  | { readonly kind: 'returned'; readonly atMs: number }
  | { readonly kind: 'left'; readonly atMs: number };
