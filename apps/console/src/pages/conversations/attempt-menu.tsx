import { CalendarClock, Ellipsis, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useAct } from '../../api/act.ts';
import { patch, remove } from '../../api/client.ts';
import { useMay } from '../../api/me.ts';
import { IconButton } from '../../kit/button.tsx';
import { useConfirm } from '../../kit/confirm.tsx';
import { Menu } from '../../kit/menu.tsx';
import { type Attempt, type Conversation, isOnline } from './conversation-query.ts';
import { WhenDialog } from './when-dialog.tsx';

/** What can be done to one call: moved while it waits, deleted while nobody talks. */
export function AttemptMenu({
  attempt,
  conversation,
  name,
}: {
  readonly attempt: Attempt;
  readonly conversation: Conversation;
  readonly name: string;
}) {
  const mayChange = useMay('member');
  const confirm = useConfirm();
  const [isMoving, setMoving] = useState(false);
  const path = { id: conversation.id, attemptId: attempt.id };
  const touches = [['conversation', conversation.id], ['conversations']];
  const move = useAct(
    ({ scheduledAt = '' }: { scheduledAt?: string }) =>
      patch('/conversations/{id}/call-attempts/{attemptId}', { scheduledAt }, { path }),
    { done: `${name} was moved`, touches, isQuiet: true, onDone: () => setMoving(false) },
  );
  const erase = useAct(() => remove('/conversations/{id}/call-attempts/{attemptId}', { path }), {
    done: `${name} was deleted`,
    touches,
  });
  // A call on the line runs to its end, and the contact's own page is not ours to take calls from.
  if (!mayChange || attempt.status === 'IN_PROGRESS' || isOnline(conversation)) return null;
  const isWaiting = attempt.status === 'SCHEDULED';
  const onDelete = async () => {
    const words = isWaiting
      ? 'Nobody is called, and no event is sent. The conversation stays.'
      : 'Its transcript, recording and analysis are deleted with it. This cannot be undone.';
    if (await confirm({ title: `Delete ${name.toLowerCase()}?`, words, yes: 'Delete the call' }))
      erase.run(undefined);
  };
  return (
    <>
      <Menu
        trigger={<IconButton label={`More about ${name.toLowerCase()}`} icon={<Ellipsis size={16} />} />}
        items={[
          ...(isWaiting
            ? [{ words: 'Move', icon: <CalendarClock size={14} />, onChoose: () => setMoving(true) }]
            : []),
          { words: 'Delete', icon: <Trash2 size={14} />, onChoose: onDelete, isDanger: true },
        ]}
      />
      <WhenDialog
        title={`Move ${name.toLowerCase()}`}
        words="The call is placed at this time, also outside the calling window."
        yes="Move the call"
        isOpen={isMoving}
        onClose={() => {
          setMoving(false);
          move.reset();
        }}
        startsAt={attempt.scheduledAt}
        act={move}
      />
    </>
  );
}
