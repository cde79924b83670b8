import type { Heard, Party, Words } from './party.ts';

/** Thrown in the middle of a call when the process that holds it has to end. */
export class Stopped extends Error {
  constructor() {
    super('the service was stopped during the call');
  }
}

/**
 * A party whom the conductor stops listening to once the signal is aborted, whatever it is waiting for. What is
 * being said is said to its end, and afterwards there is still time for a word of apology.
 */
export function stoppable(party: Party, signal: AbortSignal): Party {
  return {
    say: (words: Words) => party.say(words),
    listen: (patienceMs) => unlessStopped(() => party.listen(patienceMs), signal),
    transfer: (to) => party.transfer(to),
    leave: () => party.leave(),
    elapsedMs: () => party.elapsedMs(),
  };
}

async function unlessStopped(listen: () => Promise<Heard>, signal: AbortSignal): Promise<Heard> {
  if (signal.aborted) throw new Stopped();
  const { promise: stopped, reject } = Promise.withResolvers<never>();
  const stop = () => reject(new Stopped());
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([listen(), stopped]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
