import { Link } from '@tanstack/react-router';
import { PhoneIncoming, PhoneOutgoing } from 'lucide-react';
import { classNames } from '../../kit/class-names.ts';
import { Status, stateWords } from '../../kit/status.tsx';
import { clockTime, Time } from '../../kit/time.tsx';
import { AttemptMenu } from './attempt-menu.tsx';
import { type Attempt, type Conversation, isOnline } from './conversation-query.ts';

/** Every call of the conversation in their order; one of them is the one that is shown. */
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
          ? 'The contact has not opened their page yet.'
          : 'No call is queued. Call once more, or delete the conversation.'}
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
