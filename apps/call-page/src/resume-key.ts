/**
 * The key to a call that is on, kept for this tab alone: after a reload the same person can go on. It is forgotten with
 * the call.
 */
export class ResumeKeyStore {
  readonly #name: string;

  constructor(path: string) {
    this.#name = `parley call ${path}`;
  }

  read(): string | undefined {
    return withStorage((storage) => storage.getItem(this.#name) ?? undefined);
  }

  keep(key: string): void {
    withStorage((storage) => storage.setItem(this.#name, key));
  }

  forget(): void {
    withStorage((storage) => storage.removeItem(this.#name));
  }
}

/** Some browsers have no storage in private windows: then there is nothing to go on with. */
function withStorage<Result>(use: (storage: Storage) => Result): Result | undefined {
  try {
    return use(sessionStorage);
  } catch {
    return undefined;
  }
}
