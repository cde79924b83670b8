import { useNavigate } from '@tanstack/react-router';
import { Ban, Ellipsis, Pause, Pencil, Play, Rocket, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useAct } from '../../api/act.ts';
import { post, remove } from '../../api/client.ts';
import { Button, IconButton } from '../../kit/button.tsx';
import { useConfirm } from '../../kit/confirm.tsx';
import { Menu } from '../../kit/menu.tsx';
import type { CancelMyself } from './cancelled-elsewhere.ts';
import { LaunchDialog } from './launch-dialog.tsx';
import { RenameDialog } from './rename-dialog.tsx';
import { mayBeDeleted, type Run } from './run.ts';

/** What can be done with a run as it is now. */
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
  const touches = [['run', id], ['runs']];
  const pause = useAct(() => post('/runs/{id}/pause', undefined, { path }), {
    touches,
    done: 'Paused: nothing further is dialled',
  });
  const resume = useAct(() => post('/runs/{id}/resume', undefined, { path }), { touches, done: 'Resumed' });
  const cancel = useAct(() => cancelMyself(() => post('/runs/{id}/cancel', undefined, { path })), {
    touches,
    done: ({ affectedCalls }) => `Cancelled: ${affectedCalls.toLocaleString()} calls will not be made`,
  });
  const erase = useAct(() => remove('/runs/{id}', { path }), {
    touches: [['runs']],
    done: 'The run was deleted',
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
              ? 'No call is on the line right now.'
              : `${live.toLocaleString()} ${live === 1 ? 'call is' : 'calls are'} on the line and will go on to the end.`}
          </p>
        </>
      ),
      yes: 'Cancel the run',
      no: 'Keep it running',
    });
    if (isYes) cancel.run(undefined);
  };
  const askToDelete = async () => {
    const isYes = await confirm({
      title: 'Delete this run?',
      words: 'The list goes. Its conversations stay.',
      yes: 'Delete the run',
    });
    if (isYes) erase.run(undefined);
  };

  return (
    <>
      {status === 'DRAFT' && (
        <Button look="primary" icon={<Rocket size={16} />} onClick={() => setLaunching(true)}>
          Launch…
        </Button>
      )}
      {status === 'RUNNING' && (
        <Button icon={<Pause size={16} />} busy={pause.busy} onClick={() => pause.run(undefined)}>
          Pause
        </Button>
      )}
      {status === 'PAUSED' && (
        <Button
          look="primary"
          icon={<Play size={16} />}
          busy={resume.busy}
          onClick={() => resume.run(undefined)}
        >
          Resume
        </Button>
      )}
      {(status === 'SCHEDULED' || status === 'RUNNING' || status === 'PAUSED') && (
        <Button look="danger" icon={<Ban size={16} />} busy={cancel.busy} onClick={askToCancel}>
          Cancel…
        </Button>
      )}
      <Menu
        trigger={<IconButton label="More" icon={<Ellipsis size={16} />} />}
        items={[
          { words: 'Rename…', icon: <Pencil size={14} />, onChoose: () => setRenaming(true) },
          {
            words: 'Delete…',
            icon: <Trash2 size={14} />,
            isDanger: true,
            isDisabled: !mayBeDeleted(status),
            onChoose: askToDelete,
          },
        ]}
      />
      <LaunchDialog run={run} isOpen={isLaunching} onClose={() => setLaunching(false)} />
      <RenameDialog run={run} isOpen={isRenaming} onClose={() => setRenaming(false)} />
    </>
  );
}
