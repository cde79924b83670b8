import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { randomFrom } from '../../sip/fuzzed-agent.ts';

export interface Impairment {
  /** Of the packets, of sound and of signalling alike. */
  readonly loss: number;
  /** Each packet comes so much later at most: those that follow overtake it. */
  readonly jitterMs: number;
  readonly seed: number;
}

/**
 * Stands between two ends on UDP. Everything is sent through here, and arrives late, in another order, or not at all: the
 * sound, and what is said about the call, in which only the place of the sound is changed.
 */
export async function impairedRelay(farPort: number, { loss, jitterMs, seed }: Impairment) {
  const [signalling, ours, theirs] = await Promise.all([bound(), bound(), bound()]);
  const sound = { carried: 0, lost: 0, random: randomFrom(seed), isTheirsBlocked: false };
  const signals = { carried: 0, lost: 0, random: randomFrom(seed + 1000) };
  let [nearPort, nearSound, farSound] = [0, 0, 0];
  let isClosed = false;
  const carry = (way: typeof signals, by: Socket, bytes: Buffer | string, to: () => number) => {
    if (way.random() < loss) {
      way.lost += 1;
      return;
    }
    way.carried += 1;
    const arrive = () => {
      if (!isClosed && to() !== 0) by.send(bytes, to(), '127.0.0.1');
    };
    setTimeout(arrive, way.random() * jitterMs);
  };
  signalling.on('message', (bytes, from) => {
    const isTheirs = from.port === farPort;
    if (!isTheirs) nearPort = from.port;
    const { text, port } = withSoundAt(
      bytes.toString(),
      isTheirs ? ours.address().port : theirs.address().port,
    );
    if (port !== undefined && isTheirs) farSound = port;
    if (port !== undefined && !isTheirs) nearSound = port;
    carry(signals, signalling, text, () => (isTheirs ? nearPort : farPort));
  });
  ours.on('message', (bytes) => carry(sound, theirs, bytes, () => farSound));
  theirs.on('message', (bytes) => {
    if (!sound.isTheirsBlocked) carry(sound, ours, bytes, () => nearSound);
  });
  return {
    port: signalling.address().port,
    sound,
    signals,
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
