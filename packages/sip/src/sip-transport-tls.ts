import { once } from 'node:events';
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import type { SipTime } from './sip-time.ts';
import type { SipTransport } from './sip-transport.ts';
import { StreamTransport } from './sip-transport-stream.ts';

const CONNECT_MS = 5000;

/**
 * Only connects: the far end answers on the connection that is there. Its certificate must be for the name that was
 * configured, and from an authority that the system trusts, or one of those given here (PEM).
 */
export const tlsTransport = (authorities: string | undefined, time: SipTime): SipTransport =>
  new StreamTransport({
    kind: 'tls',
    time,
    listening: null,
    async connect(hop) {
      const socket = connect({
        host: hop.host,
        port: hop.port,
        minVersion: 'TLSv1.2',
        ...(isIP(hop.name) ? {} : { servername: hop.name }),
        ...(authorities === undefined ? {} : { ca: authorities }),
      });
      socket.on('error', () => undefined);
      await once(socket, 'secureConnect', { signal: AbortSignal.timeout(CONNECT_MS) }).catch(
        (error: Error) => {
          socket.destroy();
          throw error;
        },
      );
      return socket;
    },
  });
