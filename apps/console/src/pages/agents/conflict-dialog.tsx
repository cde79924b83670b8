import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Button } from '../../components/button.tsx';
import { Dialog, DialogActions } from '../../components/dialog.tsx';
import { LoadError, SkeletonLines } from '../../components/placeholder.tsx';
import { randomId } from '../../components/random-id.ts';
import { fullTime } from '../../components/time.tsx';
import { type Block, type Flow, isAsk, isBranch, isDecide } from '../../flow/flow.model.ts';
import { readFlow } from '../../flow/flow-document.ts';
import { blocksOf } from '../../flow/flow-tree.ts';
import { conditionWords, sectionWords, titleOf } from '../../flow/flow-words.ts';
import type { Agent } from './agent.ts';
import type { AgentEditor } from './agent-editor.ts';
import { settingWords } from './change-words.ts';
import { changesOf, settingsOf } from './settings/settings-form.ts';

const kinds = {
  'only-mine': 'Only in your version',
  'only-theirs': 'Only in their version',
  changed: 'Different',
  moved: 'Moved',
} as const;

/** Shown when somebody else saved the agent first: compares both versions before anything is overwritten. */
export function ConflictDialog({
  editor,
  isOpen,
  onClose,
}: {
  readonly editor: AgentEditor;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) {
  const { agent, save, readTheirs, overwrite, takeTheirs } = editor;
  const theirs = useQuery({
    queryKey: ['agent', agent.id, 'theirs', save.failure?.traceId ?? agent.updatedAt],
    queryFn: readTheirs,
    enabled: isOpen,
    staleTime: 0,
  });
  return (
    <Dialog title="Somebody else changed this agent" isOpen={isOpen} onClose={onClose} wide>
      {theirs.data ? (
        <>
          <p className="text-soft">
            Their version was saved on {fullTime(theirs.data.updatedAt)}. Your version is not saved yet, and
            nothing of it is lost.
          </p>
          <Comparison editor={editor} theirs={theirs.data} />
          <DialogActions>
            <Button autoFocus onClick={onClose}>
              Keep editing
            </Button>
            <Button
              onClick={() => {
                takeTheirs(theirs.data);
                onClose();
              }}
            >
              Load their version
            </Button>
            <Button
              look="danger"
              busy={save.busy}
              onClick={async () => {
                if (await overwrite(theirs.data)) onClose();
              }}
            >
              Overwrite with my version
            </Button>
          </DialogActions>
        </>
      ) : theirs.error ? (
        <LoadError error={theirs.error} onRetry={() => void theirs.refetch()} />
      ) : (
        <SkeletonLines />
      )}
    </Dialog>
  );
}

function Comparison({
  editor: { flowEditor, settings },
  theirs,
}: {
  readonly editor: AgentEditor;
  readonly theirs: Agent;
}) {
  const { flow } = flowEditor;
  const parts = useMemo(() => {
    const other = theirs.flow && readFlow(theirs.flow, randomId);
    const inFlow = flow && other ? differences(flow, other) : [];
    const inSettings = Object.keys(changesOf(settingsOf(theirs), settings.values));
    return [
      ...inFlow.map(({ id, kind, words }) => ({ id, kind: kinds[kind], words })),
      ...inSettings.map((name) => ({
        id: name,
        kind: kinds.changed,
        words: `Setting “${settingWords(name)}”`,
      })),
    ];
  }, [flow, theirs, settings.values]);
  if (parts.length === 0) return <p>There are no differences.</p>;
  return (
    <ul aria-label="Differences" className="max-h-72 overflow-auto rounded-md border border-line">
      {parts.map(({ id, kind, words }) => (
        <li key={`${kind}${id}`} className="flex gap-3 border-b border-line px-3 py-1.5 last:border-0">
          <span className="w-28 shrink-0 text-xs leading-5 text-soft">{kind}</span>
          <span dir="auto" className="min-w-0 truncate">
            {words}
          </span>
        </li>
      ))}
    </ul>
  );
}

interface Difference {
  readonly id: string;
  readonly kind: 'only-mine' | 'only-theirs' | 'changed' | 'moved';
  readonly words: string;
}

/** The differences between two versions of a flow, block by block. */
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
      // Blocks that shift because of an added or removed one do not count as moved.
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
  /** The block without the blocks inside it. */
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
