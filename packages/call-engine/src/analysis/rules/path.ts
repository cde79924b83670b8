import type { CallFindings } from '../../outcome.ts';
import type { CallPlan, PlanQuestion, PlanSection } from '../../plan.ts';

/**
 * The questions on the path of this call, in order: those asked and those still ahead when it ended. Questions of
 * branches that were not taken, or not chosen yet, are left out.
 */
export function questionsOnPath(plan: CallPlan, findings: CallFindings): PlanQuestion[] {
  const taken = new Map(findings.branches.map(({ sectionId, branchId }) => [sectionId, branchId]));
  const visit = (section: PlanSection): readonly PlanQuestion[] => {
    if (section.type === 'looping') return section.questions;
    if (section.type !== 'conditional') return [];
    const branch = section.branches.find(({ id }) => id === taken.get(section.id));
    return branch?.sections.flatMap(visit) ?? [];
  };
  return plan.sections.flatMap(visit);
}
