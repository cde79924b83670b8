import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { randomFrom } from '../../sip/fuzzed-agent.ts';

export interface Impairment {
  /** Of the packets of sound. */
  readonly loss: number;
  /** Each packet comes so much later at most: those that follow overtake it. */
  readonly jitterMs: number;
  readonly seed: number;
}

/**
 * Stands between two ends on UDP. What is said about the call passes as it is, but for where the sound goes: that is
 * sent through here too, and arrives late, in another order, or not at all.
 */
export async function impairedRelay(farPort: number, impairment: Impairment) {
  const [signalling, ours, theirs] = await Promise.all([bound(), bound(), bound()]);
  const random = randomFrom(impairment.seed);
  const counts = { carried: 0, lost: 0 };
  let [nearPort, nearSound, farSound] = [0, 0, 0];
  signalling.on('message', (bytes, from) => {
    const isTheirs = from.port === farPort;
    if (!isTheirs) nearPort = from.port;
    const { text, port } = withSoundAt(
      bytes.toString(),
      isTheirs ? ours.address().port : theirs.address().port,
    );
    if (port !== undefined && isTheirs) farSound = port;
    if (port !== undefined && !isTheirs) nearSound = port;
    signalling.send(text, isTheirs ? nearPort : farPort, '127.0.0.1');
  });
  const carry = (bytes: Buffer, by: Socket, to: () => number) => {
    if (random() < impairment.loss) {
      counts.lost += 1;
      return;
    }
    counts.carried += 1;
    setTimeout(() => send(by, bytes, to()), random() * impairment.jitterMs);
  };
  ours.on('message', (bytes) => carry(bytes, theirs, () => farSound));
  theirs.on('message', (bytes) => carry(bytes, ours, () => nearSound));
  let isClosed = false;
  const send = (by: Socket, bytes: Buffer, port: number) => {
    if (!isClosed && port !== 0) by.send(bytes, port, '127.0.0.1');
  };
  return {
    port: signalling.address().port,
    counts,
    async close() {
      isClosed = true;
      for (const socket of [signalling, ours, theirs]) socket.close();
    },
  };
}

async function bound(): Promise<Socket> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  // A port that nobody listens on any more is no reason to fail.
  socket.on('error', () => undefined);
  return socket;
}

/** The message with the sound at another port, and the port that it was at. */
function withSoundAt(text: string, port: number): { text: string; port?: number } {
  const at = text.indexOf('\r\n\r\n');
  const [head, body] = [text.slice(0, at), text.slice(at + 4)];
  const found = /^m=audio (\d+) /m.exec(body);
  if (at < 0 || !found) return { text };
  const moved = body.replace(found[0], `m=audio ${port} `);
  const length = Buffer.byteLength(moved);
  return {
    text: `${head.replace(/^Content-Length:.*$/im, `Content-Length: ${length}`)}\r\n\r\n${moved}`,
    port: Number(found[1]),
  };
}
