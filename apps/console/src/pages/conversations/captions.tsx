import { useEffect, useRef, useState } from 'react';
import type { Reply } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { classNames } from '../../components/class-names.ts';
import { clockTime } from '../../components/time.tsx';

/** This close to the end, captions still scroll along. */
const NEAR_PX = 48;

/** Live captions. The newest stays visible until the user scrolls back. */
export function Captions({
  call: { captions, speaking },
  contactName,
  agentName,
}: {
  readonly call: LiveCall;
  readonly contactName: string;
  readonly agentName: string;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const [isFollowing, setFollowing] = useState(true);
  const toEnd = () => scroller.current?.scrollTo({ top: scroller.current.scrollHeight });
  useEffect(() => {
    if (isFollowing) toEnd();
  }, [captions, speaking, isFollowing]);
  const onScroll = () => {
    const { scrollTop = 0, clientHeight = 0, scrollHeight = 0 } = scroller.current ?? {};
    setFollowing(scrollHeight - scrollTop - clientHeight < NEAR_PX);
  };
  const nameOf = (speaker: string) => (speaker === 'AI' ? agentName : contactName);
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={scroller}
        role="log"
        aria-label="Captions"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        onScroll={onScroll}
        className="flex min-h-40 flex-1 flex-col gap-3 overflow-y-auto rounded-lg border border-line bg-surface p-4"
      >
        {captions.map(({ speaker, text, startTime }, place) => (
          <Said
            key={place}
            isAgent={speaker === 'AI'}
            name={nameOf(speaker)}
            time={clockTime(startTime)}
            text={text}
          />
        ))}
        {Object.entries(speaking).map(([speaker, text]) => (
          <Said
            key={speaker}
            isAgent={speaker === 'AI'}
            name={nameOf(speaker)}
            time="now"
            text={text || '…'}
            isChanging
          />
        ))}
      </div>
      {!isFollowing && (
        <div className="absolute inset-x-0 bottom-3 flex justify-center">
          <Button look="primary" className="shadow-lg" onClick={() => setFollowing(true)}>
            Jump to latest
          </Button>
        </div>
      )}
    </div>
  );
}

function Said({
  isAgent,
  name,
  time,
  text,
  isChanging = false,
}: {
  readonly isAgent: boolean;
  readonly name: string;
  readonly time: string;
  readonly text: string;
  readonly isChanging?: boolean;
}) {
  return (
    <div
      className={classNames(
        'flex max-w-[85%] flex-col gap-0.5',
        isAgent ? 'self-start' : 'items-end self-end',
      )}
    >
      <span className="flex items-center gap-2 text-xs text-soft">
        <span dir="auto" className="font-medium">
          {name}
        </span>
        <span className="tabular-nums">{time}</span>
      </span>
      <p
        dir="auto"
        className={classNames(
          'w-fit rounded-xl px-3 py-1.5 break-words',
          isAgent ? 'rounded-ss-sm bg-accent-soft' : 'rounded-se-sm bg-hover',
          isChanging && 'text-soft italic',
        )}
      >
        {text}
      </p>
    </div>
  );
}

type Speaker = 'AI' | 'CONTACT';

interface Caption {
  readonly speaker: Speaker;
  readonly text: string;
  readonly startTime: number;
}

export interface Decision {
  readonly what: string;
  readonly why: string;
  /** How many captions were there before. */
  readonly after: number;
}

const decisions: Readonly<Record<string, string>> = {
  answer: 'Answer',
  branch: 'Branch',
  skip: 'Skipped',
  end: 'End',
};

export const decisionWords = (what: string): string => decisions[what] ?? what;

/** The state of a call that is watched. */
export interface LiveCall {
  readonly status: Reply<'/conversations/{id}', 'get'>['status'] | undefined;
  readonly attemptId: string | null;
  readonly attemptStatus: string | null;
  readonly captions: readonly Caption[];
  /** Interim captions. */
  readonly speaking: Readonly<Partial<Record<Speaker, string>>>;
  readonly decisions: readonly Decision[];
  readonly isOver: boolean;
}

export const nothingHeard: LiveCall = {
  status: undefined,
  attemptId: null,
  attemptStatus: null,
  captions: [],
  speaking: {},
  decisions: [],
  isOver: false,
};

/** More than anybody scrolls back through; the transcript has everything. */
const MAX = 2_000;

/** The data of a message; its properties depend on the event. */
interface MessageData extends Caption, Decision {
  readonly callAttemptId: string | null;
  readonly status: NonNullable<LiveCall['status']>;
  readonly attemptStatus: string | null;
}

/** Applies one message of the stream. Unknown messages are ignored. */
export function heard(call: LiveCall, event: string, text: string): LiveCall {
  const data = JSON.parse(text) as MessageData;
  if (event === 'status' || event === 'end') {
    const { status, attemptStatus } = data;
    return {
      ...of(call, data.callAttemptId),
      status,
      attemptStatus,
      isOver: event === 'end',
      ...(attemptStatus === 'IN_PROGRESS' ? {} : { speaking: {} }),
    };
  }
  const now = of(call, data.callAttemptId);
  const speaker: Speaker = data.speaker === 'AI' ? 'AI' : 'CONTACT';
  if (event === 'speaking') return { ...now, speaking: { ...now.speaking, [speaker]: data.text } };
  if (event === 'words') {
    const { [speaker]: _, ...speaking } = now.speaking;
    const said = { speaker, text: data.text, startTime: data.startTime };
    return { ...now, speaking, captions: [...now.captions, said].slice(-MAX) };
  }
  if (event === 'decision') {
    const decision = { what: data.what, why: data.why, after: now.captions.length };
    return { ...now, decisions: [...now.decisions, decision].slice(-MAX) };
  }
  return call;
}

/** Another call of the conversation starts with empty captions. */
const of = (call: LiveCall, attemptId: string | null): LiveCall =>
  call.attemptId === attemptId ? call : { ...nothingHeard, status: call.status, attemptId };
