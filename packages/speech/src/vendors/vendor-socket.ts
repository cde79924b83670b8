import type { Duplex } from 'node:stream';
import { httpClient } from '@parley/call-engine/llm/vendors/http-client.ts';
import type { Agent, Dispatcher } from 'undici';
import { SpeechFailure, type SpeechFailureKind } from '../speech-failure.ts';

export interface VendorSocketOptions {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly connections: Dispatcher;
  readonly connectMs: number;
  onMessage(data: string | ArrayBuffer): void;
  /** Called once when the connection ends and we did not close it. */
  onEnd(failure: SpeechFailure): void;
}

export interface VendorSocket {
  send(data: string | Int16Array): void;
  /** What was sent and has not left this machine. */
  readonly waitingBytes: number;
  close(): void;
}

/** How long a vendor may take to close after us; then the socket is destroyed. */
const LINGER_MS = 2_000;
const POLICY_VIOLATION = 1008;
const LONGEST_REASON = 200;

/**
 * Opens a connection to a vendor; rejects with a failure that says whether the key was refused. The signal is for the
 * opening: once open, the caller closes it.
 */
export function openVendorSocket(options: VendorSocketOptions, signal: AbortSignal): Promise<VendorSocket> {
  const { promise, resolve, reject } = Promise.withResolvers<VendorSocket>();
  const { url, headers, connectMs } = options;
  const handshake: Handshake = { status: 0, socket: undefined };
  const { WebSocket } = httpClient();
  const socket = new WebSocket(url, { headers, dispatcher: watched(options.connections, handshake) });
  socket.binaryType = 'arraybuffer';
  let isOpen = false;
  let isOver = false;

  const end = (failure?: SpeechFailure): void => {
    if (isOver) return;
    isOver = true;
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
    if (failure === undefined) return;
    if (isOpen) options.onEnd(failure);
    else reject(failure);
  };
  const close = (failure?: SpeechFailure): void => {
    end(failure);
    socket.close();
    setTimeout(() => handshake.socket?.destroy(), LINGER_MS).unref();
  };
  const onAbort = () => close(new SpeechFailure('unavailable', 'The request was cancelled'));
  const timer = setTimeout(
    () => close(new SpeechFailure('deadline', `No connection within ${connectMs} ms`)),
    connectMs,
  );
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });

  socket.addEventListener('open', () => {
    if (isOver) return;
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
    isOpen = true;
    resolve({
      send: (data) => {
        if (!isOver) socket.send(data);
      },
      get waitingBytes() {
        return socket.bufferedAmount;
      },
      close,
    });
  });
  socket.addEventListener('message', ({ data }: { data: string | ArrayBuffer }) => {
    if (!isOver) options.onMessage(data);
  });
  socket.addEventListener('error', ({ message }) => {
    const broken = () => new SpeechFailure('unavailable', message || 'The connection broke');
    end(isOpen || handshake.status === 0 ? broken() : refusal(handshake.status));
  });
  socket.addEventListener('close', ({ code, reason }) => {
    const kind = code === POLICY_VIOLATION ? 'refused' : 'unavailable';
    const words = `The connection was closed: ${code} ${reason}`.slice(0, LONGEST_REASON).trim();
    end(new SpeechFailure(kind, words));
  });
  return promise;
}

interface Handshake {
  status: number;
  socket: Duplex | undefined;
}

/** WebSocket exposes neither the status of a failed handshake nor the socket to destroy. */
const watched = (connections: Dispatcher, handshake: Handshake): Dispatcher =>
  connections.compose((dispatch) => (options, handler) => {
    const watching: Dispatcher.DispatchHandler = Object.create(handler);
    watching.onResponseStart = function (controller, statusCode, headers, statusMessage) {
      handshake.status = statusCode;
      handler.onResponseStart?.call(this, controller, statusCode, headers, statusMessage);
    };
    watching.onRequestUpgrade = function (controller, statusCode, headers, socket) {
      handshake.socket = socket;
      handler.onRequestUpgrade?.call(this, controller, statusCode, headers, socket);
    };
    return dispatch(options, watching);
  });

const refusal = (status: number): SpeechFailure =>
  new SpeechFailure(kindOf(status), `The connection was refused with ${status}`);

const kindOf = (status: number): SpeechFailureKind =>
  status === 429 ? 'rate_limited' : status >= 500 ? 'unavailable' : 'refused';

/** Sentences of a call are seconds apart, and a new connection costs a quarter of a second over the sea. */
const KEEP_ALIVE_MS = 60_000;
const CONNECT_MS = 3_000;
/** Larger than any message that a vendor of speech sends. */
const MOST_MESSAGE_BYTES = 16 * 1024 ** 2;

/** The connection pool of all calls of a process: TLS sessions are reused, which makes the next connection faster. */
export function makeConnections(): Agent {
  const { Agent } = httpClient();
  return new Agent({
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectTimeout: CONNECT_MS,
    webSocket: { maxPayloadSize: MOST_MESSAGE_BYTES },
  });
}
