import { Failure } from '@parley/kernel/failure.ts';

/** Responses that go on for as long as a client listens are bounded, because each of them costs a poll or a file. */
const MOST_OF_CALLER = 50;
const MOST_OF_COMPANY = 200;
const RETRY_SECONDS = 10;
/** Expiry announces itself to nobody, so every stream is looked at this often. */
const RECHECK_MS = 30_000;

interface OpenStream {
  readonly caller: string;
  readonly company: string | undefined;
  readonly isStillAllowed: () => Promise<boolean>;
  readonly revoked: AbortController;
}

/**
 * The streams that clients read now. Whoever loses access loses its open streams too: they are checked again at every
 * change of keys, sessions and members, and every half minute.
 */
export class OpenStreams {
  readonly #open = new Set<OpenStream>();
  #timer: NodeJS.Timeout | undefined;
  #checking: Promise<void> | undefined;
  #isStale = false;

  /** Throws when there are too many. The signal is aborted when access is lost; `done` ends the watch. */
  begin(stream: Omit<OpenStream, 'revoked'>): { readonly revoked: AbortSignal; readonly done: () => void } {
    const count = (isSame: (open: OpenStream) => boolean): number =>
      this.#open.values().filter(isSame).toArray().length;
    const isFull =
      count(({ caller }) => caller === stream.caller) >= MOST_OF_CALLER ||
      (stream.company !== undefined && count(({ company }) => company === stream.company) >= MOST_OF_COMPANY);
    if (isFull)
      throw new Failure('too_many_requests', 'Too many streams are open at once: close some of them', {
        retryAfterSeconds: RETRY_SECONDS,
      });
    const open = { ...stream, revoked: new AbortController() };
    this.#open.add(open);
    this.#timer ??= setInterval(() => this.recheck(), RECHECK_MS).unref();
    return {
      revoked: open.revoked.signal,
      done: () => {
        this.#open.delete(open);
        if (this.#open.size > 0) return;
        clearInterval(this.#timer);
        this.#timer = undefined;
      },
    };
  }

  /** Looks at every stream; a change that comes meanwhile is looked at afterwards. */
  recheck(): Promise<void> {
    this.#isStale = true;
    this.#checking ??= this.#checkAll().finally(() => {
      this.#checking = undefined;
    });
    return this.#checking;
  }

  async #checkAll(): Promise<void> {
    while (this.#isStale) {
      this.#isStale = false;
      for (const { isStillAllowed, revoked } of [...this.#open]) {
        // Whatever cannot be checked, because the database is away, is checked next time.
        if ((await isStillAllowed().catch(() => true)) === false) revoked.abort();
      }
    }
  }
}
