import { Download, Pause, Play } from 'lucide-react';
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { clockTime } from '../../components/time.tsx';

const speeds = [1, 1.25, 1.5, 2, 0.75] as const;

/** The player of a recording. It stays visible while the transcript scrolls. */
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
      {/* The recording of a simulated call is made when it is first asked for, and each request takes a connection. */}
      <audio ref={audio} src={src} preload="none" {...wiring} />
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
      <a href={src} download aria-label="Download recording" title="Download recording" className="text-soft">
        <Download size={16} />
      </a>
      {hasFailed && (
        <p role="alert" className="basis-full text-xs text-bad">
          The recording cannot be played. Reload the page to try again.
        </p>
      )}
    </section>
  );
}

/** The state of a player. */
interface Player {
  readonly audio: RefObject<HTMLAudioElement | null>;
  /** The URL; undefined: there is no recording. */
  readonly src: string | undefined;
  readonly second: number;
  readonly durationSeconds: number;
  readonly isPlaying: boolean;
  /** It cannot be played, even with a fresh link. */
  readonly hasFailed: boolean;
  readonly toggle: () => void;
  readonly seek: (second: number) => void;
  readonly play: () => void;
  /** Props of the audio element. */
  readonly wiring: {
    readonly onTimeUpdate: () => void;
    readonly onDurationChange: () => void;
    readonly onPlay: () => void;
    readonly onPause: () => void;
    readonly onEnded: () => void;
    readonly onError: () => void;
  };
}

/**
 * The link of a recording is valid for an hour and differs on every read. The first one is kept, because a new one
 * would stop playback; when it expires, a fresh one continues at the same second.
 */
export function usePlayer(
  recordingUrl: string | null,
  knownSeconds: number,
  freshUrl: () => Promise<string | null | undefined>,
): Player {
  const audio = useRef<HTMLAudioElement>(null);
  const [src, setSrc] = useState(sameOrigin(recordingUrl));
  const [second, setSecond] = useState(0);
  const [measured, setMeasured] = useState<number>();
  const [isPlaying, setPlaying] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const renewals = useRef(0);
  const resumption = useRef<{ readonly at: number; readonly wasPlaying: boolean }>(undefined);
  // A recording is available shortly after its call.
  if (src === undefined && recordingUrl) setSrc(sameOrigin(recordingUrl));

  const play = useCallback(() => void audio.current?.play().catch(() => undefined), []);
  const seek = useCallback((to: number) => {
    setSecond(to);
    if (audio.current) audio.current.currentTime = to;
  }, []);
  const renew = useCallback(async () => {
    const at = audio.current?.currentTime ?? 0;
    const wasPlaying = audio.current !== null && !audio.current.paused;
    // Only once: a deleted recording does not come back.
    const fresh = renewals.current++ === 0 ? await freshUrl().catch(() => null) : null;
    if (!fresh) return setFailed(true);
    resumption.current = { at, wasPlaying };
    setSrc(sameOrigin(fresh));
  }, [freshUrl]);
  // Only once the element has its new link: to get it stops it.
  useEffect(() => {
    const from = resumption.current;
    if (src === undefined || from === undefined) return;
    resumption.current = undefined;
    seek(from.at);
    if (from.wasPlaying) play();
  }, [src, seek, play]);

  const wiring = useMemo(
    () => ({
      onTimeUpdate: () => {
        renewals.current = 0;
        setSecond(audio.current?.currentTime ?? 0);
      },
      onDurationChange: () => {
        const seconds = audio.current?.duration;
        if (seconds !== undefined && Number.isFinite(seconds)) setMeasured(seconds);
      },
      onPlay: () => setPlaying(true),
      onPause: () => setPlaying(false),
      onEnded: () => setPlaying(false),
      onError: () => void renew(),
    }),
    [renew],
  );
  return {
    audio,
    src,
    second,
    durationSeconds: measured ?? knownSeconds,
    isPlaying,
    hasFailed,
    toggle: () => (isPlaying ? audio.current?.pause() : play()),
    seek,
    play,
    wiring,
  };
}

/** Links to our own storage are made relative to the console's address; others stay as they are. */
function sameOrigin(url: string | null | undefined): string | undefined {
  if (!url) return undefined;
  const { pathname, search } = new URL(url, location.origin);
  return pathname.startsWith('/objects/') ? pathname + search : url;
}
