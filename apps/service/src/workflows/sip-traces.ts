import { MOST_SIP_MESSAGE_BYTES, MOST_SIP_MESSAGES } from '@parley/contract/sip-ladder.ts';
import type { TracedMessage } from '@parley/sip/sip-trace.ts';
import type { NewSipMessage } from '../domains/conversations/sip-ladder.actions.ts';

export interface SipTracesOptions {
  readonly keep: (messages: readonly NewSipMessage[]) => Promise<void>;
  readonly newId: () => string;
  readonly now: () => Date;
  /** Of each message of a call, also of one that is not kept. */
  readonly onMessage?: ((attemptId: string, message: TracedMessage) => void) | undefined;
  readonly onError: (error: Error) => void;
}

/** A call on the line refreshes its session every few minutes, and so stays among the newest. */
const MOST_CALLS = 10_000;
/** Calls to us whose contact is being looked up. */
const MOST_UNKNOWN = 200;
const MOST_EARLY = 10;
/** A database that is away for long does not fill the memory. */
const MOST_WAITING = 20_000;
const FLUSH_MS = 1000;

interface Call {
  readonly attemptId: string;
  /** It goes over a trunk of its company. */
  readonly isOwnTrunk: boolean;
  count: number;
}

/** Keeps the SIP messages of calls, a moment after they were sent or came. */
export class SipTraces {
  readonly #with: SipTracesOptions;
  /** By Call-ID; the one without a message for longest is first. */
  readonly #calls = new Map<string, Call>();
  readonly #unknown = new Map<string, { readonly message: TracedMessage; readonly at: Date }[]>();
  #waiting: NewSipMessage[] = [];
  #dropped = 0;
  #timer: NodeJS.Timeout | undefined;
  #flushing = Promise.resolve();

  constructor(options: SipTracesOptions) {
    this.#with = options;
  }

  readonly take = (message: TracedMessage): void => {
    const { callId } = message;
    const at = this.#with.now();
    const call = this.#calls.get(callId);
    if (call !== undefined) {
      this.#calls.delete(callId);
      this.#calls.set(callId, call);
      this.#add(call, message, at);
    } else if (this.#unknown.has(callId) || (message.method === 'INVITE' && message.direction === 'RECEIVED'))
      this.#remember(message, at);
  };

  /** From now on messages with this Call-ID are kept with the call, and those that came before. */
  readonly follow = (attemptId: string, callId: string, isOwnTrunk: boolean): void => {
    const known = this.#calls.get(callId);
    // Strangers choose the Call-IDs of their calls: one that is taken stays with its call.
    if (known !== undefined && known.attemptId !== attemptId) return;
    const call = known ?? { attemptId, isOwnTrunk, count: 0 };
    this.#calls.set(callId, call);
    dropOldest(this.#calls, MOST_CALLS);
    for (const { message, at } of this.#unknown.get(callId) ?? []) this.#add(call, message, at);
    this.#unknown.delete(callId);
  };

  /** Stores what there is. */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#flushing;
    await this.#flush();
  }

  #remember(message: TracedMessage, at: Date): void {
    const early = this.#unknown.get(message.callId) ?? [];
    // Whoever sends it is not known yet, and may send much.
    if (early.length < MOST_EARLY) early.push({ message: { ...message, text: storable(message.text) }, at });
    this.#unknown.set(message.callId, early);
    dropOldest(this.#unknown, MOST_UNKNOWN);
  }

  #add(call: Call, message: TracedMessage, at: Date): void {
    this.#with.onMessage?.(call.attemptId, message);
    if (call.count >= MOST_SIP_MESSAGES) return;
    if (this.#waiting.length >= MOST_WAITING) {
      this.#dropped += 1;
      return;
    }
    call.count += 1;
    const { direction, transport, local, remote, callId, method, status, text, attestation } = message;
    this.#waiting.push({
      attemptId: call.attemptId,
      id: this.#with.newId(),
      at,
      isSent: direction === 'SENT',
      isOwnTrunk: call.isOwnTrunk,
      transport,
      localHost: local?.host ?? null,
      localPort: local?.port ?? null,
      remoteHost: remote.host,
      remotePort: remote.port,
      callId: storable(callId),
      method,
      status,
      text: storable(text),
      attestation: attestation?.level ?? null,
      verification: attestation?.verification ?? null,
    });
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#flushing = this.#flushing.then(() => this.#flush());
    }, FLUSH_MS).unref();
  }

  /** What cannot be written is dropped and reported: no call waits for it. */
  async #flush(): Promise<void> {
    const [taken, dropped] = [this.#waiting, this.#dropped];
    this.#waiting = [];
    this.#dropped = 0;
    if (dropped > 0)
      this.#with.onError(
        new Error(`${dropped} SIP messages were dropped: the database is too slow to store them`),
      );
    if (taken.length > 0) await this.#with.keep(taken).catch(this.#with.onError);
  }
}

function dropOldest(map: Map<string, unknown>, most: number): void {
  for (const key of map.keys()) {
    if (map.size <= most) return;
    map.delete(key);
  }
}

/** PostgreSQL takes no NUL in a text, and strangers may send any. */
const storable = (text: string): string => {
  const clean = text.replaceAll('\0', '�');
  const bytes = Buffer.from(clean);
  return bytes.length <= MOST_SIP_MESSAGE_BYTES
    ? clean
    : bytes.subarray(0, MOST_SIP_MESSAGE_BYTES).toString().replace(/�$/, '');
};
