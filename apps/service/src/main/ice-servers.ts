import { randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { connect } from 'node:net';
import type { Config } from './config.ts';

export interface IceServer {
  /** As in the setting, without its account. */
  readonly url: string;
  readonly host: string;
  readonly port: number;
  readonly transport: 'udp' | 'tcp';
  /** The setting has a name and a password for it, which every visitor of a call is sent. */
  readonly hasAccount: boolean;
}

const URL_PARTS =
  /^(?<scheme>stuns?|turns?):(?<host>[^:?]+)(?::(?<port>\d+))?(?:\?transport=(?<transport>udp|tcp))?$/;

export const readIceServers = ({ PARLEY_ICE_SERVERS: servers }: Pick<Config, 'PARLEY_ICE_SERVERS'>) =>
  servers.map(({ urls, username }): IceServer => {
    const { scheme, host = '', port, transport } = URL_PARTS.exec(urls)?.groups ?? {};
    const isSecure = scheme === 'turns';
    return {
      url: urls,
      host,
      port: Number(port ?? (isSecure ? 5349 : 3478)),
      transport: isSecure || transport === 'tcp' ? 'tcp' : 'udp',
      hasAccount: username !== undefined,
    };
  });

/** Browsers and the WebRTC library do not agree on the ICE checks over TCP: docs/web-calls.md says more. */
export const tcpRelayWarning = ({ url }: IceServer): string =>
  `${url} in PARLEY_ICE_SERVERS is a TURN relay over TCP, which is not supported: no web call is connected through it.`;
export const TCP_RELAY_REMEDY =
  'Write the server without transport=tcp (turn:HOST:3478), and open its UDP ports.';

/** Whoever has the account can use the relay, and every visitor of a call is sent it. */
export const relayAccountWarning = ({ url }: IceServer): string =>
  `${url} has an account in PARLEY_ICE_SERVERS: whoever opens a link to a call is sent it, and can use the relay for ever.`;
export const RELAY_ACCOUNT_REMEDY =
  'Set PARLEY_TURN_SECRET, and name the server without an account: each call gets credentials that expire (docs/web-calls.md#turn).';

/** Why a server does not answer, in words; undefined: it answers. */
export const iceServerTrouble = ({ host, port, transport }: IceServer, limitMs: number) =>
  transport === 'udp' ? stunTrouble(host, port, limitMs) : tcpTrouble(host, port, limitMs);

/** A lost packet is sent again. */
const RESEND_MS = 500;
const MAGIC_COOKIE = 0x2112a442;
const BINDING_REQUEST = 0x0001;
/** Whatever is answered to the request shows that the server is there, an error as well. */
const BINDING_RESPONSES: readonly number[] = [0x0101, 0x0111];

/** Sends a STUN binding request (RFC 8489), which TURN servers answer as well. */
function stunTrouble(host: string, port: number, limitMs: number): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const request = Buffer.alloc(20);
  request.writeUInt16BE(BINDING_REQUEST, 0);
  request.writeUInt32BE(MAGIC_COOKIE, 4);
  randomBytes(12).copy(request, 8);
  const socket = createSocket({ type: 'udp4' });
  socket.on('message', (message) => {
    const isOurs = message.length >= 20 && message.subarray(4, 20).equals(request.subarray(4, 20));
    if (isOurs && BINDING_RESPONSES.includes(message.readUInt16BE(0))) resolve(undefined);
  });
  socket.on('error', (error) => resolve(`cannot be reached (${error.message})`));
  socket.connect(port, host, () => {
    const send = () => socket.send(request);
    send();
    const again = setInterval(send, RESEND_MS);
    void promise.then(() => clearInterval(again));
  });
  const timer = setTimeout(() => resolve('does not answer over UDP'), limitMs);
  return promise.finally(() => {
    clearTimeout(timer);
    socket.close();
  });
}

function tcpTrouble(host: string, port: number, limitMs: number): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const socket = connect({ host, port, timeout: limitMs }, () => resolve(undefined));
  socket.on('error', (error) => resolve(`cannot be reached (${error.message})`));
  socket.on('timeout', () => resolve('does not answer over TCP'));
  return promise.finally(() => socket.destroy());
}
