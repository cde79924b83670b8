import type { Heard, Party, Words } from './party.ts';

/** Thrown in the middle of a call when the process that holds it has to end. */
export class Stopped extends Error {
  constructor() {
    super('the service was stopped during the call');
  }
}

/** Thrown in the middle of a call that somebody else wants to end. Nothing failed. */
export class AskedToEnd extends Error {
  constructor() {
    super('somebody in the console ended the call');
  }
}

/** What may break into a call from outside. */
export interface CallSignals {
  /** The process has to end. */
  readonly signal: AbortSignal;
  /** The call is to end, as if it had come to its last message. Absent: nobody can ask for it. */
  readonly ending?: AbortSignal;
}

/**
 * A party whom the conductor stops listening to once a signal is aborted, whatever it is waiting for. What is
 * being said is said to its end, and afterwards there is still time for a word of apology, or for goodbye.
 */
export function stoppable(party: Party, signals: CallSignals): Party {
  return {
    say: (words: Words) => party.say(words),
    listen: (patienceMs) => unlessStopped(() => party.listen(patienceMs), signals),
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
