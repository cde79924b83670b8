import { classNames } from '../kit/class-names.ts';
import { type LiveState, useLiveState } from '../live/live-changes.tsx';

const states: Readonly<Record<LiveState, { readonly dot: string; readonly words: string }>> = {
  live: { dot: 'bg-good', words: 'Live' },
  lost: { dot: 'animate-breathe bg-warn', words: 'Connection lost, trying again' },
  ended: { dot: 'bg-bad', words: 'Not live: reload to see what is new' },
};

/** Whether the page follows what happens. Where there is little room it speaks only when it does not. */
export function Liveness({
  isTerse = false,
  className,
}: {
  readonly isTerse?: boolean;
  readonly className?: string;
}) {
  const live = useLiveState();
  const { dot, words } = states[live];
  return (
    <p role="status" className={classNames('flex items-center gap-2 text-xs text-soft', className)}>
      {!(isTerse && live === 'live') && (
        <>
          <span className={classNames('size-1.5 shrink-0 rounded-full', dot)} />
          {words}
        </>
      )}
    </p>
  );
}
