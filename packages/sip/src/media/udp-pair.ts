import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';

/** The two sockets of a call. */
export interface UdpPair {
  readonly port: number;
  readonly rtp: Socket;
  readonly rtcp: Socket;
  close(): void;
}

/** Opens a free pair of the range; other programs may use some. Rejects when all are in use. */
export async function openPair(bindHost: string, range: PortRange): Promise<UdpPair> {
  for (let tries = range.freePairs; tries > 0; tries -= 1) {
    const port = range.take();
    if (port === undefined) break;
    const pair = await bindPair(bindHost, port, () => range.giveBack(port));
    if (pair !== undefined) return pair;
    range.giveBack(port);
  }
  throw new Error('No RTP ports are free for another call: widen the RTP port range.');
}

async function bindPair(bindHost: string, port: number, onClosed: () => void): Promise<UdpPair | undefined> {
  const [rtp, rtcp] = [makeSocket(bindHost), makeSocket(bindHost)];
  try {
    await bind(rtp, port, bindHost);
    await bind(rtcp, port + 1, bindHost);
  } catch (error) {
    rtp.close();
    rtcp.close();
    if (isTaken(error)) return undefined;
    throw error;
  }
  // A far end that is gone answers with errors; silence is what shows that it is gone.
  for (const socket of [rtp, rtcp]) socket.on('error', () => {});
  let isClosed = false;
  return {
    port,
    rtp,
    rtcp,
    close() {
      if (isClosed) return;
      isClosed = true;
      rtp.close();
      rtcp.close();
      onClosed();
    },
  };
}

const isTaken = (error: unknown): boolean => {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'EADDRINUSE' || code === 'EACCES';
};

const makeSocket = (bindHost: string): Socket =>
  createSocket({
    type: bindHost.includes(':') ? 'udp6' : 'udp4',
    // Only addresses come here: without this every packet would wait for a turn of the loop to be looked up.
    lookup: (host, _options, then) => then(null, host, host.includes(':') ? 6 : 4),
  });

async function bind(socket: Socket, port: number, address: string): Promise<void> {
  // An address needs no looking up, so it may listen before `bind` returns.
  const listening = once(socket, 'listening');
  socket.bind({ port, address, exclusive: true });
  await listening;
}

/** Pairs of ports: an even one for RTP and the next for RTCP. Each is used again as late as possible. */
export class PortRange {
  readonly #free: number[] = [];

  constructor(from: number, to: number) {
    for (let port = from + (from % 2); port + 1 <= to; port += 2) this.#free.push(port);
  }

  get freePairs(): number {
    return this.#free.length;
  }

  take(): number | undefined {
    return this.#free.shift();
  }

  giveBack(port: number): void {
    this.#free.push(port);
  }
}
