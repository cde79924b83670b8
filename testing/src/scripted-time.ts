import { type CallClock, waited } from '@parley/speech/call-clock.ts';

interface Appointment {
  readonly atMs: number;
  readonly work: () => void;
}

/** A clock that jumps to the next thing that is to happen, so that a call of minutes is over in a moment. */
export class ScriptedTime implements CallClock {
  #nowMs = 0;
  readonly #appointments = new Set<Appointment>();

  nowMs(): number {
    return this.#nowMs;
  }

  after(ms: number, work: () => void): () => void {
    const appointment = { atMs: this.#nowMs + ms, work };
    this.#appointments.add(appointment);
    return () => this.#appointments.delete(appointment);
  }

  /** Lets time pass until the work is done; an hour without that is a failure. */
  async until<Result>(work: Promise<Result>): Promise<Result> {
    let isDone = false;
    const end = () => {
      isDone = true;
    };
    work.then(end, end);
    const latestMs = this.#nowMs + 3_600_000;
    for (await settled(); !isDone; await settled()) {
      if (this.#nowMs > latestMs) throw new Error('an hour has passed, and it is not done');
      this.#next();
    }
    return work;
  }

  async pass(ms: number): Promise<void> {
    await this.until(waited(this, ms));
  }

  /** Of several at the same time the one that was asked for first. */
  #next(): void {
    let next: Appointment | undefined;
    for (const one of this.#appointments) if (next === undefined || one.atMs < next.atMs) next = one;
    if (next === undefined) throw new Error('nothing more is going to happen');
    this.#appointments.delete(next);
    this.#nowMs = next.atMs;
    next.work();
  }
}

/** Everything that follows from it without time passing has happened. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
