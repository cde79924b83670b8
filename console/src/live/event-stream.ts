import { consoleHeaders } from '../api/client.ts';
import { EventLines, type StreamMessage } from './event-lines.ts';

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 15_000;
/** The service sends a heartbeat well within it. */
const SILENCE_MS = 45_000;

export interface StreamListener {
  readonly onMessage: (message: StreamMessage) => void;
  readonly onState?: (state: 'live' | 'lost' | 'ended') => void;
}

/**
 * Follows a stream of server-sent events, over fetch because an EventSource cannot say that it is the console.
 * A lost connection is taken up again after the last message that was seen. Returns how to stop.
 */
export function followStream(path: string, { onMessage, onState }: StreamListener): () => void {
  const stopped = new AbortController();
  let lastId: string | undefined;
  let waitMs = FIRST_WAIT_MS;

  const readOnce = async (): Promise<'again' | 'ended'> => {
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
      // Not ours, or not there any more: asking again would change nothing.
      if (response.status >= 400 && response.status < 500 && response.status !== 429) return 'ended';
      if (!response.ok || response.body === null) return 'again';
      onState?.('live');
      waitMs = FIRST_WAIT_MS;
      const lines = new EventLines();
      const decoder = new TextDecoder();
      for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
        clearTimeout(silence);
        silence = setTimeout(() => lost.abort(), SILENCE_MS);
        for (const message of lines.push(decoder.decode(chunk, { stream: true }))) {
          if (message.id !== undefined) lastId = message.id;
          onMessage(message);
        }
      }
      return 'again';
    } catch {
      return 'again';
    } finally {
      clearTimeout(silence);
    }
  };

  const follow = async () => {
    while (!stopped.signal.aborted) {
      const outcome = await readOnce();
      if (stopped.signal.aborted) return;
      if (outcome === 'ended') return onState?.('ended');
      onState?.('lost');
      await new Promise((resolve) => setTimeout(resolve, waitMs * (0.75 + Math.random() / 2)));
      waitMs = Math.min(LONGEST_WAIT_MS, waitMs * 2);
    }
  };
  void follow();
  return () => stopped.abort();
}
