import { Link, useNavigate } from '@tanstack/react-router';
import { Ellipsis, PhoneCall, Radio, Trash2, XCircle } from 'lucide-react';
import { useState } from 'react';
import { useAction } from '../../api/action.ts';
import { post, remove } from '../../api/client.ts';
import { useHasRole } from '../../api/me.ts';
import { Button, buttonClass, IconButton } from '../../components/button.tsx';
import { useConfirm } from '../../components/dialog.tsx';
import { Menu } from '../../components/menu.tsx';
import { WhenDialog } from './call-time-dialog.tsx';
import { type Conversation, callOnLine, isOnline, waitingCall } from './conversation.tsx';

/** What can be done to a conversation as a whole. */
export function ConversationActions({
  conversation,
  contactName,
}: {
  readonly conversation: Conversation;
  readonly contactName: string;
}) {
  const { id, status } = conversation;
  const mayChange = useHasRole('member');
  const confirm = useConfirm();
  const navigate = useNavigate();
  const [isCalling, setCalling] = useState(false);
  const invalidates = [['conversation', id], ['conversations'], ['overview']];
  const cancel = useAction(
    () => post('/console/api/conversations/{id}/cancel', undefined, { path: { id } }),
    {
      done: 'Conversation cancelled',
      invalidates,
    },
  );
  const invoke = useAction(
    (body: { scheduledAt?: string }) => post('/conversations/{id}/call-attempts', body, { path: { id } }),
    { done: 'Call queued', invalidates, isQuiet: true, onDone: () => setCalling(false) },
  );
  const erase = useAction(() => remove('/conversations/{id}', { path: { id } }), {
    done: 'Conversation deleted',
    invalidates: [['conversations'], ['overview']],
    onDone: () => void navigate({ to: '/conversations' }),
  });

  const isOnLine = callOnLine(conversation) !== undefined;
  const isOpen = status === 'SCHEDULED' || status === 'IN_PROGRESS';
  const canCancel = mayChange && isOpen && !isOnLine;
  const canCall =
    mayChange && !isOnLine && !isOnline(conversation) && waitingCall(conversation) === undefined;

  const onCancel = async () => {
    const words = `${contactName} will not be called, and your webhooks are notified of the cancellation.`;
    if (
      await confirm({
        title: 'Cancel this conversation?',
        words,
        yes: 'Cancel conversation',
        no: 'Keep conversation',
      })
    )
      cancel.run(undefined);
  };
  const onDelete = async () => {
    const words = `Transcripts, recordings and analyses are deleted. This cannot be undone.${
      isOnLine ? ' The call in progress continues to its end, and nothing of it is stored.' : ''
    }`;
    if (await confirm({ title: 'Delete this conversation?', words, yes: 'Delete conversation' }))
      erase.run(undefined);
  };
  return (
    <>
      {isOnLine && (
        <Link to="/conversations/$id/live" params={{ id }} className={buttonClass('primary')}>
          <Radio size={14} aria-hidden />
          Watch live
        </Link>
      )}
      {canCall && (
        <Button icon={<PhoneCall size={14} />} onClick={() => setCalling(true)}>
          Call again
        </Button>
      )}
      {canCancel && (
        <Button look="danger" icon={<XCircle size={14} />} busy={cancel.busy} onClick={onCancel}>
          Cancel
        </Button>
      )}
      {mayChange && (
        <Menu
          trigger={<IconButton label="More" icon={<Ellipsis size={16} />} />}
          items={[{ words: 'Delete', icon: <Trash2 size={14} />, onChoose: onDelete, isDanger: true }]}
        />
      )}
      <WhenDialog
        title={`Call ${contactName} again`}
        words={
          isOpen ? 'Another call is queued.' : 'The conversation is reopened and another call is queued.'
        }
        yes="Queue call"
        isTimeOptional
        isOpen={isCalling}
        onClose={() => {
          setCalling(false);
          invoke.reset();
        }}
        act={invoke}
      />
    </>
  );
}
