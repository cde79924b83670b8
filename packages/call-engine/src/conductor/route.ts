import type { PlanBranch, PlanConditional, PlanQuestion, PlanSection } from '../plan.ts';

interface Taken {
  readonly section: PlanConditional;
  readonly branch: PlanBranch | undefined;
  /** How many corrections there had been when it was last decided. */
  readonly revisions: number;
  /** The call is inside it. */
  readonly isOpen: boolean;
}

/** The branches that the call has taken, in the order of the flow. */
export class Route {
  readonly #taken = new Map<PlanConditional, Taken>();

  take(taken: Taken): void {
    const before = this.#taken.get(taken.section);
    if (before !== undefined && before.branch !== taken.branch)
      for (const inner of conditionalsIn(before.branch?.sections ?? [])) this.#taken.delete(inner);
    this.#taken.set(taken.section, taken);
  }

  close(section: PlanConditional): void {
    const taken = this.#taken.get(section);
    if (taken !== undefined) this.#taken.set(section, { ...taken, isOpen: false });
  }

  /** Decided before the latest correction. */
  stale(revisions: number): readonly Taken[] {
    return [...this.#taken.values()].filter((taken) => taken.revisions < revisions);
  }

  /** The questions on this route: of a section that is not decided yet, those of every branch. */
  questionsIn(sections: readonly PlanSection[]): PlanQuestion[] {
    return sections.flatMap((section) => {
      if (section.type === 'looping') return section.questions;
      if (section.type !== 'conditional') return [];
      const taken = this.#taken.get(section);
      const branches =
        taken === undefined ? section.branches : taken.branch === undefined ? [] : [taken.branch];
      return branches.flatMap((branch) => this.questionsIn(branch.sections));
    });
  }
}

const conditionalsIn = (sections: readonly PlanSection[]): PlanConditional[] =>
  sections.flatMap((section) =>
    section.type === 'conditional'
      ? [section, ...section.branches.flatMap((branch) => conditionalsIn(branch.sections))]
      : [],
  );
