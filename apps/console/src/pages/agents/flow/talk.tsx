import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Keyboard, Mic, MicOff, PhoneOff, X } from 'lucide-react';
import { type FormEvent, Fragment, useEffect, useRef, useState } from 'react';
import { Badge } from '../../../components/badge.tsx';
import { Button, IconButton } from '../../../components/button.tsx';
import { TextField } from '../../../components/field.tsx';
import { useFilters } from '../../../components/filters.tsx';
import type { SearchOption } from '../../../components/search-select.tsx';
import { decisionWords, type LiveCall } from '../../conversations/captions.tsx';
import { useLiveWatch } from '../../conversations/live-watch.ts';
import { TalkAs } from '../talk-as.tsx';
import { type Talk as Call, useTalk } from './talk-call.ts';

/** A call with the agent beside its flow: a trace of each turn, and the path of the call in the diagram. */
export function Talk({
  agentId,
  isDraft,
  isDirty,
  onClose,
}: {
  readonly agentId: string;
  /** There is a saved draft, and it is open. */
  readonly isDraft: boolean;
  readonly isDirty: boolean;
  readonly onClose: () => void;
}) {
  const [contact, setContact] = useState<SearchOption>();
  const talk = useTalk({ id: agentId, draft: isDraft, contactId: contact?.id });
  const isOn = talk.state === 'live' || talk.state === 'connecting';
  return (
    <section
      aria-label="Talk to the agent"
      className="flex max-h-[60%] shrink-0 flex-col gap-2 rounded-lg border border-line bg-surface p-3"
    >
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="font-medium">Talk to the agent</h2>
        {talk.version !== undefined && (
          <Badge tone={talk.version === null ? 'warn' : 'neutral'}>
            {talk.version === null ? 'Draft' : `Version ${talk.version}`}
          </Badge>
        )}
        {contact && isOn && <Badge tone="neutral">As {contact.words}</Badge>}
        <span role="status" className="me-auto text-xs text-soft">
          {talk.state === 'connecting' && 'Connecting…'}
          {talk.state === 'live' && (talk.hasAudio ? 'Speak, or type' : 'Type')}
          {talk.state === 'over' && 'The call has ended'}
        </span>
        {isOn ? (
          <CallButtons talk={talk} />
        ) : (
          <>
            <Button
              size="small"
              look="primary"
              icon={<Mic size={14} aria-hidden />}
              onClick={() => void talk.start(true)}
            >
              Start spoken call
            </Button>
            <Button
              size="small"
              icon={<Keyboard size={14} aria-hidden />}
              onClick={() => void talk.start(false)}
            >
              Start typed call
            </Button>
            <IconButton label="Close" size="small" icon={<X size={14} />} onClick={onClose} />
          </>
        )}
      </div>
      {!isOn && <TalkAs contact={contact} onChange={setContact} />}
      {talk.state === 'idle' && (
        <p className="text-xs text-soft">
          {isDraft ? 'The draft, as last saved,' : 'The published version'} calls you here. The call is stored
          and charged like any other call.
          {isDirty && ' It does not use your unsaved changes.'}
        </p>
      )}
      {talk.problem !== undefined && (
        <p role="alert" className="text-xs text-bad">
          {talk.problem}
        </p>
      )}
      {talk.conversationId !== undefined && (
        <Followed key={talk.conversationId} id={talk.conversationId} talk={talk} />
      )}
    </section>
  );
}

function CallButtons({ talk }: { readonly talk: Call }) {
  return (
    <>
      {talk.hasAudio && (
        <Button
          size="small"
          aria-pressed={talk.isMuted}
          icon={talk.isMuted ? <MicOff size={14} aria-hidden /> : <Mic size={14} aria-hidden />}
          onClick={() => talk.mute(!talk.isMuted)}
        >
          {talk.isMuted ? 'Unmute' : 'Mute'}
        </Button>
      )}
      <Button size="small" look="danger" icon={<PhoneOff size={14} aria-hidden />} onClick={talk.end}>
        End call
      </Button>
    </>
  );
}

/** Turn by turn, with the path of the call in the diagram. */
function Followed({ id, talk }: { readonly id: string; readonly talk: Call }) {
  const { call } = useLiveWatch(id);
  const queries = useQueryClient();
  const [, setFilters] = useFilters();
  const { attemptId } = talk;
  const turns = call.captions.length + call.decisions.length;
  const hasBegun = turns > 0;
  useEffect(() => {
    if (attemptId !== undefined && hasBegun)
      setFilters({ conversation: id, call: attemptId, path: undefined });
  }, [id, attemptId, hasBegun, setFilters]);
  // Each turn may extend the path.
  useEffect(() => {
    void queries.invalidateQueries({ queryKey: ['call-path', id] });
  }, [turns, call.isOver, id, queries]);
  return (
    <>
      <Trace call={call} />
      {talk.state === 'live' && <Typing talk={talk} />}
      {talk.state === 'over' && (
        <Link to="/conversations/$id" params={{ id }} className="text-xs underline underline-offset-2">
          View conversation
        </Link>
      )}
    </>
  );
}

function Trace({ call: { captions, decisions, speaking } }: { readonly call: LiveCall }) {
  const list = useRef<HTMLOListElement>(null);
  // The newest stays visible.
  useEffect(() => {
    list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [captions, decisions, speaking]);
  const made = (after: number) =>
    decisions
      .filter((decision) => decision.after === after)
      .map(({ what, why }, place) => (
        <li key={`${after} ${place}`} dir="auto" className="ps-3 text-xs break-words text-soft">
          <span className="font-medium">{decisionWords(what)}:</span> {why}
        </li>
      ));
  return (
    <ol
      ref={list}
      aria-label="Trace"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className="flex min-h-16 flex-col gap-1 overflow-y-auto"
    >
      {made(0)}
      {captions.map(({ speaker, text }, place) => (
        <Fragment key={place}>
          <Line isAgent={speaker === 'AI'} text={text} />
          {made(place + 1)}
        </Fragment>
      ))}
      {Object.entries(speaking).map(([speaker, text]) => (
        <Line key={speaker} isAgent={speaker === 'AI'} text={text || '…'} isChanging />
      ))}
    </ol>
  );
}

const Line = ({
  isAgent,
  text,
  isChanging = false,
}: {
  readonly isAgent: boolean;
  readonly text: string;
  readonly isChanging?: boolean;
}) => (
  <li dir="auto" className={isChanging ? 'break-words text-soft italic' : 'break-words'}>
    <span className="text-xs font-medium text-soft">{isAgent ? 'Agent' : 'You'}</span> {text}
  </li>
);

function Typing({ talk }: { readonly talk: Call }) {
  const [text, setText] = useState('');
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const words = text.trim();
    if (words !== '' && (await talk.type(words))) setText('');
  };
  return (
    <form onSubmit={(event) => void send(event)} className="flex items-end gap-2">
      <div className="flex-1">
        <TextField
          label="Your message"
          hideLabel
          placeholder="Type what the contact says"
          maxLength={2000}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </div>
      <Button type="submit">Send</Button>
    </form>
  );
}
