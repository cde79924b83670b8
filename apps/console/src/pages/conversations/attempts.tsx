import { Link } from '@tanstack/react-router';
import { CalendarClock, PhoneIncoming, PhoneOutgoing, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useAction } from '../../api/action.ts';
import { patch, remove } from '../../api/client.ts';
import { useHasRole } from '../../api/me.ts';
import { Badge, Status, stateWords } from '../../components/badge.tsx';
import { classNames } from '../../components/class-names.ts';
import { useConfirm } from '../../components/dialog.tsx';
import { MoreMenu } from '../../components/menu.tsx';
import { clockTime, Time } from '../../components/time.tsx';
import { type Attempt, type Conversation, isOnline } from './conversation.tsx';
import { WhenDialog } from './conversation-actions.tsx';
import { SipLadder } from './sip-ladder.tsx';

/** Every call of the conversation in order; one is selected. */
export function Attempts({
  conversation,
  shown,
  onShow,
}: {
  readonly conversation: Conversation;
  readonly shown: Attempt | undefined;
  readonly onShow: (attempt: Attempt) => void;
}) {
  const { callAttempts } = conversation;
  if (callAttempts.length === 0) {
    return (
      <p className="text-soft">
        {isOnline(conversation)
          ? 'The contact has not opened the call page yet.'
          : 'No call is queued. Call again, or delete the conversation.'}
      </p>
    );
  }
  return (
    <ol className="flex flex-col">
      {callAttempts.map((attempt) => (
        <Row
          key={attempt.id}
          attempt={attempt}
          conversation={conversation}
          isShown={attempt.id === shown?.id}
          onShow={onShow}
        />
      ))}
    </ol>
  );
}

function Row({
  attempt,
  conversation,
  isShown,
  onShow,
}: {
  readonly attempt: Attempt;
  readonly conversation: Conversation;
  readonly isShown: boolean;
  readonly onShow: (attempt: Attempt) => void;
}) {
  const { status, reasonCode, direction, retryNumber, scheduledAt, calledAt, duration, notes, transcript } =
    attempt;
  const Direction = direction === 'INBOUND' ? PhoneIncoming : PhoneOutgoing;
  const name = `Call ${retryNumber + 1}`;
  const isReadable = transcript.length > 0;
  return (
    <li className="group relative flex gap-3 pb-4 last:pb-0">
      <span
        aria-hidden
        className={classNames(
          'z-1 grid size-6 shrink-0 place-items-center rounded-full border',
          isShown ? 'border-accent bg-accent-soft text-accent' : 'border-line bg-surface text-soft',
        )}
      >
        <Direction size={12} />
      </span>
      <span aria-hidden className="absolute start-3 top-6 bottom-0 w-px bg-line group-last:hidden" />
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <div className="flex min-h-6 flex-wrap items-center gap-2">
          {isReadable ? (
            <button
              type="button"
              aria-pressed={isShown}
              onClick={() => onShow(attempt)}
              className="font-medium hover:underline"
            >
              {name}
            </button>
          ) : (
            <span className="font-medium">{name}</span>
          )}
          <Status of={status} />
          {attempt.isSimulated && <Badge>Simulated</Badge>}
          <span className="ms-auto">
            <AttemptMenu attempt={attempt} conversation={conversation} name={name} />
          </span>
        </div>
        <p className="text-xs text-soft">
          {calledAt === null ? 'Due ' : ''}
          <Time at={calledAt ?? scheduledAt} exact />
          {duration !== null && ` · ${clockTime(duration)}`}
          {reasonCode !== null && reasonCode !== status && ` · ${stateWords(reasonCode)}`}
        </p>
        {notes && (
          <p dir="auto" className="text-xs break-words text-soft">
            {notes}
          </p>
        )}
        {attempt.audio && <Audio of={attempt.audio} />}
        {attempt.audio?.handoff && <Audio of={attempt.audio.handoff} isHandoff />}
        {/* Other calls have none. One that waits with a note has been tried. */}
        {(calledAt !== null || (status === 'SCHEDULED' && notes !== null)) &&
          !isOnline(conversation) &&
          !conversation.isTest && <SipLadder id={conversation.id} attemptId={attempt.id} />}
        {status === 'IN_PROGRESS' && (
          <Link
            to="/conversations/$id/live"
            params={{ id: conversation.id }}
            className="self-start text-xs font-medium text-live underline underline-offset-2"
          >
            Watch this call
          </Link>
        )}
      </div>
    </li>
  );
}

