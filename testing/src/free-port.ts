import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * A port for a program that wants to be told one. Systems give out the ports above 32,768 themselves, so one of those
 * can be somebody else's connection by the time the program listens; the ports below 16,384 are nobody's, and those
 * from there on are for sound.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * (BEYOND - FIRST));
    if (await isFree(port)) return port;
  }
}

const FIRST = 10_240;
const BEYOND = 16_384;

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    // Without an address, as most programs listen: taken on one address is taken.
    server.listen(port);
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
