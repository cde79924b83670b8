import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { addressOf } from '../../api/client.ts';
import { followStream } from '../../live/event-stream.ts';
import { GatheredReading } from '../../live/gathered-reading.ts';
import { isMoving, type Run } from './run.ts';

/** The rows beneath the bar follow it, but not a hundred times a second. */
const ROWS_MS = 1_000;

/** Keeps a run on the screen as it is, while anything happens in it. */
export function useRunWatch(run: Run | undefined): void {
  const queries = useQueryClient();
  const watched = run !== undefined && isMoving(run) ? run.id : undefined;
  useEffect(() => {
    if (watched === undefined) return;
    const rows = new GatheredReading(queries, ROWS_MS);
    const stop = followStream(addressOf('/runs/{id}/events', { path: { id: watched } }), {
      onMessage: ({ event, data }) => {
        queries.setQueryData(['run', watched], JSON.parse(data) as Run);
        rows.ask(['run', watched, 'contacts'], ['run', watched, 'conversations']);
        if (event === 'end') stop();
      },
    });
    return () => {
      stop();
      // What the last message told of is read all the same.
      rows.finish();
    };
  }, [watched, queries]);
}
