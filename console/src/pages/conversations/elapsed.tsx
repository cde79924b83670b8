import { useEffect, useState } from 'react';
import { clockTime } from '../../kit/time.tsx';

const SECOND_MS = 1_000;

/** How long something has been going on, counted on. */
export function Elapsed({ since }: { readonly since: string }) {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <time dateTime={since} className="tabular-nums">
      {clockTime((nowMs - Date.parse(since)) / SECOND_MS)}
    </time>
  );
}
