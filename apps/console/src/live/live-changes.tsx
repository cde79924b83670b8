import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { followStream } from './event-stream.ts';
import { BatchedRefetch } from './refetch.ts';

export type LiveState = 'live' | 'lost' | 'ended';

interface Change {
  readonly kind: string;
  readonly id: string;
}

/**
 * The queries to refetch after a change. Keys of lists start with the plural, those of single resources with the
 * singular and the id.
 */
const touched: Readonly<Record<string, (id: string) => readonly QueryKey[]>> = {
  conversation: (id) => [['conversations'], ['conversation', id], ['messages'], ['overview']],
  // The id is the attempt's: its conversation emits a change as well.
  attempt: () => [['overview']],
  run: (id) => [['runs'], ['run', id], ['messages']],
  agent: (id) => [['agents'], ['agent', id]],
  contact: (id) => [['contacts'], ['contact', id]],
  webhook: (id) => [['webhooks'], ['webhook', id]],
  delivery: () => [['deliveries']],
  request: (id) => [['requests'], ['request', id]],
};

/** The first parts of all those keys. */
const FOLLOWED: readonly QueryKey[] = [
  ...new Set(Object.values(touched).flatMap((keys) => keys('').map(([first]) => first))),
].map((first) => [first]);

/** Changes are collected for so long: a hundred a second cause a few refetches. */
const GATHER_MS = 400;

const Context = createContext<LiveState>('lost');
export const useLiveState = (): LiveState => useContext(Context);

/** Refetches what is on the screen when it changes in the service. */
export function LiveChanges({ children }: { readonly children: ReactNode }) {
  const queries = useQueryClient();
  const [state, setState] = useState<LiveState>('live');
  useEffect(() => {
    const reading = new BatchedRefetch(queries, GATHER_MS);
    let before: LiveState | 'paused' | undefined;
    const stop = followStream('/console/api/events', {
      onMessage: ({ event, data }) => {
        if (event === 'resync') return void queries.invalidateQueries();
        if (event !== 'change') return;
        const { kind, id } = JSON.parse(data) as Change;
        reading.ask(...(touched[kind]?.(id) ?? []));
      },
      onState: (next) => {
        // Nobody sees a pause; what was said before it still holds until the stream is back.
        if (next !== 'paused') setState(next);
        // Data that was read before the first connection, or while disconnected, may be outdated.
        if (next === 'live' && before === undefined) reading.ask(...FOLLOWED);
        if (next === 'live' && before !== undefined && before !== 'live') void queries.invalidateQueries();
        before = next;
      },
    });
    return () => {
      stop();
      reading.stop();
    };
  }, [queries]);
  return <Context value={state}>{children}</Context>;
}
