import { useEffect, useState } from 'react';
import { addressOf } from '../../api/client.ts';
import { followStream } from '../../live/event-stream.ts';
import { heard, type LiveCall, nothingHeard } from './live-captions.ts';

export interface Watched {
  readonly call: LiveCall;
  readonly connection: 'live' | 'lost' | 'ended';
}

/** A conversation as it happens. A stream that is taken up again tells the call from its beginning. */
export function useLiveWatch(id: string): Watched {
  const [call, setCall] = useState(nothingHeard);
  const [connection, setConnection] = useState<Watched['connection']>('live');
  useEffect(() => {
    setCall(nothingHeard);
    let isAnew = true;
    const stop = followStream(addressOf('/conversations/{id}/events', { path: { id } }), {
      onMessage: ({ event, data }) => {
        const from = isAnew;
        isAnew = false;
        setCall((before) => heard(from ? nothingHeard : before, event, data));
        // Nothing more will come; asking again would tell the same once more.
        if (event === 'end') stop();
      },
      onState: (state) => {
        // What was heard stays on the screen until it is told anew.
        if (state === 'live') isAnew = true;
        setConnection(state);
      },
    });
    return stop;
  }, [id]);
  return { call, connection };
}
