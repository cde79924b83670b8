import { useEffect, useState } from 'react';
import { addressOf } from '../../api/client.ts';
import { followStream } from '../../live/event-stream.ts';
import { heard, type LiveCall, nothingHeard } from './captions.tsx';

interface Watched {
  readonly call: LiveCall;
  readonly connection: 'live' | 'lost' | 'ended';
}

/** Follows a conversation live. After a reconnect the stream starts with the beginning of the call. */
export function useLiveWatch(id: string): Watched {
  const [call, setCall] = useState(nothingHeard);
  const [connection, setConnection] = useState<Watched['connection']>('live');
  useEffect(() => {
    setCall(nothingHeard);
    let isAnew = true;
    const stop = followStream(addressOf('/conversations/{id}/events', { path: { id } }), {
      onMessage: ({ event = 'message', data }) => {
        const from = isAnew;
        isAnew = false;
        setCall((before) => heard(from ? nothingHeard : before, event, data));
        // The stream has ended; a reconnect would send the same again.
        if (event === 'end') stop();
      },
      onState: (state) => {
        // Captions stay on the screen until they are received again.
        if (state === 'live') isAnew = true;
        if (state !== 'paused') setConnection(state);
      },
    });
    return stop;
  }, [id]);
  return { call, connection };
}
