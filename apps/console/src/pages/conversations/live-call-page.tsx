import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { buttonClass } from '../../kit/button.tsx';
import { Empty } from '../../kit/empty.tsx';
import { Page } from '../../kit/page.tsx';
import { SkeletonLines } from '../../kit/skeleton.tsx';
import { stateWords } from '../../kit/status.tsx';
import { Time } from '../../kit/time.tsx';
import { Trouble } from '../../kit/trouble.tsx';
import { Captions } from './captions.tsx';
import {
  agentQuery,
  type Conversation,
  callOnLine,
  contactQuery,
  conversationQuery,
  isGone,
  waitingCall,
} from './conversation-query.ts';
import { ConversationState } from './conversation-state.tsx';
import { Decisions } from './decisions.tsx';
import { Elapsed } from './elapsed.tsx';
import { EndCallButton } from './end-call-button.tsx';
import { ListenButton, ListeningNote } from './listen-button.tsx';
import { useListening } from './listening.ts';
import { useLiveWatch } from './live-watch.ts';

/** A call while it is held: its words as they come, its sound, and the way to end it. */
export function LiveCallPage() {
  const { id = '' } = useParams({ strict: false });
  const { data, error, refetch } = useQuery(conversationQuery(id));
  if (data && !isGone(error)) return <Live key={id} conversation={data} />;
  return (
    <Page title="Live call">
      {error ? <Trouble error={error} onRetry={() => void refetch()} /> : <SkeletonLines lines={8} />}
    </Page>
  );
}

function Live({ conversation }: { readonly conversation: Conversation }) {
  const { id, contactId, agentId } = conversation;
  const { call, connection } = useLiveWatch(id);
  const contact = useQuery(contactQuery(contactId));
  const agent = useQuery(agentQuery(agentId));
  const listening = useListening(id);
  const [endingId, setEndingId] = useState<string>();
  const contactName = contact.data
    ? `${contact.data.firstName} ${contact.data.lastName}`.trim()
    : 'The contact';
  const agentName = agent.data?.name ?? 'The agent';
  // The stream is the nearest to what is so; before its first word the conversation is.
  const isOnLine =
    call.status === undefined ? callOnLine(conversation) !== undefined : call.attemptStatus === 'IN_PROGRESS';
  const onLine = callOnLine(conversation);
  return (
    <Page
      title={contact.data ? contactName : 'Live call'}
      fills
      trail={
        <Link to="/conversations/$id" params={{ id }} className="hover:text-ink">
          Conversation
        </Link>
      }
      aside={
        <>
          <ConversationState status={call.status ?? conversation.status} isOnLine={isOnLine} />
          {isOnLine && onLine?.calledAt && (
            <span className="text-soft">
              <Elapsed since={onLine.calledAt} />
            </span>
          )}
        </>
      }
      actions={
        isOnLine && (
          <>
            <ListenButton listening={listening} />
            <EndCallButton
              id={id}
              isEnding={endingId !== undefined && endingId === call.attemptId}
              onAsked={() => setEndingId(call.attemptId ?? onLine?.id)}
            />
          </>
        )
      }
    >
      {isOnLine && <ListeningNote listening={listening} />}
      {connection === 'lost' && (
        <p role="status" className="rounded-md bg-warn-soft px-3 py-2 text-warn">
          The connection was lost. Trying again; nothing that is said is missed.
        </p>
      )}
      {call.isOver && (
        <div role="status" className="flex flex-wrap items-center gap-3 rounded-md bg-hover px-3 py-2">
          <span className="me-auto">
            The call has ended: {stateWords(call.status ?? conversation.status)}.
          </span>
          <Link to="/conversations/$id" params={{ id }} className={buttonClass('primary', 'small')}>
            See the results
          </Link>
        </div>
      )}
      {call.captions.length === 0 && Object.keys(call.speaking).length === 0 ? (
        <Quiet conversation={conversation} isOnLine={isOnLine} isOver={call.isOver} />
      ) : (
        <div className="grid min-h-0 flex-1 gap-4 max-lg:grid-rows-[minmax(12rem,2fr)_minmax(7rem,1fr)] lg:grid-cols-[minmax(0,1fr)_19rem]">
          <Captions call={call} contactName={contactName} agentName={agentName} />
          <Decisions decisions={call.decisions} />
        </div>
      )}
    </Page>
  );
}

/** Nobody has said anything yet: why, and what will change that. */
function Quiet({
  conversation,
  isOnLine,
  isOver,
}: {
  readonly conversation: Conversation;
  readonly isOnLine: boolean;
  readonly isOver: boolean;
}) {
  if (isOver) return <Empty title="Nothing was said">The last call of this conversation is over.</Empty>;
  if (isOnLine) return <Empty title="The telephone rings">Words appear here as they are spoken.</Empty>;
  const next = waitingCall(conversation);
  return (
    <Empty title="No call is on the line">
      {next ? (
        <>
          The next call is due <Time at={next.scheduledAt} isPlanned />. Its words appear here as they are
          spoken.
        </>
      ) : (
        'No call is queued.'
      )}
    </Empty>
  );
}
