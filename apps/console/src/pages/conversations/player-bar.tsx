import { Download, Pause, Play } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../kit/button.tsx';
import { clockTime } from '../../kit/time.tsx';
import type { Player } from './player.ts';

const speeds = [1, 1.25, 1.5, 2, 0.75] as const;

/** The recording of a call, and where in it one is. It stays in sight while the transcript scrolls. */
export function PlayerBar({ player }: { readonly player: Player }) {
  const { audio, src, second, durationSeconds, isPlaying, hasFailed, toggle, seek, wiring } = player;
  const [speed, setSpeed] = useState(0);
  const faster = () => {
    const next = (speed + 1) % speeds.length;
    setSpeed(next);
    if (audio.current) audio.current.playbackRate = speeds[next] ?? 1;
  };
  if (src === undefined) return null;
  return (
    <section
      aria-label="Recording"
      className="sticky top-0 z-10 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg border border-line bg-raised px-3 py-2 shadow-sm"
    >
      <audio ref={audio} src={src} preload="metadata" {...wiring} />
      <button
        type="button"
        aria-label={isPlaying ? 'Pause' : 'Play'}
        disabled={hasFailed}
        onClick={toggle}
        className="grid size-9 shrink-0 place-items-center rounded-full bg-accent text-on-accent hover:opacity-90 disabled:opacity-50"
      >
        {isPlaying ? <Pause size={16} aria-hidden /> : <Play size={16} aria-hidden className="ms-0.5" />}
      </button>
      <span dir="ltr" className="text-xs text-soft tabular-nums">
        {clockTime(second)} / {clockTime(durationSeconds)}
      </span>
      <input
        type="range"
        aria-label="Position"
        aria-valuetext={clockTime(second)}
        dir="ltr"
        min={0}
        max={Math.max(1, durationSeconds)}
        step={0.1}
        value={Math.min(second, durationSeconds)}
        disabled={hasFailed}
        onChange={(event) => seek(event.target.valueAsNumber)}
        className="h-1 min-w-24 flex-1 accent-accent"
      />
      <Button look="quiet" size="small" aria-label={`Speed ${speeds[speed]}×`} onClick={faster}>
        {speeds[speed]}×
      </Button>
      <a href={src} download aria-label="Save the recording" title="Save the recording" className="text-soft">
        <Download size={16} />
      </a>
      {hasFailed && (
        <p role="alert" className="basis-full text-xs text-bad">
          The recording cannot be heard just now. Reload the page to try again.
        </p>
      )}
    </section>
  );
}
