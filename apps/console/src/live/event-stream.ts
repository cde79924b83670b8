import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { consoleHeaders, isOtherCompany, onSession, refusalOf } from '../api/client.ts';

const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 15_000;
/** The service sends a heartbeat well within it. */
const SILENCE_MS = 45_000;

export interface StreamListener {
  readonly onMessage: (message: EventSourceMessage) => void;
  /** `live` comes before the first message of each connection; `ended` lasts, or until the session is renewed. */
  readonly onState?: (state: 'live' | 'lost' | 'ended') => void;
}

/**
 * How a connection ended. `over`: as the service meant it, to be taken up again. `lost`: not so. `refused`: it is not
 * ours, or not there any more. `shut`: the session is not what the page believes.
 */
type Outcome = 'over' | 'lost' | 'refused' | 'shut';

/**
 * Follows a stream of server-sent events, over fetch because an EventSource cannot say that it is the console.
 * A connection that ended is taken up again after the last message that was seen. Returns how to stop.
 */
export function followStream(path: string, { onMessage, onState }: StreamListener): () => void {
  const stopped = new AbortController();
  let lastId: string | undefined;
  let waitMs = FIRST_WAIT_MS;

  const readOnce = async (): Promise<Outcome> => {
    const lost = new AbortController();
    let silence = setTimeout(() => lost.abort(), SILENCE_MS);
    try {
      const response = await fetch(path, {
        headers: {
          accept: 'text/event-stream',
          ...consoleHeaders(),
          ...(lastId === undefined ? {} : { 'last-event-id': lastId }),
        },
        signal: AbortSignal.any([stopped.signal, lost.signal]),
      });
      if (response.status >= 400 && response.status < 500 && response.status !== 429) {
        const failure = await refusalOf(response);
        return failure.status === 401 || isOtherCompany(failure) ? 'shut' : 'refused';
      }
      if (!response.ok || response.body === null) return 'lost';
      let isLive = false;
      const parser = createParser({
        onEvent: (message) => {
          // Only a message proves that the service is at the other end: a proxy may answer in its place.
          if (!isLive) onState?.('live');
          isLive = true;
          if (message.id !== undefined) lastId = message.id;
          onMessage(message);
        },
      });
      const decoder = new TextDecoder();
      // Not every browser can walk over a body with `for await`.
      const reader = response.body.getReader();
      for (let read = await reader.read(); !read.done; read = await reader.read()) {
        clearTimeout(silence);
        silence = setTimeout(() => lost.abort(), SILENCE_MS);
        parser.feed(decoder.decode(read.value, { stream: true }));
      }
      return isLive ? 'over' : 'lost';
    } catch {
      return 'lost';
    } finally {
      clearTimeout(silence);
    }
  };

  const follow = async () => {
    while (!stopped.signal.aborted) {
      const beganAtMs = performance.now();
      const outcome = await readOnce();
      if (stopped.signal.aborted) return;
      if (outcome === 'refused') return onState?.('ended');
      if (outcome === 'shut') {
        onState?.('ended');
        await renewed(stopped.signal);
        continue;
      }
      if (outcome === 'lost') onState?.('lost');
      // One that held has shown that all is well; one that ends as soon as it began is not asked for without end.
      if (performance.now() - beganAtMs > MAX_WAIT_MS) waitMs = FIRST_WAIT_MS;
      await new Promise((resolve) => setTimeout(resolve, waitMs * (0.75 + Math.random() / 2)));
      waitMs = Math.min(MAX_WAIT_MS, waitMs * 2);
    }
  };
  void follow();
  return () => stopped.abort();
}

/** Waits until the session is renewed, or nobody follows any more. */
const renewed = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const stop = onSession('renewed', () => {
      stop();
      resolve();
    });
    signal.addEventListener('abort', () => {
      stop();
      resolve();
    });
  });
