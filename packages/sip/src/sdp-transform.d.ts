/** What we use of it; the package has no types of its own. Numbers come as numbers, all else as text. */
declare module 'sdp-transform' {
  interface Connection {
    version: number;
    ip: string;
  }
  interface Media {
    type: string;
    port: number;
    protocol: string;
    payloads?: string | number;
    connection?: Connection;
    direction?: 'sendrecv' | 'sendonly' | 'recvonly' | 'inactive';
    ptime?: number;
    rtcp?: { port: number };
    rtcpMux?: string;
    rtp: { payload: number; codec: string; rate?: number }[];
    fmtp: { payload: number; config: string }[];
    crypto?: { id: number; suite: string; config: string }[];
  }
  interface Session {
    version?: number;
    origin?: {
      username: string;
      sessionId: number | string;
      sessionVersion: number;
      netType: string;
      ipVer: number;
      address: string;
    };
    name?: string;
    connection?: Connection;
    direction?: 'sendrecv' | 'sendonly' | 'recvonly' | 'inactive';
    timing?: { start: number; stop: number };
    media: Media[];
  }
  export function parse(text: string): Session;
  export function write(session: Session): string;
}
