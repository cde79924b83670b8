import { createSocket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { hepPacket } from '@parley/sip/hep.ts';
import type { TracedMessage } from '@parley/sip/sip-trace.ts';

export interface HepExport {
  readonly send: (message: TracedMessage) => void;
  close(): void;
}

/** Our id among those that send to the same server. */
const CAPTURE_ID = 2001;
/** A server that cannot be reached is not reported for every message, and may get another address. */
const AGAIN_MS = 60_000;

/** Sends SIP messages to a capture server (HEP3 over UDP). Whether it gets them is not known, as with every capture. */
export function openHepExport(
  { host, port }: { readonly host: string; readonly port: number },
  onTrouble: (words: string) => void,
): HepExport {
  const sockets = { 4: createSocket('udp4').unref(), 6: createSocket('udp6').unref() } as const;
  let quietUntilMs = Number.NEGATIVE_INFINITY;
  const report = (error: Error) => {
    if (performance.now() < quietUntilMs) return;
    quietUntilMs = performance.now() + AGAIN_MS;
    onTrouble(
      `SIP messages cannot be sent to the capture server ${host}:${port} (PARLEY_HEP): ${error.message}`,
    );
  };
  for (const socket of Object.values(sockets)) socket.on('error', report);
  const look = () => lookup(host).catch(report);
  let server = look();
  let isClosed = false;
  const looking = setInterval(() => {
    server = look();
  }, AGAIN_MS).unref();
  return {
    async send(message) {
      // Nobody waits for this: a failure that was thrown would end the process.
      try {
        const packet = hepPacket(message, new Date(), CAPTURE_ID);
        const found = await server;
        if (!packet || !found || isClosed) return;
        sockets[found.family === 6 ? 6 : 4].send(
          packet,
          port,
          found.address,
          (error) => error && report(error),
        );
      } catch (error) {
        report(error as Error);
      }
    },
    close() {
      isClosed = true;
      clearInterval(looking);
      for (const socket of Object.values(sockets)) socket.close();
    },
  };
}
