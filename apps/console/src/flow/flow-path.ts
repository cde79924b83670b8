import { type Flow, isDecide } from './flow.model.ts';
import { otherwiseOf } from './flow-drawing.ts';
import { blocksOf } from './flow-tree.ts';

/** A part of a flow that a call reached, as the service names it. */
export interface PathPart {
  readonly id: string;
  readonly kind: 'message' | 'section' | 'question' | 'branch';
  readonly label: string;
}

/** What is drawn into the diagram: the path of one call or of several, and what no test case reaches. */
export interface FlowTrace {
  readonly reached: ReadonlySet<string>;
  readonly unreached: ReadonlySet<string>;
}

/** The ids that the paths of calls touch. A call that met no condition of a section went past its branches. */
export function reachedBy(flow: Flow, paths: readonly (readonly PathPart[])[]): Set<string> {
  const reached = new Set<string>();
  const decisions = blocksOf(flow).flatMap(({ block }) => (isDecide(block) ? [block] : []));
  for (const path of paths) {
    const ids = path.map(({ id }) => id);
    for (const id of ids) reached.add(id);
    for (const { id, branches } of decisions) {
      const at = ids.indexOf(id);
      const wentOn = at >= 0 && at < ids.length - 1;
      if (wentOn && !branches.some((branch) => ids.includes(branch.id))) reached.add(otherwiseOf(id));
    }
  }
  return reached;
}

/** How many parts of a path the flow no longer has: it was changed since the call. */
export function missingParts(flow: Flow, path: readonly PathPart[]): number {
  const known = new Set([
    flow.firstMessage.id,
    flow.lastMessage.id,
    ...blocksOf(flow).map(({ block }) => block.id),
  ]);
  return path.filter(({ id }) => !known.has(id)).length;
}
