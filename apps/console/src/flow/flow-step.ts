import type { Block } from './flow.model.ts';
import { isDecide } from './flow-block.ts';
import type { Located, Place } from './flow-tree.ts';

/** How a block moves by keyboard. `in` leads into the branch beside it, `out` behind the decision around it. */
export type Step = 'up' | 'down' | 'in' | 'out';

/** Where a step leads among all the blocks of a flow; undefined where there is no way. */
export function stepPlace(all: readonly Located[], id: string, step: Step): Place | undefined {
  const here = all.find(({ block }) => block.id === id);
  if (!here) return undefined;
  const siblings = all.filter(
    ({ place }) => place.owner === here.place.owner && place.kind === here.place.kind,
  );
  const { place } = here;
  switch (step) {
    case 'up':
      return place.index === 0 ? undefined : { ...place, index: place.index - 1 };
    case 'down':
      return place.index >= siblings.length - 1 ? undefined : { ...place, index: place.index + 2 };
    case 'out':
      return place.kind === 'sections' ? outside(all, place) : undefined;
    case 'in':
      return place.kind === 'sections'
        ? beside(siblings[place.index - 1]?.block, siblings[place.index + 1]?.block)
        : undefined;
  }
}

function outside(all: readonly Located[], { owner }: Place): Place | undefined {
  const branch = all.find(({ block }) => block.id === owner);
  const decision = all.find(({ block }) => block.id === branch?.place.owner);
  return decision && { ...decision.place, index: decision.place.index + 1 };
}

/** The end of the last branch before it, else the beginning of the first one after it. */
function beside(before: Block | undefined, after: Block | undefined): Place | undefined {
  const last = before && isDecide(before) ? before.branches.at(-1) : undefined;
  if (last) return { owner: last.id, kind: 'sections', index: last.sections.length };
  const first = after && isDecide(after) ? after.branches[0] : undefined;
  return first && { owner: first.id, kind: 'sections', index: 0 };
}
