import { flag, listed, must, optional, portRange, type Setting, url } from './setting.ts';

const ICE_SERVER =
  /^(?<scheme>stun|turn|turns):(?:(?<username>[^\s:@]+):(?<credential>[^\s@]+)@)?(?<host>[^\s:@?]+(?::\d{1,5})?(?:\?transport=(?:udp|tcp))?)$/;

/** In the form of RTCIceServer. A TURN server without an account needs PARLEY_TURN_SECRET: config.ts checks that. */
const iceServers = (given: string | undefined) =>
  listed(
    () => true,
    '',
  )(given).map((part) => {
    const { scheme, username, credential, host } = ICE_SERVER.exec(part)?.groups ?? {};
    if (host === undefined || (scheme === 'stun' && username !== undefined))
      return must('be servers such as stun:stun.example.com:3478 or turn:turn.example.com:3478');
    const urls = `${scheme}:${host}`;
    return username === undefined || credential === undefined ? { urls } : { urls, username, credential };
  }) as readonly { readonly urls: string; readonly username?: string; readonly credential?: string }[];

/** How browsers reach the audio of a call. */
export const webCallSettings = {
  PARLEY_ICE_SERVERS: {
    meaning:
      'STUN and TURN servers for web calls, separated by commas: turn:turn.example.com:3478 with PARLEY_TURN_SECRET',
    preset: 'none',
    secret: true,
    read: iceServers,
  },
  PARLEY_TURN_SECRET: {
    meaning:
      'Secret shared with the TURN servers of PARLEY_ICE_SERVERS that have no account there: each call gets credentials of its own, valid for an hour (static-auth-secret of coturn)',
    preset: 'none',
    secret: true,
    read: optional,
  },
  PARLEY_WEBRTC_PRIVATE: {
    meaning:
      'Connect web calls to browsers in private networks and on this machine, and show them addresses there: true or false',
    preset:
      'true where PARLEY_PUBLIC_URL is on this machine or in a private network, or is not set and HOST is this machine without a trusted proxy',
    read: (given: string | undefined) => (given ? flag(given) : undefined),
  },
  PARLEY_WEBRTC_ADDRESS: {
    meaning: 'IP address for WebRTC audio of web calls; without it every address of the machine',
    preset: 'none',
    read: optional,
  },
  PARLEY_INTERNAL_URL: {
    meaning:
      'Address at which other processes of this installation reach this one, to forward web calls; without it the address that it listens on, or the first of the machine',
    preset: 'http://HOST:PORT',
    read: url(['http:', 'https:']),
  },
  PARLEY_WEBRTC_PORTS: {
    meaning: 'UDP ports for WebRTC audio of web calls, such as 40000-40999',
    preset: 'any',
    read: (given: string | undefined) => (given ? portRange('40000-40999')(given) : undefined),
  },
} as const satisfies Record<string, Setting<unknown>>;
