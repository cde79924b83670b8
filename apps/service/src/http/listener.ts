import type { RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';
import { newTraceId } from '@parley/kernel/id.ts';
import { createServer, STATUS_CODES } from '@parley/kernel/node-http.ts';
import { safeHeaders } from './safe-headers.ts';

/**
 * The sockets below Fastify. A name such as localhost can stand for two addresses, each with a server of its own;
 * all of them are made here, so that all behave alike.
 */
export class Listener {
  readonly #servers: Server[] = [];
  readonly #now: () => Date;

  constructor(now: () => Date) {
    this.#now = now;
  }

  readonly open = (handle: RequestListener): Server => {
    const server = createServer(
      {
        // A slow sender of headers is cut off after 3 s, and of bodies by the routes; uploads have longer. Without the
        // short interval Node looks only every 30 s.
        headersTimeout: 3000,
        requestTimeout: 15 * 60_000,
        connectionsCheckingInterval: 1000,
        maxHeaderSize: 16 * 1024,
        keepAliveTimeout: 72_000,
        // Node's own refusal has no body and no trace id: the server says it.
        requireHostHeader: false,
      },
      handle,
    );
    server.on('clientError', (error, socket) => answerBrokenRequest(error, socket as Socket, this.#now()));
    // Without this Node answers an unknown Expect with a bare 417; HTTP allows to ignore it.
    server.on('checkExpectation', handle);
    this.#servers.push(server);
    return server;
  };

  /** Ends every connection, whatever it is doing. */
  cut(): void {
    for (const server of this.#servers) server.closeAllConnections();
  }
}

const BROKEN: Readonly<Record<string, readonly [number, string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'The headers are larger than 16 KiB'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not arrive in time'],
};

/** A request that never became one (bad HTTP, headers too slow or too large) still gets the error body. */
function answerBrokenRequest(error: Error & { code?: string }, socket: Socket, now: Date): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, message] = BROKEN[error.code ?? ''] ?? [400, 'The request is not valid HTTP'];
  const traceId = newTraceId();
  const body = JSON.stringify({
    statusCode: status,
    message,
    error: STATUS_CODES[status],
    traceId,
    timestamp: now.toISOString(),
  });
  const headers = {
    ...safeHeaders,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'x-trace-id': traceId,
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
}
