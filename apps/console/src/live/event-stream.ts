import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { consoleHeaders, isOtherCompany, onSession, refusalOf } from '../api/client.ts';
import { type Later, type SeenDocument, whileVisible } from './while-visible.ts';

const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 15_000;
/** The service sends heartbeats more often than this. */
const SILENCE_MS = 45_000;

export interface StreamListener {
  readonly onMessage: (message: EventSourceMessage) => void;
  /**
   * `live` comes before the first message of each connection; `ended` is final, unless the session is renewed. `paused`: nobody
   * sees the page.
   */
  readonly onState?: (state: 'live' | 'lost' | 'ended' | 'paused') => void;
}

/** What a stream needs of the browser. */
export interface Browser {
  readonly document: SeenDocument;
  readonly later: Later;
  readonly fetch: typeof fetch;
}

const thisBrowser = (): Browser => ({
  document,
  later: (act, ms) => {
    const timer = setTimeout(act, ms);
    return () => clearTimeout(timer);
  },
  fetch: (...asked) => fetch(...asked),
});

/**
 * How a connection ended. `over`: closed by the service, to be reconnected. `lost`: broken. `refused`: not allowed,
 * or it no longer exists. `shut`: the session has expired or shows another company.
 */
type Outcome = 'over' | 'lost' | 'refused' | 'shut';

/**
 * Follows a stream of server-sent events while the page is seen, over fetch because an EventSource cannot send headers.
 * Reconnects after the last message received. Returns a function that stops it.
 */
export function followStream(
  path: string,
  { onMessage, onState }: StreamListener,
  { document, later, fetch }: Browser = thisBrowser(),
): () => void {
  let lastId: string | undefined;
  let isRefused = false;

  const readOnce = async (stopped: AbortSignal): Promise<Outcome> => {
    const lost = new AbortController();
    let silence = setTimeout(() => lost.abort(), SILENCE_MS);
    try {
      const response = await fetch(path, {
        headers: {
          accept: 'text/event-stream',
          ...consoleHeaders(),
          ...(lastId === undefined ? {} : { 'last-event-id': lastId }),
        },
        signal: AbortSignal.any([stopped, lost.signal]),
      });
      if (response.status >= 400 && response.status < 500 && response.status !== 429) {
        const failure = await refusalOf(response);
        return failure.status === 401 || isOtherCompany(failure) ? 'shut' : 'refused';
      }
      if (!response.ok || response.body === null) return 'lost';
      let isLive = false;
      const parser = createParser({
        onEvent: (message) => {
          // Only a message proves that the service answers: a proxy may have accepted the request.
          if (!isLive) onState?.('live');
          isLive = true;
          if (message.id !== undefined) lastId = message.id;
          onMessage(message);
        },
      });
      const decoder = new TextDecoder();
      // Not every browser supports `for await` on a body.
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

  const follow = async (stopped: AbortSignal) => {
    let waitMs = FIRST_WAIT_MS;
    while (!stopped.aborted) {
      const beganAtMs = performance.now();
      const outcome = await readOnce(stopped);
      if (stopped.aborted) return;
      if (outcome === 'refused') {
        isRefused = true;
        return onState?.('ended');
      }
      if (outcome === 'shut') {
        onState?.('ended');
        await renewed(stopped);
        continue;
      }
      if (outcome === 'lost') onState?.('lost');
      // A connection that lasted resets the delay; one that ends at once is retried ever less often.
      if (performance.now() - beganAtMs > MAX_WAIT_MS) waitMs = FIRST_WAIT_MS;
      await new Promise((resolve) => setTimeout(resolve, waitMs * (0.75 + Math.random() / 2)));
      waitMs = Math.min(MAX_WAIT_MS, waitMs * 2);
    }
  };
  let isStopped = false;
  const open = () => {
    const seen = new AbortController();
    if (!isRefused) void follow(seen.signal);
    return () => {
      seen.abort();
      if (!isStopped && !isRefused) onState?.('paused');
    };
  };
  const stop = whileVisible(open, document, later);
  return () => {
    isStopped = true;
    stop();
  };
}

/** Waits until the session is renewed, or the stream is stopped. */
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
