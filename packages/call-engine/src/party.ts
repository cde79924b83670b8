/** Text, or a stream of it: speaking starts with the first sentence. */
export type Words = string | AsyncIterable<string>;

/** All of it, for a party that writes instead of speaking. */
export async function wholeText(words: Words): Promise<string> {
  if (typeof words === 'string') return words;
  let text = '';
  for await (const part of words) text += part;
  return text;
}

/**
 * The other side of a call, as the conductor sees it. All times are milliseconds since the call was answered, in the
 * time of the call: on a simulated line that is simulated time. Nothing in a call may use another clock.
 */
export interface Party {
  /** Says it, after what is still being said. */
  say(words: Words): Saying;
  /**
   * The next event from the contact, in order. It is a silence when neither side has spoken for `patienceMs`; words
   * that start before that are waited for. `expected` are phrases that are likely to be said now, for speech to text.
   */
  listen(patienceMs: number, expected?: readonly string[]): Promise<Heard>;
  /** Presses keys of a telephone (0 to 9, *, #). Absent: it cannot. */
  press?(keys: string): void;
  /** Transfers the call; afterwards nothing more is said or heard. False: the destination did not take it. */
  transfer(to: string): Promise<boolean>;
  /** Hangs up once everything has been said. Does nothing if the contact has already left. */
  leave(): Promise<void>;
  /** How long the call has lasted. */
  elapsedMs(): number;
  /**
   * For how long that time stood still, by the clock on the wall: on hold, or while the contact was away. Absent: it never
   * does.
   */
  pausedMs?(): number;
}

export interface Saying {
  /** Resolves when it has been said, or when the contact interrupted or hung up. */
  readonly done: Promise<Said>;
}

export interface Said {
  /** What the contact actually heard: shorter than the text when they interrupted (barge-in). */
  readonly text: string;
  readonly isWhole: boolean;
  readonly startMs: number;
  readonly endMs: number;
}

export type Heard =
  /** An interim transcript; a final one with the same start follows. */
  | { readonly kind: 'partial'; readonly text: string; readonly startMs: number; readonly endMs: number }
  | {
      readonly kind: 'words';
      readonly text: string;
      readonly startMs: number;
      readonly endMs: number;
      /** Lower case, as in the transcript; absent when speech to text does not report it. */
      readonly language?: string;
      /** From 0 to 1: how sure speech to text is of them; absent when it does not say, and in typed calls. */
      readonly confidence?: number;
    }
  | { readonly kind: 'digit'; readonly digit: string; readonly atMs: number }
  /**
   * The end of a machine's tone: a voicemail records from here on. It interrupts what is being said, as words do.
   * `isFaint`: it may be any tone, and counts only where the words are a machine's; it interrupts nothing. `isFax`: a
   * fax machine answers.
   */
  | {
      readonly kind: 'beep';
      readonly atMs: number;
      readonly isFaint?: true;
      readonly isFax?: true;
    }
  | { readonly kind: 'silence'; readonly atMs: number }
  /** The contact rejoined; the time away counts neither as silence nor as time of the call. */
  | { readonly kind: 'returned'; readonly atMs: number }
  | { readonly kind: 'left'; readonly atMs: number };

/** Thrown during a call when the process shuts down. */
export class Stopped extends Error {
  constructor() {
    super('the service was stopped during the call');
  }
}

/** Thrown during a call that an operator ends. Nothing failed. */
export class AskedToEnd extends Error {
  constructor() {
    super('somebody in the console ended the call');
  }
}

/** Signals that end a call from outside. */
export interface CallSignals {
  /** The process shuts down. */
  readonly signal: AbortSignal;
  /** An operator ends the call: it goes to its last message. Absent: not supported. */
  readonly ending?: AbortSignal;
}

/**
 * A party that stops listening once a signal is aborted. The current sentence is finished, and there is still time
 * for an apology or a goodbye.
 */
export function stoppable(party: Party, signals: CallSignals): Party {
  return {
    say: (words: Words) => party.say(words),
    listen: (patienceMs, expected) => unlessStopped(() => party.listen(patienceMs, expected), signals),
    ...(party.press && { press: (keys: string) => party.press?.(keys) }),
    transfer: (to) => party.transfer(to),
    leave: () => party.leave(),
    elapsedMs: () => party.elapsedMs(),
  };
}

async function unlessStopped(listen: () => Promise<Heard>, { signal, ending }: CallSignals): Promise<Heard> {
  if (signal.aborted) throw new Stopped();
  if (ending?.aborted) throw new AskedToEnd();
  const { promise: stopped, reject } = Promise.withResolvers<never>();
  const stop = () => reject(new Stopped());
  const end = () => reject(new AskedToEnd());
  signal.addEventListener('abort', stop, { once: true });
  ending?.addEventListener('abort', end, { once: true });
  try {
    return await Promise.race([listen(), stopped]);
  } finally {
    signal.removeEventListener('abort', stop);
    ending?.removeEventListener('abort', end);
  }
}
