import { restoredAt } from '../storage/installation.ts';
import type { Everywhere } from '../storage/scope.ts';

/** So soon after parley resume a process lets go by itself. Nobody asks in an installation that is not held. */
const LOOK_MS = 1000;

/**
 * Whether this installation is a restored copy that nobody has resumed: beside it the one that was backed up may run, and
 * send what was queued at the backup's moment. So a copy tells nobody anything: no message to contacts, no mail to users but
 * links to sign in that are asked for now, no webhook delivery, no search for candidates, and no trunk is opened. All of it stays in its queue.
 *
 * A restore is refused while processes run, so one that was let go is never held again.
 */
export class RestoreHold {
  #since: Date | undefined;
  readonly #everywhere: Everywhere;
  readonly #onError: (error: Error) => void;
  readonly #waiting: (() => Promise<void>)[] = [];
  #timer: NodeJS.Timeout | undefined;

  private constructor(everywhere: Everywhere, since: Date | undefined, onError: (error: Error) => void) {
    this.#everywhere = everywhere;
    this.#since = since;
    this.#onError = onError;
    // It keeps no process alive: one that fails to start ends.
    if (since !== undefined) this.#timer = setInterval(() => void this.#look(), LOOK_MS).unref();
  }

  static async open(everywhere: Everywhere, onError: (error: Error) => void): Promise<RestoreHold> {
    return new RestoreHold(everywhere, await restoredAt(everywhere), onError);
  }

  /** When it was restored; undefined: it is not held, or not any more. */
  get since(): Date | undefined {
    return this.#since;
  }

  /** Does it now if nothing is held, or else after parley resume; never after `close`. */
  async onRelease(work: () => Promise<void>): Promise<void> {
    if (this.#since === undefined) await work();
    else this.#waiting.push(work);
  }

  close(): void {
    clearInterval(this.#timer);
    this.#waiting.splice(0);
  }

  async #look(): Promise<void> {
    // While the database is away it stays held; others say that it is away.
    const since = await restoredAt(this.#everywhere).catch(() => this.#since);
    if (since !== undefined) return;
    clearInterval(this.#timer);
    this.#since = undefined;
    await Promise.all(this.#waiting.splice(0).map((work) => work().catch(this.#onError)));
  }
}
