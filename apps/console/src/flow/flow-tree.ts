import { type Block, type Flow, isAsk, isBranch, isDecide, type Message } from './flow.model.ts';

/** The lists of a flow: its sections, those of a branch, the branches and the questions of a section. */
type ListKind = 'sections' | 'branches' | 'questions';

/** A position in a list: before the entry that has the index now. */
export interface Place {
  /** The id of the block that contains the list; `flow` for the top sections. */
  readonly owner: string;
  readonly kind: ListKind;
  readonly index: number;
}

export const FLOW = 'flow';

interface Located {
  readonly block: Block;
  /** As the service writes it: `flow.sections[1].branches[0]`. */
  readonly path: string;
  readonly place: Place;
  /** How deep the sections around it are: 1 at the top. */
  readonly depth: number;
}

/** Every block in the order of the call, with its position. */
export const blocksOf = (flow: Flow): Located[] => inList(flow.sections, FLOW, 'sections', 'flow', 1);

function inList(
  list: readonly Block[],
  owner: string,
  kind: ListKind,
  above: string,
  depth: number,
): Located[] {
  return list.flatMap((block, index) => {
    const path = `${above}.${kind}[${index}]`;
    return [{ block, path, place: { owner, kind, index }, depth }, ...inside(block, path, depth)];
  });
}

function inside(block: Block, path: string, depth: number): Located[] {
  if (isAsk(block)) return inList(block.questions, block.id, 'questions', path, depth);
  if (isDecide(block)) return inList(block.branches, block.id, 'branches', path, depth);
  if (isBranch(block)) return inList(block.sections, block.id, 'sections', path, depth + 1);
  return [];
}

export const locate = (flow: Flow, id: string): Located | undefined =>
  blocksOf(flow).find(({ block }) => block.id === id);

type EditList = (list: readonly Block[], owner: string, kind: ListKind) => readonly Block[];

/** The flow with each of its lists edited, outer ones first. Unchanged blocks stay the same objects. */
function editLists(flow: Flow, edit: EditList): Flow {
  const edited = <B extends Block>(list: readonly B[], owner: string, kind: ListKind): readonly B[] => {
    const next = edit(list, owner, kind).map(within);
    const isSame = next.length === list.length && next.every((block, index) => block === list[index]);
    return isSame ? list : (next as unknown as readonly B[]);
  };
  const within = (block: Block): Block => {
    if (isAsk(block)) return put(block, 'questions', edited(block.questions, block.id, 'questions'));
    if (isDecide(block)) return put(block, 'branches', edited(block.branches, block.id, 'branches'));
    if (isBranch(block)) return put(block, 'sections', edited(block.sections, block.id, 'sections'));
    return block;
  };
  return put(flow, 'sections', edited(flow.sections, FLOW, 'sections'));
}

const put = <Whole, Name extends keyof Whole>(whole: Whole, name: Name, value: Whole[Name]): Whole =>
  whole[name] === value ? whole : { ...whole, [name]: value };

/** The flow with a block changed. Messages count as blocks. */
export function change<B extends Block | Message>(
  flow: Flow,
  id: string,
  changes: Partial<Omit<B, 'id'>>,
): Flow {
  for (const message of ['firstMessage', 'lastMessage'] as const)
    if (flow[message].id === id) return { ...flow, [message]: { ...flow[message], ...changes } };
  return editLists(flow, (list) =>
    list.map((block) => (block.id === id ? ({ ...block, ...changes } as Block) : block)),
  );
}

export const insert = (flow: Flow, place: Place, block: Block): Flow =>
  editLists(flow, (list, owner, kind) =>
    owner === place.owner && kind === place.kind ? list.toSpliced(place.index, 0, block) : list,
  );

export const without = (flow: Flow, id: string): Flow =>
  editLists(flow, (list) => list.filter((block) => block.id !== id));

/** The flow with a block moved; unchanged if the target is inside the block or not for its kind. */
export function move(flow: Flow, id: string, to: Place): Flow {
  const from = locate(flow, id);
  if (!from || !canMove(from, to)) return flow;
  const isSameList = from.place.owner === to.owner;
  const index = isSameList && from.place.index < to.index ? to.index - 1 : to.index;
  return insert(without(flow, id), { ...to, index }, from.block);
}

/** Questions and branches move only among their own kind. */
export function canMove({ block, path, place }: Located, to: Place): boolean {
  if (place.kind !== to.kind) return false;
  if (to.owner === block.id) return false;
  return !inside(block, path, 1).some((inner) => inner.block.id === to.owner);
}

/** How a block moves by keyboard. `in` moves it into the nearest branch, `out` behind the surrounding decision. */
export type Step = 'up' | 'down' | 'in' | 'out';

/** The target of a step; undefined if it is impossible. */
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

/** The end of the last branch before it, or else the start of the first one after it. */
function beside(before: Block | undefined, after: Block | undefined): Place | undefined {
  const last = before && isDecide(before) ? before.branches.at(-1) : undefined;
  if (last) return { owner: last.id, kind: 'sections', index: last.sections.length };
  const first = after && isDecide(after) ? after.branches[0] : undefined;
  return first && { owner: first.id, kind: 'sections', index: 0 };
}

/** An error or a warning about a flow. */
export interface FlowProblem {
  readonly severity: 'error' | 'warning';
  /** The block that it is about; undefined: the whole flow. */
  readonly blockId: string | undefined;
  /** The property of the block: `condition.description`, or empty. */
  readonly property: string;
  readonly message: string;
  /** Whether the message is a whole sentence; otherwise it lacks its subject: "must not be blank". */
  readonly isSentence: boolean;
}

/** From a preflight, or from a refusal, whose problems lack their subject. */
type Finding =
  | { readonly severity: 'error' | 'warning'; readonly path?: string | undefined; readonly message: string }
  | { readonly path: string; readonly problem: string };

/**
 * Assigns findings of the service to blocks. Findings have paths of the flow that was sent; they are kept by block
 * id, so that a finding stays with its block when it is moved.
 */
export function problemsOf(flow: Flow, findings: readonly Finding[]): FlowProblem[] {
  const places = [
    { path: 'flow.firstMessage', id: flow.firstMessage.id },
    { path: 'flow.lastMessage', id: flow.lastMessage.id },
    ...blocksOf(flow).map(({ path, block }) => ({ path, id: block.id })),
  ].sort((one, other) => other.path.length - one.path.length);
  return findings.map((finding) => {
    const { path = '' } = finding;
    const place = places.find((one) => path === one.path || path.startsWith(`${one.path}.`));
    const where = { blockId: place?.id, property: place ? path.slice(place.path.length + 1) : path };
    return 'problem' in finding
      ? { ...where, severity: 'error', message: finding.problem, isSentence: false }
      : { ...where, severity: finding.severity, message: finding.message, isSentence: true };
  });
}
