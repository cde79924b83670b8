/** Writes about one thing happen one after the other, so that none overtakes a later one. What fails is reported. */
export class WritesInTurn {
  readonly #onError: (error: Error) => void;
  readonly #last = new Map<string, Promise<void>>();

  constructor(onError: (error: Error) => void) {
    this.#onError = onError;
  }

  async do(about: string, write: () => Promise<void>): Promise<void> {
    const before = this.#last.get(about) ?? Promise.resolve();
    const done = before.then(write).catch(this.#onError);
    this.#last.set(about, done);
    await done;
    if (this.#last.get(about) === done) this.#last.delete(about);
  }
}
