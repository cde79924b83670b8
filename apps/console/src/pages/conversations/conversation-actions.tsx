import { MOST_DAYS_AHEAD } from '@parley/contract/conversation.ts';
import { Link, useNavigate } from '@tanstack/react-router';
import { FlaskConical, PhoneCall, Radio, Trash2, XCircle } from 'lucide-react';
import { useState } from 'react';
import { type Action, useAction } from '../../api/action.ts';
import { post, remove } from '../../api/client.ts';
import { useHasRole } from '../../api/me.ts';
import { serverClock } from '../../api/server-clock.ts';
import { Button, buttonClass } from '../../components/button.tsx';
import { Dialog, useConfirm } from '../../components/dialog.tsx';
import { TextField } from '../../components/field.tsx';
import { DialogForm } from '../../components/form.tsx';
import { MoreMenu } from '../../components/menu.tsx';
import { CallTimeWarning } from './call-time-warning.tsx';
import { type Conversation, callOnLine, isOnline, waitingCall } from './conversation.tsx';
import { NoTrunk } from './no-trunk.tsx';

/** The actions of a conversation. */
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

  const testCase = useAction(() => post('/conversations/{id}/test-case', {}, { path: { id } }), {
    done: 'Test case added to the agent',
    invalidates: [['test-cases', conversation.agentId]],
    onDone: () =>
      void navigate({ to: '/agents/$id', params: { id: conversation.agentId }, search: { tab: 'try' } }),
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
          Cancel conversation…
        </Button>
      )}
      {mayChange && (
        <MoreMenu
          items={[
            {
              words: 'Make a test case from this call',
              icon: <FlaskConical size={14} />,
              onChoose: () => testCase.run(undefined),
              isDisabled: conversation.analytics === undefined || testCase.busy,
            },
            { words: 'Delete conversation…', icon: <Trash2 size={14} />, onChoose: onDelete, isDanger: true },
          ]}
        />
      )}
      <WhenDialog
        title={`Call ${contactName} again`}
        words={
          isOpen ? 'Another call is queued.' : 'The conversation is reopened and another call is queued.'
        }
        yes="Queue call"
        isTimeOptional
        contactId={conversation.contactId}
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

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** A local time in the format of `datetime-local`. */
const localTime = (ms: number): string =>
  new Date(ms - new Date(ms).getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 16);

interface WhenDialogProps<Answer> {
  readonly title: string;
  readonly words: string;
  readonly yes: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Without a time, the call is placed as soon as calling hours allow. */
  readonly isTimeOptional?: boolean;
  readonly startsAt?: string | undefined;
  /** Whom the call is to. */
  readonly contactId: string;
  readonly act: Action<{ scheduledAt?: string }, Answer>;
}

/** Asks for the time of a call. */
export function WhenDialog<Answer>(props: WhenDialogProps<Answer>) {
  const { title, isOpen, onClose } = props;
  return (
    <Dialog title={title} isOpen={isOpen} onClose={onClose}>
      <WhenForm {...props} />
    </Dialog>
  );
}

function WhenForm<Answer>(props: WhenDialogProps<Answer>) {
  const { words, yes, onClose, isTimeOptional, startsAt, contactId, act } = props;
  const [openedAtMs] = useState(serverClock.nowMs);
  const [time, setTime] = useState(startsAt === undefined ? '' : localTime(Date.parse(startsAt)));
  return (
    <DialogForm
      action={act}
      shown={['scheduledAt']}
      verb={yes}
      onSubmit={() => act.run(time === '' ? {} : { scheduledAt: new Date(time).toISOString() })}
      onCancel={onClose}
    >
      <p className="text-soft">{words}</p>
      <NoTrunk />
      <TextField
        label="Call time"
        type="datetime-local"
        required={!isTimeOptional}
        min={localTime(openedAtMs)}
        max={localTime(openedAtMs + MOST_DAYS_AHEAD * DAY_MS)}
        hint={`In your time zone, ${Intl.DateTimeFormat().resolvedOptions().timeZone}.${
          isTimeOptional ? ' Leave it empty to call as soon as calling hours allow.' : ''
        }`}
        value={time}
        error={act.errorAt('scheduledAt')}
        onChange={(event) => setTime(event.target.value)}
      />
      <CallTimeWarning contactId={contactId} time={time} />
    </DialogForm>
  );
}