/** How the audio of a telephone call arrived; `isHandoff`: that of the person to whom the contact was bridged. */
function Audio({
  of: { mos, lossPercent, jitterMs, roundTripMs, silentSeconds, outbound, unheardSeconds = 0 },
  isHandoff = false,
}: {
  readonly of: Omit<NonNullable<Attempt['audio']>, 'handoff'>;
  readonly isHandoff?: boolean;
}) {
  const us = isHandoff ? 'contact' : 'agent';
  const parts = [
    ...(isHandoff ? ['Handoff'] : []),
    mos === null ? 'No audio arrived' : `Audio quality ${mos.toFixed(1)} of 4.4`,
    `${lossPercent} % loss`,
    `${jitterMs} ms jitter`,
    ...(roundTripMs === null ? [] : [`${roundTripMs} ms round trip`]),
    ...(silentSeconds === 0 ? [] : [`nothing arrived for ${silentSeconds} s`]),
    ...(outbound
      ? [`${us} at the other side ${outbound.mos.toFixed(1)} of 4.4, ${outbound.lossPercent} % loss`]
      : []),
    ...(unheardSeconds === 0 ? [] : [`the ${us} did not arrive there for ${unheardSeconds} s`]),
  ];
  return <p className="text-xs text-soft">{parts.join(' · ')}</p>;
}

/** The actions of a call: reschedule while it waits, delete while it is not in progress. */
function AttemptMenu({
  attempt,
  conversation,
  name,
}: {
  readonly attempt: Attempt;
  readonly conversation: Conversation;
  readonly name: string;
}) {
  const mayChange = useHasRole('member');
  const confirm = useConfirm();
  const [isMoving, setMoving] = useState(false);
  const path = { id: conversation.id, attemptId: attempt.id };
  const invalidates = [['conversation', conversation.id], ['conversations']];
  const move = useAction(
    ({ scheduledAt = '' }: { scheduledAt?: string }) =>
      patch('/conversations/{id}/call-attempts/{attemptId}', { scheduledAt }, { path }),
    { done: `${name} rescheduled`, invalidates, isQuiet: true, onDone: () => setMoving(false) },
  );
  const erase = useAction(() => remove('/conversations/{id}/call-attempts/{attemptId}', { path }), {
    done: `${name} deleted`,
    invalidates,
  });
  // A call in progress cannot be deleted, nor one that the contact opens on the call page.
  if (!mayChange || attempt.status === 'IN_PROGRESS' || isOnline(conversation)) return null;
  const isWaiting = attempt.status === 'SCHEDULED';
  const onDelete = async () => {
    const words = isWaiting
      ? 'The call is not made and no event is sent. The conversation is kept.'
      : 'Its transcript, recording and analysis are deleted too. This cannot be undone.';
    if (await confirm({ title: `Delete ${name.toLowerCase()}?`, words, yes: 'Delete call' }))
      erase.run(undefined);
  };
  return (
    <>
      <MoreMenu
        of={name.toLowerCase()}
        items={[
          ...(isWaiting
            ? [
                {
                  words: 'Reschedule call…',
                  icon: <CalendarClock size={14} />,
                  onChoose: () => setMoving(true),
                },
              ]
            : []),
          { words: 'Delete call attempt…', icon: <Trash2 size={14} />, onChoose: onDelete, isDanger: true },
        ]}
      />
      <WhenDialog
        title={`Reschedule ${name.toLowerCase()}`}
        words="The call is placed at this time, even outside calling hours."
        yes="Reschedule call"
        isOpen={isMoving}
        onClose={() => {
          setMoving(false);
          move.reset();
        }}
        startsAt={attempt.scheduledAt}
        contactId={conversation.contactId}
        act={move}
      />
    </>
  );
}
