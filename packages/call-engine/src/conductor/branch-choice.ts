import { type Expression, holds } from '../expression.ts';
import type { PlanBranch, PlanConditional } from '../plan.ts';
import type { Dialogue } from './dialogue.ts';

/** The first branch that matches, else the default, else none. Only intents need the dialogue model. */
export async function chooseBranch(
  dialogue: Dialogue,
  { id, branches, defaultBranchId }: PlanConditional,
): Promise<PlanBranch | undefined> {
  for (const branch of branches) {
    const reason = await reasonFor(dialogue, id, branch);
    if (reason === undefined) continue;
    dialogue.findings.takeBranch(id, branch.id, `"${branch.name}": ${reason}`);
    return branch;
  }
  const fallback = branches.find((branch) => branch.id === defaultBranchId);
  dialogue.findings.takeBranch(
    id,
    fallback?.id ?? null,
    fallback === undefined
      ? 'No branch holds and there is no default: the section is skipped.'
      : `"${fallback.name}": no branch holds, and this is the default.`,
  );
  return fallback;
}

/** Why the branch matches; undefined when it does not. */
async function reasonFor(
  dialogue: Dialogue,
  sectionId: string,
  { id: branchId, condition }: PlanBranch,
): Promise<string | undefined> {
  if (condition.type === 'expression')
    return holds(condition, dialogue.findings.known) ? `${inWords(condition)} holds.` : undefined;
  const { description } = condition;
  dialogue.decide({ kind: 'judge', sectionId, branchId, description });
  const judgement = await dialogue.judge(description);
  return judgement.holds ? judgement.reason : undefined;
}

const inWords = ({ field, operator, value }: Expression): string =>
  [field, operator, ...(value === undefined ? [] : [JSON.stringify(value)])].join(' ');
