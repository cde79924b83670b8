import { once } from 'node:events';
import { type AddressInfo, connect, createServer, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { endOfHead } from './sip-message.ts';
import type { SipTime } from './sip-time.ts';
import { type Hop, type LocalAddress, plainHost, type SipTransport } from './sip-transport.ts';

const CONNECT_MS = 5000;
/** Routers forget connections that are silent for longer (RFC 5626, section 4.4.1). */
const PING_MS = 30_000;
const MOST_CONNECTIONS = 2000;

/** A far end that leaves this much unread is treated as gone. */
const MOST_UNSENT_BYTES = 1 << 20;

/** SIP over TCP. It listens as well: the far end may open a connection of its own. */
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
      return connected(socket, 'connect');
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

/**
 * SIP over TLS. It only connects: the far end sends requests on the same connection. Its certificate must be for the
 * configured name, from an authority that the system trusts or one of `authorities` (PEM).
 */
export const tlsTransport = (authorities: string | undefined, time: SipTime): SipTransport =>
  new StreamTransport({
    kind: 'tls',
    time,
    listening: null,
    async connect(hop) {
      const socket = connectTls({
        host: hop.host,
        port: hop.port,
        minVersion: 'TLSv1.2',
        ...(isIP(hop.name) ? {} : { servername: hop.name }),
        ...(authorities === undefined ? {} : { ca: authorities }),
      });
      return connected(socket, 'secureConnect');
    },
  });

async function connected(socket: Socket, event: 'connect' | 'secureConnect'): Promise<Socket> {
  // From the first moment: an error without a listener would end the process.
  socket.on('error', () => undefined);
  try {
    await once(socket, event, { signal: AbortSignal.timeout(CONNECT_MS) });
  } catch (error) {
    socket.destroy();
    throw error;
  }
  return socket;
}

export interface StreamWay {
  readonly kind: 'tcp' | 'tls';
  /** Resolves with a connection that is ready to carry messages. */
  readonly connect: (hop: Hop) => Promise<Socket>;
  readonly time: SipTime;
  /** Where the far end may connect to us; null: it uses the connection that we opened. */
  readonly listening: LocalAddress | null;
}

/** Messages on connections, which are kept and used in both directions. */
class StreamTransport implements SipTransport {
  readonly kind: 'tcp' | 'tls';
  readonly #way: StreamWay;
  readonly #open = new Map<string, Promise<Socket>>();
  #listener: (bytes: Buffer, from: Hop) => void = () => undefined;

  constructor(way: StreamWay) {
    this.kind = way.kind;
    this.#way = way;
  }

  async localTo(hop: Hop): Promise<LocalAddress> {
    const { localAddress = '127.0.0.1', localPort = 0 } = await this.#connection(hop);
    return { host: plainHost(localAddress), port: this.#way.listening?.port ?? localPort };
  }

  async send(text: string, hop: Hop): Promise<void> {
    const socket = await this.#connection(hop);
    if (socket.writableLength > MOST_UNSENT_BYTES) socket.destroy();
    if (socket.destroyed) throw new Error('The connection was closed');
    socket.write(text);
  }

  onPacket(listener: (bytes: Buffer, from: Hop) => void): void {
    this.#listener = listener;
  }

  async close(): Promise<void> {
    const sockets = await Promise.allSettled(this.#open.values());
    for (const one of sockets) if (one.status === 'fulfilled') one.value.destroy();
  }

  /** A connection that the far end opened. */
  take(socket: Socket): void {
    const { remoteAddress, remotePort } = socket;
    if (remoteAddress === undefined || remotePort === undefined || this.#open.size >= MOST_CONNECTIONS) {
      socket.destroy();
      return;
    }
    const host = plainHost(remoteAddress);
    const hop: Hop = { transport: this.kind, host, port: remotePort, name: host };
    this.#open.set(keyOf(hop), Promise.resolve(socket));
    this.#attend(socket, hop);
  }

  #connection(hop: Hop): Promise<Socket> {
    const known = this.#open.get(keyOf(hop));
    if (known) return known;
    const opening = this.#way.connect(hop).then((socket) => {
      this.#attend(socket, hop);
      return socket;
    });
    this.#open.set(keyOf(hop), opening);
    opening.catch(() => this.#open.delete(keyOf(hop)));
    return opening;
  }

  #attend(socket: Socket, hop: Hop): void {
    const framing = new SipFraming();
    let callOff = () => {};
    const ping = () => {
      if (!socket.destroyed) socket.write('\r\n\r\n');
      callOff = this.#way.time.after(PING_MS, ping);
    };
    callOff = this.#way.time.after(PING_MS, ping);
    socket.setNoDelay(true);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      callOff();
      this.#open.delete(keyOf(hop));
    });
    socket.on('data', (chunk: Buffer) => {
      for (const frame of framing.push(chunk)) {
        if (frame.kind === 'message') this.#listener(frame.bytes, hop);
        else if (frame.kind === 'ping') socket.write('\r\n');
        else socket.destroy();
      }
    });
  }
}

const keyOf = ({ host, port }: Hop): string => `${host} ${port}`;

export type Frame =
  | { readonly kind: 'message'; readonly bytes: Buffer }
  /** A keep-alive, to be answered (RFC 5626). */
  | { readonly kind: 'ping' }
  /** The start of the next message cannot be found any more. */
  | { readonly kind: 'lost' };

const MOST_BYTES = 65_535;
const LENGTH = /^(?:content-length|l)[ \t]*:[ \t]*(\d{1,6})[ \t]*$/im;
const NEW_LINE = 10;
const RETURN = 13;

/** Splits a stream of bytes into messages by their Content-Length. */
export class SipFraming {
  #rest: Buffer = Buffer.alloc(0);

  push(chunk: Buffer): Frame[] {
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const frames: Frame[] = [];
    for (;;) {
      if (this.#skipEmptyLines() >= 2) frames.push({ kind: 'ping' });
      const { end, length } = endOfHead(this.#rest);
      if (length === 0) return this.#rest.length > MOST_BYTES ? [...frames, { kind: 'lost' }] : frames;
      const body = Number(LENGTH.exec(this.#rest.toString('latin1', 0, end))?.[1] ?? 0);
      const whole = end + length + body;
      if (whole > MOST_BYTES) return [...frames, { kind: 'lost' }];
      if (this.#rest.length < whole) return frames;
      frames.push({ kind: 'message', bytes: this.#rest.subarray(0, whole) });
      this.#rest = this.#rest.subarray(whole);
    }
  }

  #skipEmptyLines(): number {
    let [at, lines] = [0, 0];
    for (; at < this.#rest.length; at++) {
      if (this.#rest[at] === NEW_LINE) lines++;
      else if (this.#rest[at] !== RETURN) break;
    }
    this.#rest = this.#rest.subarray(at);
    return lines;
  }
}
