import type { PlanQuestion, PlanSection } from '../../plan.ts';

/** Every question of a flow, whichever branch it stands in. */
export const questionsIn = (sections: readonly PlanSection[]): PlanQuestion[] =>
  sections.flatMap((section) =>
    section.type === 'looping'
      ? section.questions
      : section.type === 'conditional'
        ? section.branches.flatMap((branch) => questionsIn(branch.sections))
        : [],
  );
