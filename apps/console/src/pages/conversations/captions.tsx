import { useEffect, useRef, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { classNames } from '../../components/class-names.ts';
import { clockTime } from '../../components/time.tsx';
import type { LiveCall } from './live-captions.ts';

/** So near the end one still follows. */
const NEAR_PX = 48;

/** What is said, as it is said. The newest stays in sight, until somebody scrolls back. */
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
