import { comparisonWords } from '@parley/kernel/condition-words.ts';
import { holds } from '../expression.ts';
import type { PlanBranch, PlanConditional, PlanSection } from '../plan.ts';
import type { Dialogue } from './dialogue.ts';

/** A correction made another branch the right one while the call was inside a section: it goes back to that section. */
export class Left {
  readonly section: PlanConditional;
  readonly branch: PlanBranch | undefined;
  constructor(section: PlanConditional, branch: PlanBranch | undefined) {
    this.section = section;
    this.branch = branch;
  }
}

/** Decides a section that the flow has come to. */
export async function takeBranch(
  dialogue: Dialogue,
  section: PlanConditional,
): Promise<PlanBranch | undefined> {
  const { revisions } = dialogue.findings;
  const { branch, reason } = await choose(dialogue, section);
  dialogue.findings.takeBranch(section.id, branch?.id ?? null, reason);
  dialogue.route.take({ section, branch, revisions, isOpen: true });
  return branch;
}

/**
 * The first section, in the order of the flow, that corrections have given another branch; it is decided anew here. What
 * cannot be undone, a handoff or the end, ends the call: so whatever was decided before can be decided again.
 */
export async function redecide(
  dialogue: Dialogue,
  { isOpenOnly }: { readonly isOpenOnly: boolean },
): Promise<(Left & { readonly isOpen: boolean }) | undefined> {
  const { findings, route } = dialogue;
  for (;;) {
    const { revisions } = findings;
    const taken = route.stale(revisions).find(({ isOpen }) => isOpen || !isOpenOnly);
    if (taken === undefined) return undefined;
    const { section, isOpen } = taken;
    const { branch, reason } = await choose(dialogue, section);
    route.take({ section, branch, revisions, isOpen: isOpen || branch !== taken.branch });
    if (branch === taken.branch) continue;
    const why = 'An answer was corrected: another branch is right.';
    dialogue.decide({ kind: 'leave', sectionId: section.id, branchId: taken.branch?.id ?? null, why });
    findings.retakeBranch(section.id, branch?.id ?? null, reason);
    return Object.assign(new Left(section, branch), { isOpen });
  }
}

/** The first branch that matches, else the default, else none. Only intents need the dialogue model. */
async function choose(
  dialogue: Dialogue,
  { id, branches, defaultBranchId }: PlanConditional,
): Promise<{ readonly branch: PlanBranch | undefined; readonly reason: string }> {
  for (const branch of branches) {
    const reason = await reasonFor(dialogue, id, branch);
    if (reason !== undefined) return { branch, reason: `"${branch.name}": ${reason}` };
  }
  const fallback = branches.find((branch) => branch.id === defaultBranchId);
  return {
    branch: fallback,
    reason:
      fallback === undefined
        ? 'No branch holds and there is no default: the section is skipped.'
        : `"${fallback.name}": no branch holds, and this is the default.`,
  };
}

/** Why the branch matches; undefined when it does not. */
async function reasonFor(
  dialogue: Dialogue,
  sectionId: string,
  { id: branchId, condition, sections }: PlanBranch,
): Promise<string | undefined> {
  if (condition.type === 'expression') {
    // Nobody is put through to somebody on a guess.
    if (handsOff(sections) && isGuess(dialogue, condition.field)) return undefined;
    return holds(condition, dialogue.findings.known, dialogue.plan.language)
      ? `${comparisonWords(condition.field, condition.operator, condition.value)}.`
      : undefined;
  }
  const { description } = condition;
  dialogue.decide({ kind: 'judge', sectionId, branchId, description });
  const judgement = await dialogue.judge(description);
  return judgement.holds ? judgement.reason : undefined;
}

const isGuess = ({ findings }: Dialogue, field: string): boolean =>
  findings.answers.some(({ key, isLikely }) => isLikely === true && field === `answer.${key}`);

const handsOff = (sections: readonly PlanSection[]): boolean =>
  sections.some(
    (section) =>
      section.type === 'human_handoff' ||
      (section.type === 'conditional' && section.branches.some((branch) => handsOff(branch.sections))),
  );
