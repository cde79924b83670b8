import { useClock } from '../../kit/clock.ts';
import { clockTime } from '../../kit/time.tsx';

const SECOND_MS = 1_000;

/** How long something has been going on, counted on. */
export function Elapsed({ since }: { readonly since: string }) {
  const words = useClock((nowMs) => clockTime((nowMs - Date.parse(since)) / SECOND_MS));
  return (
    <time dateTime={since} className="tabular-nums">
      {words}
    </time>
  );
}
