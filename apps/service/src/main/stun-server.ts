import { createSocket } from 'node:dgram';
import { type StunAnswer, stunAnswer } from './stun-message.ts';

/** A lost packet is sent again. */
const RESEND_MS = 500;

export interface StunServer {
  readonly host: string;
  readonly port: number;
  /** For the whole work with it. */
  readonly limitMs: number;
  /** What it does if that is over, in words. */
  readonly silent?: string;
}

export interface StunConnection {
  /** Asks again until there is an answer. */
  ask(request: Buffer): Promise<StunAnswer>;
}

/** What the work finds out, or why the server does not answer, in words. */
export async function withStunServer(
  { host, port, limitMs, silent = 'does not answer over UDP' }: StunServer,
  work: (server: StunConnection) => Promise<string | undefined>,
): Promise<string | undefined> {
  const socket = createSocket({ type: 'udp4' });
  const { promise: failed, resolve: fail } = Promise.withResolvers<string>();
  const timer = setTimeout(() => fail(silent), limitMs);
  socket.on('error', (error) => fail(`cannot be reached (${error.message})`));
  // Given to connect() itself, it would be called with the error of a name that is not found, which then is no event.
  const connected = new Promise<void>((resolve) => socket.once('connect', resolve));
  socket.connect(port, host);
  let resending: NodeJS.Timeout | undefined;
  const ask = async (request: Buffer): Promise<StunAnswer> => {
    const { promise, resolve } = Promise.withResolvers<StunAnswer>();
    const onMessage = (message: Buffer) => {
      const answer = stunAnswer(message, request);
      if (answer) resolve(answer);
    };
    socket.on('message', onMessage);
    const send = () => socket.send(request);
    send();
    resending = setInterval(send, RESEND_MS);
    const answer = await promise;
    clearInterval(resending);
    socket.off('message', onMessage);
    return answer;
  };
  try {
    return await Promise.race([failed, connected.then(() => work({ ask }))]);
  } finally {
    clearTimeout(timer);
    clearInterval(resending);
    socket.close();
  }
}
