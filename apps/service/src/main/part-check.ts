import { withTimeout } from '@parley/kernel/concurrency.ts';

/** What is wrong with a part of the installation, in words for its operator; undefined: nothing. */
export type Trouble = string | undefined;

export interface PartCheckOptions {
  readonly look: () => Promise<Trouble>;
  /** For so long what was seen holds, however many ask. */
  readonly keptMs: number;
  /** A part that takes longer to answer is in trouble, and in which. */
  readonly limitMs: number;
  readonly late: string;
  readonly nowMs: () => number;
}

/** Looks whether a part of the installation works. Never rejects, and never takes longer than its limit. */
export class PartCheck {
  readonly #options: PartCheckOptions;
  #seen: { readonly trouble: Promise<Trouble>; readonly untilMs: number } | undefined;
  #latest: Trouble;

  constructor(options: PartCheckOptions) {
    this.#options = options;
  }

  now(): Promise<Trouble> {
    const { keptMs, nowMs } = this.#options;
    if (this.#seen === undefined || this.#seen.untilMs <= nowMs())
      this.#seen = { trouble: this.#look(), untilMs: nowMs() + keptMs };
    return this.#seen.trouble;
  }

  /** As it was last seen, without waiting; what is out of date is looked at again meanwhile. */
  latest(): Trouble {
    void this.now();
    return this.#latest;
  }

  async #look(): Promise<Trouble> {
    const { look, limitMs, late } = this.#options;
    this.#latest = await withTimeout(limitMs, look(), late).catch((error: unknown) =>
      error instanceof Error ? error.message : String(error),
    );
    return this.#latest;
  }
}
