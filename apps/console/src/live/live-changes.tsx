import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { followStream } from './event-stream.ts';
import { BatchedRefetch } from './refetch.ts';

export type LiveState = 'live' | 'lost' | 'ended';

interface Change {
  readonly kind: string;
  readonly id: string;
}

/** What to read again when something changed. Lists begin with the plural, single things with the singular and their id. */
const touched: Readonly<Record<string, (id: string) => readonly QueryKey[]>> = {
  conversation: (id) => [['conversations'], ['conversation', id], ['overview']],
  // Its id is its own: that of its conversation comes with a change of the conversation.
  attempt: () => [['overview']],
  run: (id) => [['runs'], ['run', id]],
  agent: (id) => [['agents'], ['agent', id]],
  contact: (id) => [['contacts'], ['contact', id]],
  webhook: (id) => [['webhooks'], ['webhook', id]],
  delivery: () => [['deliveries']],
  request: (id) => [['requests'], ['request', id]],
};

/** A hundred changes a second are read again a few times, not a hundred. */
const GATHER_MS = 400;

const Context = createContext<LiveState>('lost');
export const useLiveState = (): LiveState => useContext(Context);

/** Keeps everything on the screen as it is in the service. */
export function LiveChanges({ children }: { readonly children: ReactNode }) {
  const queries = useQueryClient();
  const [state, setState] = useState<LiveState>('live');
  useEffect(() => {
    const reading = new BatchedRefetch(queries, GATHER_MS);
    let wasLost = false;
    const stop = followStream('/console/api/events', {
      onMessage: ({ event, data }) => {
        if (event === 'resync') return void queries.invalidateQueries();
        if (event !== 'change') return;
        const { kind, id } = JSON.parse(data) as Change;
        reading.ask(...(touched[kind]?.(id) ?? []));
      },
      onState: (next) => {
        setState(next);
        // Whatever was read while nobody told us of changes may be old.
        if (next === 'live' && wasLost) void queries.invalidateQueries();
        wasLost = next !== 'live';
      },
    });
    return () => {
      stop();
      reading.stop();
    };
  }, [queries]);
  return <Context value={state}>{children}</Context>;
}
