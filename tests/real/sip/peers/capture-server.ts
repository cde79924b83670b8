import { createSocket } from 'node:dgram';
import { once } from 'node:events';

interface Captured {
  readonly text: string;
  readonly atMs: number;
}

/** A capture server (HEP), as Homer is one: it gets every SIP message of a service, in their order. */
export async function captureServer() {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const packets: Captured[] = [];
  socket.on('message', (bytes) => packets.push({ text: bytes.toString('latin1'), atMs: performance.now() }));
  return { port: socket.address().port, packets, close: () => socket.close() };
}
