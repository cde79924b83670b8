import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';
import type { SipTime } from './sip-time.ts';
import { type Hop, type LocalAddress, plainHost, type SipTransport } from './sip-transport.ts';

/** One socket for everything, so that answers come back through the same hole in a firewall (RFC 3581). */
export async function udpTransport(bind: LocalAddress, time: SipTime): Promise<SipTransport> {
  const type = isIPv6(bind.host) ? 'udp6' : 'udp4';
  const socket = createSocket({ type, recvBufferSize: RECEIVE_BYTES });
  socket.bind(bind.port, bind.host);
  await once(socket, 'listening');
  // A port that nobody listens on is known only by a later error of the socket; timers notice it anyway.
  socket.on('error', () => undefined);
  const { port } = socket.address();
  const isEverywhere = bind.host === '0.0.0.0' || bind.host === '::';
  const ways = new Map<string, { readonly own: string; readonly untilMs: number }>();
  const ownAddressTo = async (hop: Hop): Promise<string> => {
    const known = ways.get(hop.host);
    if (known !== undefined && known.untilMs > time.nowMs()) return known.own;
    const own = await ownAddress(type, hop);
    if (ways.size >= MOST_WAYS) ways.clear();
    ways.set(hop.host, { own, untilMs: time.nowMs() + WAY_MS });
    return own;
  };
  return {
    kind: 'udp',
    localTo: async (hop) => ({ host: isEverywhere ? await ownAddressTo(hop) : bind.host, port }),
    send: (text, { host, port: to }) => sent(socket, Buffer.from(text), to, host),
    onPacket(listener) {
      socket.on('message', (bytes, { address, port: from }) => {
        // Two empty lines only keep the way open.
        if (bytes.length > 4)
          listener(bytes, { transport: 'udp', host: plainHost(address), port: from, name: address });
      });
    },
    close: async () => {
      socket.close();
      await once(socket, 'close');
    },
  };
}

/** A thousand calls may ring at once while this thread is busy. */
const RECEIVE_BYTES = 1 << 20;

/** Networks change now and then; a call asks for the way several times. */
const WAY_MS = 10_000;
const MOST_WAYS = 1000;

const sent = (socket: Socket, bytes: Buffer, port: number, host: string): Promise<void> =>
  new Promise((resolve, reject) => {
    socket.send(bytes, port, host, (error) => (error ? reject(error) : resolve()));
  });

/** Which of our addresses leads there: the system chooses one when a socket is connected. Nothing is sent. */
async function ownAddress(type: 'udp4' | 'udp6', { host, port }: Hop): Promise<string> {
  const probe = createSocket(type);
  try {
    await new Promise<void>((resolve, reject) => {
      probe.once('error', reject);
      probe.connect(port, host, resolve);
    });
    return probe.address().address;
  } finally {
    probe.close();
  }
}
