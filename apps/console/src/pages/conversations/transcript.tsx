import { memo, useCallback, useEffect, useRef, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { classNames } from '../../components/class-names.ts';
import { clockTime } from '../../components/time.tsx';
import type { Line } from './conversation.tsx';

/** A player may stop slightly before the second it was sent to. */
const ROUNDING_S = 0.05;

export interface TranscriptProps {
  readonly lines: readonly Line[];
  /** The current second; undefined: no line is marked. */
  readonly second: number | undefined;
  readonly isPlaying: boolean;
  readonly contactName: string;
  readonly agentName: string;
  readonly onSeek: (second: number) => void;
}

/** The transcript. The current line is marked and kept visible until the user scrolls away. */
export function Transcript({ lines, second, isPlaying, contactName, agentName, onSeek }: TranscriptProps) {
  const list = useRef<HTMLOListElement>(null);
  const [isFollowing, setFollowing] = useState(true);
  const current = second === undefined ? -1 : currentLine(lines, second + ROUNDING_S);
  useEffect(() => {
    if (!isFollowing || current < 0) return;
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    list.current?.children[current]?.scrollIntoView({
      block: 'nearest',
      behavior: isStill ? 'auto' : 'smooth',
    });
  }, [current, isFollowing]);
  // Starting playback turns following on.
  useEffect(() => {
    if (isPlaying) setFollowing(true);
  }, [isPlaying]);
  const leave = useCallback(() => setFollowing(false), []);
  const choose = useCallback(
    (to: number) => {
      setFollowing(true);
      onSeek(to);
    },
    [onSeek],
  );
  return (
    <div className="relative">
      <ol ref={list} onWheel={leave} onTouchMove={leave} className="flex flex-col gap-0.5">
        {lines.map((line, place) => (
          <TranscriptLine
            key={place}
            line={line}
            name={line.speaker === 'AI' ? agentName : contactName}
            isCurrent={place === current}
            onSeek={choose}
          />
        ))}
      </ol>
      {isPlaying && !isFollowing && (
        <div className="sticky bottom-4 flex justify-center">
          <Button look="primary" className="shadow-lg" onClick={() => setFollowing(true)}>
            Follow the recording
          </Button>
        </div>
      )}
    </div>
  );
}

const TranscriptLine = memo(function TranscriptLine({
  line: { speaker, text, startTime, language },
  name,
  isCurrent,
  onSeek,
}: {
  readonly line: Line;
  readonly name: string;
  readonly isCurrent: boolean;
  readonly onSeek: (second: number) => void;
}) {
  // Selecting text must not start playback.
  const seek = () => getSelection()?.isCollapsed !== false && onSeek(startTime);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the time is a button that does the same
    <li
      aria-current={isCurrent || undefined}
      onClick={seek}
      className={classNames(
        'grid scroll-mt-20 scroll-mb-8 cursor-pointer grid-cols-[3rem_1fr] gap-x-2 rounded-md border-s-2 px-2 py-1.5',
        isCurrent ? 'border-accent bg-accent-soft' : 'border-transparent hover:bg-hover',
      )}
    >
      <button
        type="button"
        aria-label={`Go to ${clockTime(startTime)}`}
        onClick={(event) => {
          event.stopPropagation();
          onSeek(startTime);
        }}
        className="justify-self-start rounded text-start text-xs leading-5 text-soft tabular-nums hover:text-ink"
      >
        {clockTime(startTime)}
      </button>
      <div className="min-w-0">
        <span
          dir="auto"
          className={classNames('text-xs font-medium', speaker === 'AI' ? 'text-accent' : 'text-good')}
        >
          {name}
        </span>
        <p dir="auto" lang={language} className="break-words">
          {text}
        </p>
      </div>
    </li>
  );
});

interface Timed {
  readonly startTime: number;
}

/** The line at a second: the last one that has started; -1 before the first. */
export function currentLine(lines: readonly Timed[], second: number): number {
  let [low, high] = [0, lines.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((lines[middle]?.startTime ?? 0) <= second) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
