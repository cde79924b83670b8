import type { Socket } from 'node:net';
import { SipFraming } from './sip-framing.ts';
import type { SipTime } from './sip-time.ts';
import { type Hop, type LocalAddress, plainHost, type SipTransport } from './sip-transport.ts';

export interface StreamWay {
  readonly kind: 'tcp' | 'tls';
  /** Resolves with a connection that is ready to carry messages. */
  readonly connect: (hop: Hop) => Promise<Socket>;
  readonly time: SipTime;
  /** Where the far end may connect to us; null: it uses the connection that we opened. */
  readonly listening: LocalAddress | null;
}

/** Routers forget connections that are silent for longer (RFC 5626, section 4.4.1). */
const PING_MS = 30_000;
const MOST_CONNECTIONS = 2000;
/** Whoever does not read what we send is not there. */
const MOST_UNSENT_BYTES = 1 << 20;

/** Messages on connections, which are kept and used in both directions. */
export class StreamTransport implements SipTransport {
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
    if (socket.destroyed) throw new Error('The connection is gone');
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
