import type { AnalysisCapacity } from '../domains/conversations/call-analysis.actions.ts';

/**
 * The places of a process for analyses under way. A company takes no more places than it leaves free, so that one whose
 * model is slow, or does not answer at all, never takes the last place: alone it has half of them, two have a third each.
 */
export class AnalysisShare {
  readonly #places: number;
  readonly #underWay = new Map<string, number>();
  #free: number;

  constructor(places: number) {
    this.#places = places;
    this.#free = places;
  }

  get isIdle(): boolean {
    return this.#free === this.#places;
  }

  capacity(most: number): AnalysisCapacity {
    const exceptions = [...this.#underWay].map(([id, count]) => [id, this.#room(count)] as const);
    return {
      most: Math.min(most, this.#free),
      perCompany: this.#room(0),
      exceptions: new Map(exceptions),
    };
  }

  begin(companyId: string): void {
    this.#free -= 1;
    this.#underWay.set(companyId, (this.#underWay.get(companyId) ?? 0) + 1);
  }

  end(companyId: string, count: number): void {
    this.#free += count;
    const left = (this.#underWay.get(companyId) ?? 0) - count;
    if (left > 0) this.#underWay.set(companyId, left);
    else this.#underWay.delete(companyId);
  }

  /** With that many more it has as many as it leaves free. */
  #room(underWay: number): number {
    return Math.max(0, Math.ceil((this.#free - underWay) / 2));
  }
}
