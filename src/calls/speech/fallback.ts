/** After so long something that failed may have come back. */
const REST_MS = 30_000;

/** Which of several parts serves: the first of the list that has not failed lately. */
export class Fallback<Part> {
  readonly #parts: readonly Part[];
  readonly #nowMs: () => number;
  readonly #failedAtMs = new Map<Part, number>();

  constructor(parts: readonly Part[], nowMs: () => number) {
    this.#parts = parts;
    this.#nowMs = nowMs;
  }

  /** None: all of them failed lately. */
  get current(): Part | undefined {
    return this.#parts.find((part) => {
      const failedAtMs = this.#failedAtMs.get(part);
      return failedAtMs === undefined || this.#nowMs() - failedAtMs >= REST_MS;
    });
  }

  fail(part: Part): void {
    this.#failedAtMs.set(part, this.#nowMs());
  }
}
