import type { Block, Flow } from './flow.model.ts';
import { isAsk, isBranch, isDecide } from './flow-block.ts';
import { blocksOf } from './flow-tree.ts';
import { conditionWords, sectionWords, titleOf } from './flow-words.ts';

export interface Difference {
  readonly id: string;
  readonly kind: 'only-mine' | 'only-theirs' | 'changed' | 'moved';
  readonly words: string;
}

/** Where two versions of a flow part, block by block. */
export function differences(mine: Flow, theirs: Flow): Difference[] {
  const [here, there] = [entriesOf(mine), entriesOf(theirs)];
  const before = (from: Entries, other: Entries, { owner, order }: Entry): string | undefined =>
    [...from.values()].filter((one) => one.owner === owner && one.order < order && other.has(one.id)).at(-1)
      ?.id;
  return [
    ...[...here.values()].flatMap((entry): Difference[] => {
      const { id, own, owner, words } = entry;
      const other = there.get(id);
      if (!other) return [{ id, kind: 'only-mine', words }];
      if (other.own !== own) return [{ id, kind: 'changed', words }];
      // What only one of them has pushes others along, which moves nothing.
      const stays = other.owner === owner && before(here, there, entry) === before(there, here, other);
      return stays ? [] : [{ id, kind: 'moved', words }];
    }),
    ...[...there.values()].flatMap(({ id, words }): Difference[] =>
      here.has(id) ? [] : [{ id, kind: 'only-theirs', words }],
    ),
  ];
}

interface Entry {
  readonly id: string;
  /** The block without what stands in it. */
  readonly own: string;
  readonly owner: string;
  readonly order: number;
  readonly words: string;
}
type Entries = ReadonlyMap<string, Entry>;

function entriesOf(flow: Flow): Entries {
  const messages = [
    { id: 'First message', own: flow.firstMessage.text },
    { id: 'Last message', own: flow.lastMessage.text },
  ].map((message) => ({ ...message, owner: '', order: 0, words: message.id }));
  const blocks = blocksOf(flow).map(({ block, place }) => ({
    id: block.id,
    own: JSON.stringify(ownOf(block)),
    owner: place.owner,
    order: place.index,
    words: wordsOf(block),
  }));
  return new Map([...messages, ...blocks].map((entry) => [entry.id, entry]));
}

function ownOf(block: Block): object {
  if (isAsk(block)) return { ...block, questions: [] };
  if (isDecide(block)) return { ...block, branches: [] };
  return isBranch(block) ? { ...block, sections: [] } : block;
}

function wordsOf(block: Block): string {
  if (isBranch(block)) return `Branch “${block.name.trim() || conditionWords(block.condition)}”`;
  if ('type' in block) return `${sectionWords[block.type]}: ${titleOf(block)}`;
  return `Question “${block.question}”`;
}
