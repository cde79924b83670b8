/** A receiver that nobody knows yet gets a few requests at once; one that answers well gets more, up to this. */
const FIRST = 2;
const MOST = 32;

interface Target {
  limit: number;
  underWay: number;
  /** Whether anything happened since the last look. */
  isFresh: boolean;
}

/**
 * How many requests each receiver gets at a time. One that fails or hangs is down to one, so that it holds next to
 * none of the places that all of them share.
 */
export class TargetPace {
  readonly #targets = new Map<string, Target>();

  /** For those not listed by `exceptions`. */
  readonly first = FIRST;

  exceptions(): ReadonlyMap<string, number> {
    return new Map(
      [...this.#targets].map(([id, { limit, underWay }]) => [id, Math.max(0, limit - underWay)]),
    );
  }

  begin(id: string): void {
    const target = this.#targets.get(id) ?? { limit: FIRST, underWay: 0, isFresh: true };
    target.underWay++;
    target.isFresh = true;
    this.#targets.set(id, target);
  }

  end(id: string, isSuccess: boolean): void {
    const target = this.#targets.get(id);
    if (!target) return;
    target.underWay--;
    target.isFresh = true;
    target.limit = isSuccess ? Math.min(MOST, target.limit * 2) : 1;
  }

  /** It ended without a request: nothing is known by it. */
  withdraw(id: string): void {
    const target = this.#targets.get(id);
    if (target) target.underWay--;
  }

  /** Forgets receivers that had nothing to do since the last time. */
  forgetIdle(): void {
    for (const [id, target] of this.#targets) {
      if (!target.isFresh && target.underWay === 0) this.#targets.delete(id);
      target.isFresh = false;
    }
  }
}
