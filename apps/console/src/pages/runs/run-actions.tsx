import { useNavigate } from '@tanstack/react-router';
import { Ban, Pause, Pencil, Play, Rocket, Trash2 } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useAction } from '../../api/action.ts';
import { ApiFailure, patch, post, remove } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { Dialog, useConfirm } from '../../components/dialog.tsx';
import { TextField } from '../../components/field.tsx';
import { DialogForm } from '../../components/form.tsx';
import { MoreMenu } from '../../components/menu.tsx';
import { useToast } from '../../components/notice.tsx';
import { LaunchDialog } from './launch-dialog.tsx';
import { mayBeDeleted, type Run } from './run.ts';

/** The actions of a run, by its status. */
export function RunActions({
  run,
  cancelMyself,
}: {
  readonly run: Run;
  readonly cancelMyself: CancelMyself;
}) {
  const { id, status, progress } = run;
  const path = { id };
  const [isLaunching, setLaunching] = useState(false);
  const [isRenaming, setRenaming] = useState(false);
  const confirm = useConfirm();
  const navigate = useNavigate();
  const invalidates = [['run', id], ['runs']];
  const pause = useAction(() => post('/runs/{id}/pause', undefined, { path }), {
    invalidates,
    done: 'Run paused: no further calls are placed',
  });
  const resume = useAction(() => post('/runs/{id}/resume', undefined, { path }), {
    invalidates,
    done: 'Run resumed',
  });
  const cancel = useAction(() => cancelMyself(() => post('/runs/{id}/cancel', undefined, { path })), {
    invalidates,
    done: ({ affectedCalls }) => `Cancelled: ${affectedCalls.toLocaleString()} calls will not be made`,
  });
  const erase = useAction(() => remove('/runs/{id}', { path }), {
    invalidates: [['runs']],
    done: 'Run deleted',
    onDone: () => void navigate({ to: '/runs' }),
  });

  const askToCancel = async () => {
    const live = progress.inProgress;
    const isYes = await confirm({
      title: 'Cancel this run?',
      words: (
        <>
          <p>
            {progress.queued.toLocaleString()} waiting {progress.queued === 1 ? 'call' : 'calls'} will never
            be made. A cancelled run cannot be resumed.
          </p>
          <p className="mt-2">
            {live === 0
              ? 'No call is in progress.'
              : `${live.toLocaleString()} ${live === 1 ? 'call is' : 'calls are'} in progress and will continue to the end.`}
          </p>
        </>
      ),
      yes: 'Cancel run',
      no: 'Keep running',
    });
    if (isYes) cancel.run(undefined);
  };
  const askToDelete = async () => {
    const isYes = await confirm({
      title: 'Delete this run?',
      words: 'The list of contacts is deleted. Conversations are kept.',
      yes: 'Delete run',
    });
    if (isYes) erase.run(undefined);
  };

  return (
    <>
      {status === 'DRAFT' && (
        <Button look="primary" icon={<Rocket size={16} />} onClick={() => setLaunching(true)}>
          Launch run…
        </Button>
      )}
      {status === 'RUNNING' && (
        <Button icon={<Pause size={16} />} busy={pause.busy} onClick={() => pause.run(undefined)}>
          Pause run
        </Button>
      )}
      {status === 'PAUSED' && (
        <Button
          look="primary"
          icon={<Play size={16} />}
          busy={resume.busy}
          onClick={() => resume.run(undefined)}
        >
          Resume run
        </Button>
      )}
      {(status === 'SCHEDULED' || status === 'RUNNING' || status === 'PAUSED') && (
        <Button look="danger" icon={<Ban size={16} />} busy={cancel.busy} onClick={askToCancel}>
          Cancel run…
        </Button>
      )}
      <MoreMenu
        items={[
          { words: 'Rename run…', icon: <Pencil size={14} />, onChoose: () => setRenaming(true) },
          {
            words: 'Delete run…',
            icon: <Trash2 size={14} />,
            isDanger: true,
            isDisabled: !mayBeDeleted(status),
            onChoose: askToDelete,
          },
        ]}
      />
      <LaunchDialog run={run} isOpen={isLaunching} onClose={() => setLaunching(false)} />
      <Dialog title="Rename run" isOpen={isRenaming} onClose={() => setRenaming(false)}>
        <RenameForm run={run} onClose={() => setRenaming(false)} />
      </Dialog>
    </>
  );
}

/** Sends the user's own cancellation. */
type CancelMyself = <Answer>(send: () => Promise<Answer>) => Promise<Answer>;

/**
 * Notifies the user when somebody else cancels the run. The returned function sends the user's own cancellation: the
 * change event may arrive before the answer, so it counts as their own from the start, unless it is refused.
 */
export function useCancelledElsewhere(run: Run | undefined): CancelMyself {
  const say = useToast();
  const ownId = useRef<string>(undefined);
  const before = useRef<{ readonly id: string; readonly status: string }>(undefined);
  useEffect(() => {
    if (run === undefined) return;
    const wasOpen = before.current?.id === run.id && before.current.status !== 'CANCELLED';
    if (wasOpen && run.status === 'CANCELLED' && ownId.current !== run.id)
      say({ words: 'Somebody else cancelled this run', tone: 'bad' });
    before.current = { id: run.id, status: run.status };
  }, [run, say]);
  const id = run?.id;
  return useCallback(
    async (send) => {
      ownId.current = id;
      try {
        return await send();
      } catch (error) {
        // Without an answer, the run may still have been cancelled.
        if (error instanceof ApiFailure && error.status >= 400 && error.status < 500)
          ownId.current = undefined;
        throw error;
      }
    },
    [id],
  );
}

function RenameForm({ run, onClose }: { readonly run: Run; readonly onClose: () => void }) {
  const [name, setName] = useState(run.name);
  const rename = useAction(() => patch('/runs/{id}', { name }, { path: { id: run.id } }), {
    isQuiet: true,
    invalidates: [['run', run.id], ['runs']],
    done: 'Run renamed',
    onDone: onClose,
  });
  return (
    <DialogForm
      action={rename}
      shown={['name']}
      verb="Rename"
      onSubmit={() => rename.run(undefined)}
      onCancel={onClose}
    >
      <TextField
        label="Name"
        required
        autoFocus
        value={name}
        error={rename.errorAt('name')}
        onChange={(event) => setName(event.target.value)}
      />
    </DialogForm>
  );
}
