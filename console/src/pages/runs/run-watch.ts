import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { addressOf } from '../../api/client.ts';
import { followStream } from '../../live/event-stream.ts';
import { isMoving, type Run } from './run.ts';

/** The rows beneath the bar follow it, but not a hundred times a second. */
const ROWS_MS = 1_000;

/** Keeps a run on the screen as it is, while anything happens in it. */
export function useRunWatch(run: Run | undefined): void {
  const queries = useQueryClient();
  const watched = run !== undefined && isMoving(run) ? run.id : undefined;
  useEffect(() => {
    if (watched === undefined) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const readRows = () => {
      timer = undefined;
      for (const part of ['contacts', 'conversations'])
        void queries.invalidateQueries({ queryKey: ['run', watched, part] });
    };
    const stop = followStream(addressOf('/runs/{id}/events', { path: { id: watched } }), {
      onMessage: ({ event, data }) => {
        queries.setQueryData(['run', watched], JSON.parse(data) as Run);
        timer ??= setTimeout(readRows, ROWS_MS);
        if (event === 'end') stop();
      },
    });
    return () => {
      stop();
      if (timer === undefined) return;
      clearTimeout(timer);
      // What the last message told of is read all the same.
      readRows();
    };
  }, [watched, queries]);
}
