import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export interface HttpListener {
  readonly server: Server;
  /** Such as http://127.0.0.1:4711. */
  readonly url: string;
  stop(): Promise<void>;
}

export async function listenHttp(
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<HttpListener> {
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  // One that was upgraded and never answered is not among those that the server knows.
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    server,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}

export async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts);
}
