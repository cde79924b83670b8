import { createHmac } from 'node:crypto';
import { connect } from 'node:net';
import type { Config } from './config.ts';
import { method, stunRequest } from './stun-message.ts';
import { withStunServer } from './stun-server.ts';
import { relayTrouble } from './turn-allocation.ts';

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

type IceSettings = Pick<Config, 'PARLEY_ICE_SERVERS' | 'PARLEY_TURN_SECRET'>;

const TURN_SECONDS = 3600;

/**
 * The servers for one call. TURN servers without an account get credentials that expire, made of a secret that they share
 * (draft-uberti-behave-turn-rest): whoever keeps a link cannot use the relay for ever.
 */
export function iceServersFor(settings: IceSettings, now: Date, user: string) {
  const { PARLEY_ICE_SERVERS: servers, PARLEY_TURN_SECRET: secret } = settings;
  return servers.map((server) => {
    if (secret === undefined || server.username !== undefined || server.urls.startsWith('stun:'))
      return server;
    const username = `${Math.floor(now.getTime() / 1000) + TURN_SECONDS}:${user}`;
    return { ...server, username, credential: createHmac('sha1', secret).update(username).digest('base64') };
  });
}

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

/** Why a TURN server does not relay for us, in words; undefined: it does, or it is none. Lets go of what it gave. */
export async function turnTrouble(
  server: IceServer,
  settings: IceSettings,
  now: Date,
  limitMs: number,
): Promise<string | undefined> {
  const given = iceServersFor(settings, now, 'doctor').find(({ urls }) => urls === server.url);
  const { username, credential } = given ?? {};
  if (username === undefined || credential === undefined || server.transport !== 'udp') return undefined;
  const trouble = await relayTrouble(server.host, server.port, { username, credential }, limitMs);
  if (trouble !== 'refused') return trouble;
  return server.hasAccount
    ? 'refuses the account that it has there'
    : 'refuses our credentials: PARLEY_TURN_SECRET differs from its static-auth-secret, or its clock is wrong';
}

/** Why a server does not answer, in words; undefined: it answers. */
export const iceServerTrouble = ({ host, port, transport }: IceServer, limitMs: number) =>
  transport === 'udp' ? stunTrouble(host, port, limitMs) : tcpTrouble(host, port, limitMs);

/** Whatever is answered to the request (RFC 8489), which TURN servers answer as well, shows that the server is there. */
const stunTrouble = (host: string, port: number, limitMs: number): Promise<string | undefined> =>
  withStunServer({ host, port, limitMs }, async (server) => {
    await server.ask(stunRequest(method.binding));
    return undefined;
  });

function tcpTrouble(host: string, port: number, limitMs: number): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const socket = connect({ host, port, timeout: limitMs }, () => resolve(undefined));
  socket.on('error', (error) => resolve(`cannot be reached (${error.message})`));
  socket.on('timeout', () => resolve('does not answer over TCP'));
  return promise.finally(() => socket.destroy());
}
