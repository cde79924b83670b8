import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import type { SipTime } from './sip-time.ts';
import type { LocalAddress, SipTransport } from './sip-transport.ts';
import { StreamTransport } from './sip-transport-stream.ts';

const CONNECT_MS = 5000;

/** Listens as well: a far end may open its own connection to tell us something. */
export async function tcpTransport(bind: LocalAddress, time: SipTime): Promise<SipTransport> {
  const server = createServer();
  server.listen(bind.port, bind.host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const streams = new StreamTransport({
    kind: 'tcp',
    time,
    listening: { host: bind.host, port },
    async connect(hop) {
      const socket = connect({ host: hop.host, port: hop.port });
      // Attended to from the first moment: an error that nobody hears would end the process.
      socket.on('error', () => undefined);
      await once(socket, 'connect', { signal: AbortSignal.timeout(CONNECT_MS) }).catch((error: Error) => {
        socket.destroy();
        throw error;
      });
      return socket;
    },
  });
  server.on('connection', (socket) => streams.take(socket));
  server.on('error', () => undefined);
  return {
    kind: 'tcp',
    localTo: (hop) => streams.localTo(hop),
    send: (text, hop) => streams.send(text, hop),
    onPacket: (listener) => streams.onPacket(listener),
    async close() {
      server.close();
      await streams.close();
    },
  };
}
