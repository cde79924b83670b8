import type { Heard, Party, Words } from './party.ts';

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
