import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Button } from '../../components/button.tsx';
import { Dialog, DialogActions } from '../../components/dialog.tsx';
import { LoadError, SkeletonLines } from '../../components/placeholder.tsx';
import { randomId } from '../../components/random-id.ts';
import { fullTime } from '../../components/time.tsx';
import { differences } from '../../flow/flow-difference.ts';
import { readFlow } from '../../flow/flow-document.ts';
import type { Agent } from './agent.ts';
import type { AgentEditor } from './agent-editor.ts';
import { changesOf, settingsOf } from './settings/settings.model.ts';

const kinds = {
  'only-mine': 'Only in yours',
  'only-theirs': 'Only in theirs',
  changed: 'Different',
  moved: 'Moved',
} as const;

/** Somebody was faster: what they have saved is looked at before anything is lost. */
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
              Use theirs
            </Button>
            <Button
              look="danger"
              busy={save.busy}
              onClick={async () => {
                if (await overwrite(theirs.data)) onClose();
              }}
            >
              Overwrite with mine
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
      ...inSettings.map((name) => ({ id: name, kind: kinds.changed, words: `Setting “${name}”` })),
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
