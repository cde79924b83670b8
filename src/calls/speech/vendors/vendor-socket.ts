import { Agent, type Dispatcher, WebSocket } from 'undici';
import { SpeechFailure, type SpeechFailureKind } from '../speech-failure.ts';

export interface VendorSocketOptions {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly connectMs: number;
  onMessage(data: string | ArrayBuffer): void;
  /** Told once when the connection is over and we did not close it. */
  onEnd(failure: SpeechFailure): void;
}

export interface VendorSocket {
  send(data: string | Int16Array): void;
  /** What was sent and has not left this machine. */
  readonly waitingBytes: number;
  close(): void;
}

/** Larger than any message that a vendor of speech sends. */
const MOST_MESSAGE_BYTES = 16 * 1024 ** 2;
const POLICY_VIOLATION = 1008;
const LONGEST_REASON = 200;

/** Opens a connection to a vendor; rejects with a failure that says whether the key was refused. The signal ends the trying. */
export function openVendorSocket(options: VendorSocketOptions, signal?: AbortSignal): Promise<VendorSocket> {
  const { promise, resolve, reject } = Promise.withResolvers<VendorSocket>();
  let status = 0;
  const connections = new Agent({
    connectTimeout: options.connectMs,
    webSocket: { maxPayloadSize: MOST_MESSAGE_BYTES },
  });
  const socket = new WebSocket(options.url, {
    headers: options.headers,
    dispatcher: connections.compose(watchStatus((seen) => (status = seen))),
  });
  socket.binaryType = 'arraybuffer';
  let isOpen = false;
  let isOver = false;

  function end(failure: SpeechFailure | undefined): void {
    if (isOver) return;
    isOver = true;
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
    // A vendor that does not answer the closing must not keep a connection of ours.
    setTimeout(() => void connections.destroy(), LINGER_MS).unref();
    if (failure === undefined) return;
    if (isOpen) options.onEnd(failure);
    else reject(failure);
  }
  function close(failure?: SpeechFailure): void {
    end(failure);
    socket.close();
  }
  const onAbort = () => close(new SpeechFailure('unavailable', 'Nobody waits for it any more'));
  const timer = setTimeout(
    () => close(new SpeechFailure('deadline', `No connection within ${options.connectMs} ms`)),
    options.connectMs,
  );
  signal?.addEventListener('abort', onAbort, { once: true });
  if (signal?.aborted) onAbort();

  socket.addEventListener('open', () => {
    if (isOver) return;
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
    isOpen = true;
    resolve({
      send: (data) => {
        if (!isOver) socket.send(data);
      },
      get waitingBytes() {
        return socket.bufferedAmount;
      },
      close: () => close(),
    });
  });
  socket.addEventListener('message', ({ data }: { data: string | ArrayBuffer }) => {
    if (!isOver) options.onMessage(data);
  });
  socket.addEventListener('error', ({ message }) => {
    end(
      isOpen
        ? new SpeechFailure('unavailable', message || 'The connection broke')
        : handshakeFailure(status, message),
    );
  });
  socket.addEventListener('close', ({ code, reason }) => {
    const kind = code === POLICY_VIOLATION ? 'refused' : 'unavailable';
    end(
      new SpeechFailure(kind, `The connection was closed: ${code} ${reason}`.slice(0, LONGEST_REASON).trim()),
    );
  });
  return promise;
}

const LINGER_MS = 2_000;

/** A socket tells its user only that the handshake failed; the answer's status tells why. */
const watchStatus =
  (seen: (status: number) => void): Dispatcher.DispatcherComposeInterceptor =>
  (dispatch) =>
  (options, handler) => {
    const watched: Dispatcher.DispatchHandler = Object.create(handler);
    watched.onResponseStart = function (controller, statusCode, headers, statusMessage) {
      seen(statusCode);
      handler.onResponseStart?.call(this, controller, statusCode, headers, statusMessage);
    };
    return dispatch(options, watched);
  };

function handshakeFailure(status: number, message: string): SpeechFailure {
  if (status === 0) return new SpeechFailure('unavailable', message || 'It cannot be reached');
  return new SpeechFailure(kindOf(status), `The connection was refused with ${status}`);
}

const kindOf = (status: number): SpeechFailureKind =>
  status === 429 ? 'rate_limited' : status >= 500 ? 'unavailable' : 'refused';
