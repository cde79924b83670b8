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
    return this.#parts.find((part) => this.#isFit(part));
  }

  /** Whether another could take over from this one. */
  hasOther(part: Part): boolean {
    return this.#parts.some((other) => other !== part && this.#isFit(other));
  }

  fail(part: Part): void {
    this.#failedAtMs.set(part, this.#nowMs());
  }

  /** It is given another chance at once. */
  forgive(part: Part): void {
    this.#failedAtMs.delete(part);
  }

  #isFit(part: Part): boolean {
    const failedAtMs = this.#failedAtMs.get(part);
    return failedAtMs === undefined || this.#nowMs() - failedAtMs >= REST_MS;
  }
}
