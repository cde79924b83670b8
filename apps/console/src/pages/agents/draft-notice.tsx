import { useState } from 'react';
import { useAction } from '../../api/action.ts';
import { get, isNotFound, post, type Reply, remove } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { Dialog, DialogActions, useConfirm } from '../../components/dialog.tsx';
import { Notice } from '../../components/notice.tsx';
import { Time } from '../../components/time.tsx';
import { authorWords } from '../conversations/correctable.ts';
import { VersionChanges } from './version-changes.tsx';

export type Draft = Reply<'/agents/{id}/draft', 'get'>;

/** The draft of an agent; null when there is none. */
export const draftQuery = (id: string) => ({
  queryKey: ['agent', id, 'draft'],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Draft | null> => {
    try {
      return await get('/agents/{id}/draft', { path: { id }, signal });
    } catch (error) {
      if (isNotFound(error)) return null;
      throw error;
    }
  },
});

/** Says that there is a draft, or that this is one, and what can be done with it. */
export function DraftNotice({
  agentId,
  draft,
  isEditing,
  isDirty,
  mayChange,
  onOpen,
  onClose,
}: {
  readonly agentId: string;
  readonly draft: Draft | null;
  readonly isEditing: boolean;
  readonly isDirty: boolean;
  readonly mayChange: boolean;
  readonly onOpen: () => void;
  readonly onClose: () => void;
}) {
  const confirm = useConfirm();
  const [isPublishing, setPublishing] = useState(false);
  const discard = useAction(() => remove('/agents/{id}/draft', { path: { id: agentId } }), {
    done: 'Draft discarded',
    invalidates: [['agent', agentId]],
    onDone: onClose,
  });
  if (!isEditing) {
    if (!draft) return null;
    return (
      <Notice
        action={
          <Button size="small" onClick={onOpen}>
            Open draft
          </Button>
        }
      >
        There is a draft of this agent{draft.by && ` by ${authorWords(draft.by)}`}, saved{' '}
        <Time at={draft.createdAt} />. Calls are made with the published version.
      </Notice>
    );
  }
  const askDiscard = async () => {
    const words = 'The draft is deleted. The published version stays as it is.';
    if (await confirm({ title: 'Discard the draft?', words, yes: 'Discard draft' })) discard.run(undefined);
  };
  return (
    <>
      <Notice
        tone={draft?.isBehind ? 'warn' : 'neutral'}
        action={
          <span className="flex flex-wrap gap-2">
            <Button size="small" onClick={onClose}>
              Show published version
            </Button>
            {draft && mayChange && (
              <>
                <Button size="small" look="danger" busy={discard.busy} onClick={() => void askDiscard()}>
                  Discard draft…
                </Button>
                <Button size="small" look="primary" disabled={isDirty} onClick={() => setPublishing(true)}>
                  Publish…
                </Button>
              </>
            )}
          </span>
        }
      >
        {draft
          ? 'This is the draft: no contact is called with it until you publish it.'
          : 'You are beginning a draft: what you save here changes no calls until you publish it.'}
        {draft?.isBehind && ' Another version was published since it was begun.'}
      </Notice>
      {draft && isPublishing && (
        <PublishDialog draft={draft} onClose={() => setPublishing(false)} onPublished={onClose} />
      )}
    </>
  );
}

function PublishDialog({
  draft,
  onClose,
  onPublished,
}: {
  readonly draft: Draft;
  readonly onClose: () => void;
  readonly onPublished: () => void;
}) {
  const { agentId, isBehind } = draft;
  const publish = useAction(
    () => post('/agents/{id}/draft/publish', { overwrite: isBehind }, { path: { id: agentId } }),
    {
      done: 'Published. New calls are made with this version',
      invalidates: [['agents'], ['agent', agentId]],
      onDone: onPublished,
    },
  );
  return (
    <Dialog title="Publish the draft" isOpen onClose={onClose} wide>
      <p className="text-soft">
        New calls are made with it from now on. Conversations under way keep the version they started with.
        {isBehind &&
          ' Another version was published since this draft was begun: publishing replaces those changes.'}
      </p>
      <VersionChanges agentId={agentId} versionId={draft.id} />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          look={isBehind ? 'danger' : 'primary'}
          busy={publish.busy}
          onClick={() => publish.run(undefined)}
        >
          {isBehind ? 'Publish and replace' : 'Publish'}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
