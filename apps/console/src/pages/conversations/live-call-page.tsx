import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { Headphones, PhoneOff, VolumeX } from 'lucide-react';
import { useState } from 'react';
import { useAction } from '../../api/action.ts';
import { post } from '../../api/client.ts';
import { useHasRole } from '../../api/me.ts';
import { stateWords } from '../../components/badge.tsx';
import { Button, buttonClass } from '../../components/button.tsx';
import { useConfirm } from '../../components/dialog.tsx';
import { Page, Section } from '../../components/page.tsx';
import { Empty, PendingPage } from '../../components/placeholder.tsx';
import { clockTime, Time, useClock } from '../../components/time.tsx';
import { Captions, type Decision, decisionWords } from './captions.tsx';
import {
  agentQuery,
  type Conversation,
  ConversationState,
  callOnLine,
  contactQuery,
  conversationQuery,
  isGone,
  SimulatedCall,
  waitingCall,
} from './conversation.tsx';
import { type Listening, useListening } from './listening.ts';
import { useLiveWatch } from './live-watch.ts';

/** A live call: captions, audio, and a button that ends it. */
export function LiveCallPage() {
  const { id = '' } = useParams({ strict: false });
  const { data, error, refetch } = useQuery(conversationQuery(id));
  if (data && !isGone(error)) return <Live key={id} conversation={data} />;
  return <PendingPage title="Live call" error={error} onRetry={() => void refetch()} />;
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
  // The stream has the latest status; before its first message, the conversation has.
  const isOnLine =
    call.status === undefined ? callOnLine(conversation) !== undefined : call.attemptStatus === 'IN_PROGRESS';
  const onLine = callOnLine(conversation);
  const watched = conversation.callAttempts.find((one) => one.id === call.attemptId);
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
      <SimulatedCall call={watched ?? onLine} />
      {isOnLine && <ListeningNote listening={listening} />}
      {connection === 'lost' && (
        <p role="status" className="rounded-md bg-warn-soft px-3 py-2 text-warn">
          Connection lost. Retrying; no captions are lost.
        </p>
      )}
      {call.isOver && (
        <div role="status" className="flex flex-wrap items-center gap-3 rounded-md bg-hover px-3 py-2">
          <span className="me-auto">
            The call has ended: {stateWords(call.status ?? conversation.status)}.
          </span>
          <Link to="/conversations/$id" params={{ id }} className={buttonClass('primary', 'small')}>
            View results
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

/** Why there are no captions yet. */
function Quiet({
  conversation,
  isOnLine,
  isOver,
}: {
  readonly conversation: Conversation;
  readonly isOnLine: boolean;
  readonly isOver: boolean;
}) {
  if (isOver) return <Empty title="Nothing was said">The last call of this conversation has ended.</Empty>;
  if (isOnLine) return <Empty title="Ringing">Captions appear here as people speak.</Empty>;
  const next = waitingCall(conversation);
  return (
    <Empty title="No call in progress">
      {next ? (
        <>
          The next call is due <Time at={next.scheduledAt} isDue />. Captions appear here as people speak.
        </>
      ) : (
        'No call is queued.'
      )}
    </Empty>
  );
}

const SECOND_MS = 1_000;

/** A running timer. */
function Elapsed({ since }: { readonly since: string }) {
  const words = useClock((nowMs) => clockTime((nowMs - Date.parse(since)) / SECOND_MS));
  return (
    <time dateTime={since} className="tabular-nums">
      {words}
    </time>
  );
}

/** Ends the call: the agent says its last message. */
function EndCallButton({
  id,
  isEnding,
  onAsked,
}: {
  readonly id: string;
  readonly isEnding: boolean;
  readonly onAsked: () => void;
}) {
  const mayChange = useHasRole('member');
  const confirm = useConfirm();
  const end = useAction(() => post('/console/api/conversations/{id}/end-call', undefined, { path: { id } }), {
    done: 'The agent is ending the call',
    invalidates: [['conversation', id]],
    onDone: onAsked,
  });
  if (!mayChange) return null;
  const onEnd = async () => {
    const isSure = await confirm({
      title: 'End this call?',
      words:
        'The agent says its last message and hangs up. A call that has not been answered yet is cancelled.',
      yes: 'End call',
    });
    if (isSure) end.run(undefined);
  };
  return (
    <Button look="danger" icon={<PhoneOff size={14} />} busy={end.busy || isEnding} onClick={onEnd}>
      {isEnding ? 'Ending…' : 'End call'}
    </Button>
  );
}

/** Plays the audio of the call. The people in the call do not notice. */
function ListenButton({ listening }: { readonly listening: Listening }) {
  const { state, start, stop } = listening;
  const isOn = state === 'waiting' || state === 'hearing';
  return (
    <Button
      icon={isOn ? <VolumeX size={14} /> : <Headphones size={14} />}
      aria-pressed={isOn}
      // As wide as its longer label, so that the header does not move.
      className="min-w-34"
      onClick={isOn ? stop : start}
    >
      {isOn ? 'Stop listening' : 'Listen in'}
    </Button>
  );
}

/** Below the header, where there is room for a sentence. */
function ListeningNote({ listening: { state, problem } }: { readonly listening: Listening }) {
  return (
    <p role="status" className="text-xs text-soft empty:hidden">
      {state === 'waiting' && 'Waiting for the audio…'}
      {state === 'hearing' && 'You hear the call with a delay of a few seconds.'}
      {problem}
    </p>
  );
}

/** The agent's decisions, newest first. */
function Decisions({ decisions }: { readonly decisions: readonly Decision[] }) {
  return (
    <div className="min-h-0 overflow-y-auto">
      <Section title="Agent decisions">
        {decisions.length === 0 ? (
          <p className="text-soft">Nothing so far.</p>
        ) : (
          <ol className="flex flex-col gap-3">
            {decisions.toReversed().map(({ what, why }, place) => (
              <li key={decisions.length - place} className="flex flex-col">
                <span className="font-medium">{decisionWords(what)}</span>
                <span dir="auto" className="text-xs break-words text-soft">
                  {why}
                </span>
              </li>
            ))}
          </ol>
        )}
      </Section>
    </div>
  );
}
