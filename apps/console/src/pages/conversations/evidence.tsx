import { Play } from 'lucide-react';
import { clockTime } from '../../kit/time.tsx';

/** The contact's own words, and the second at which they can be heard. */
export function Evidence({
  words,
  second,
  onSeek,
}: {
  readonly words: string | null;
  readonly second: number | null;
  readonly onSeek: (second: number) => void;
}) {
  if (words === null) return null;
  return (
    <blockquote className="flex items-start gap-2 border-s-2 border-line ps-2.5 text-soft">
      {second !== null && (
        <button
          type="button"
          aria-label={`Hear it at ${clockTime(second)}`}
          onClick={() => onSeek(second)}
          className="inline-flex shrink-0 items-center gap-1 rounded bg-hover px-1.5 text-xs leading-5 font-medium text-ink tabular-nums hover:bg-accent-soft hover:text-accent"
        >
          <Play size={10} aria-hidden />
          {clockTime(second)}
        </button>
      )}
      <span dir="auto" className="min-w-0 break-words">
        {words}
      </span>
    </blockquote>
  );
}
