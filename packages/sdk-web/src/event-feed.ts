import { CallFailure, isPassing } from './call-failure.ts';
import type { ServiceEvent } from './call-protocol.ts';

/** As long as the service keeps the place of somebody whose connection is gone. */
export const GRACE_MS = 20_000;
/** The service says "still here" at least every 15 seconds: a stream that is silent for longer is dead. */
const SILENCE_MS = 32_000;
/** The stream greets at once: one that has not by then is tried anew. */
const GREETING_MS = 6_000;
const RETRY_MS = [200, 500, 1000, 2000];

export interface Timing {
  now(): number;
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

export interface FeedOptions {
  open(lastEventId: string | undefined, signal: AbortSignal): Promise<ReadableStream<Uint8Array>>;
  readonly timing: Timing;
  onEvent(event: ServiceEvent): void;
  /** The stream broke; it is being opened again. */
  onGap(): void;
  /** It is open again, and nothing was missed. */
  onBack(): void;
  /** It could not be opened again in time, or the service no longer knows the call. */
  onLost(failure: CallFailure): void;
}

/** The events of a call, read on after the last one whenever the connection breaks. */
export class EventFeed {
  readonly #options: FeedOptions;
  readonly #closed = new AbortController();
  #attempt = new AbortController();
  #lastEventId: string | undefined;
  #brokenSince: number | undefined;
  #retries = 0;

  constructor(options: FeedOptions) {
    this.#options = options;
  }

  /** Runs until the feed is closed or lost. */
  async run(): Promise<void> {
    while (!this.#closed.signal.aborted) {
      const failure = await this.#readOnce();
      if (this.#closed.signal.aborted) return;
      this.#noteGap();
      if (failure !== undefined && !isPassing(failure)) return this.#options.onLost(failure);
      if (this.#options.timing.now() - (this.#brokenSince ?? 0) >= GRACE_MS) {
        return this.#options.onLost(new CallFailure('network', 'The connection was gone for too long.'));
      }
      this.#attempt = new AbortController();
      const pause = RETRY_MS[Math.min(this.#retries, RETRY_MS.length - 1)] ?? 0;
      this.#retries += 1;
      await this.#options.timing.wait(pause, this.#attempt.signal);
    }
  }

  /** Drops the present connection or pause and connects at once: the network is known to have changed. */
  renew(): void {
    this.#attempt.abort();
  }

  close(): void {
    this.#closed.abort();
    this.#attempt.abort();
  }

  async #readOnce(): Promise<CallFailure | undefined> {
    const attempt = new AbortController();
    this.#attempt = attempt;
    const watch = new Silence(GREETING_MS, () => attempt.abort());
    try {
      const body = await this.#options.open(this.#lastEventId, attempt.signal);
      for await (const { id, data } of readEvents(body)) {
        if (attempt.signal.aborted) break;
        watch.broken(SILENCE_MS);
        this.#noteBack();
        if (id !== undefined) this.#lastEventId = id;
        const event = data === undefined ? undefined : eventOf(data);
        if (event !== undefined) this.#options.onEvent(event);
        if (this.#closed.signal.aborted) break;
      }
      return undefined;
    } catch (error) {
      return error instanceof CallFailure ? error : undefined;
    } finally {
      watch.end();
      attempt.abort();
    }
  }

  #noteGap(): void {
    if (this.#brokenSince !== undefined) return;
    this.#brokenSince = this.#options.timing.now();
    this.#options.onGap();
  }

  #noteBack(): void {
    this.#retries = 0;
    if (this.#brokenSince === undefined) return;
    this.#brokenSince = undefined;
    this.#options.onBack();
  }
}

/** Calls when nothing has happened for a while. */
class Silence {
  readonly #onSilence: () => void;
  #timer: ReturnType<typeof setTimeout>;

  constructor(ms: number, onSilence: () => void) {
    this.#onSilence = onSilence;
    this.#timer = setTimeout(onSilence, ms);
  }

  /** The next silence may be this long. */
  broken(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#onSilence, ms);
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}

const kinds: ReadonlySet<string> = new Set<ServiceEvent['type']>([
  'call_started',
  'agent_start_talking',
  'agent_stop_talking',
  'update',
  'call_ended',
  'error',
]);

/** An event of a later version, which this one does not know, is passed over. */
function eventOf(data: string): ServiceEvent | undefined {
  try {
    const event: unknown = JSON.parse(data);
    const isKnown =
      typeof event === 'object' &&
      event !== null &&
      'type' in event &&
      typeof event.type === 'string' &&
      kinds.has(event.type);
    return isKnown ? (event as ServiceEvent) : undefined;
  } catch {
    return undefined;
  }
}

export const systemTiming: Timing = {
  now: () => performance.now(),
  wait: (ms, signal) =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      const wake = () => {
        clearTimeout(timer);
        resolve();
      };
      if (signal.aborted) wake();
      else signal.addEventListener('abort', wake, { once: true });
    }),
};

/** One message of a stream; a comment, which keeps the connection awake, has neither part. */
interface StreamMessage {
  readonly id: string | undefined;
  readonly data: string | undefined;
}

/** No message of the service comes near this: what is longer is not one. */
const LONGEST_MESSAGE = 256 * 1024;

/**
 * Reads server-sent events from a response. The browser's own EventSource would do, but for three things: it cannot
 * begin after a given event, it hides why it was refused, and it does not tell that the line is still awake.
 */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamMessage> {
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      rest += value.replaceAll('\r\n', '\n');
      const blocks = rest.split('\n\n');
      rest = blocks.pop() ?? '';
      if (rest.length > LONGEST_MESSAGE) throw new Error('A message of the event stream is too long');
      for (const block of blocks) yield messageOf(block);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function messageOf(block: string): StreamMessage {
  let id: string | undefined;
  const data: string[] = [];
  for (const line of block.split('\n')) {
    const [, field, value = ''] = /^(\w+):? ?(.*)$/.exec(line) ?? [];
    if (field === 'id') id = value;
    if (field === 'data') data.push(value);
  }
  return { id, data: data.length === 0 ? undefined : data.join('\n') };
}
