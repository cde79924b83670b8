import { createServer, type Socket } from 'node:net';

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers and text as they came, with plain newlines. */
  readonly message: string;
}

/**
 * `busy` answers 451 to the sender's address, `refuse` 550 and `greylist` 450 to the recipient's, `hang-up` closes before the greeting,
 * `silent` never greets, `lost` takes the mail and closes without an answer.
 */
export type SmtpFault = 'busy' | 'refuse' | 'greylist' | 'hang-up' | 'silent' | 'lost';

export interface SmtpServer {
  readonly url: string;
  readonly received: readonly ReceivedMail[];
  /** The next connections meet these instead; a fault is used up by one connection, `undefined` is a good one. */
  failNext(...faults: (SmtpFault | undefined)[]): void;
  /** Faults that were met so far. */
  readonly met: readonly SmtpFault[];
  close(): Promise<void>;
}

/** As much of RFC 5321 as a client needs to hand over a mail, for tests. */
export async function startSmtpServer(): Promise<SmtpServer> {
  const received: ReceivedMail[] = [];
  const faults: (SmtpFault | undefined)[] = [];
  const met: SmtpFault[] = [];
  const sockets = new Set<Socket>();

  function serve(socket: Socket): void {
    const fault = faults.shift();
    if (fault) met.push(fault);
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
    if (fault === 'hang-up') return void socket.destroy();
    if (fault === 'silent') return;
    let envelope = { from: '', to: [] as string[] };
    let data: string[] | undefined;
    let rest = '';
    const say = (line: string) => socket.write(`${line}\r\n`);

    function command(line: string): void {
      const [verb = ''] = line.toUpperCase().split(/[ :]/);
      const address = /<(.*)>/.exec(line)?.[1] ?? '';
      switch (verb) {
        case 'EHLO':
        case 'HELO':
          return void say('250 test.example');
        case 'MAIL':
          envelope = { from: address, to: [] };
          return void say(fault === 'busy' ? '451 Come back later' : '250 OK');
        case 'RCPT':
          if (fault === 'refuse') return void say('550 No such person');
          if (fault === 'greylist') return void say('450 Try again later');
          envelope.to.push(address);
          return void say('250 OK');
        case 'DATA':
          data = [];
          return void say('354 Go on');
        case 'QUIT':
          say('221 Bye');
          return void socket.end();
        default:
          return void say('250 OK');
      }
    }

    function take(line: string): void {
      if (data === undefined) return void command(line);
      if (line !== '.') return void data.push(line.replace(/^\./, ''));
      received.push({ ...envelope, message: data.join('\n') });
      data = undefined;
      if (fault === 'lost') return void socket.destroy();
      say('250 Taken');
    }

    say('220 test.example');
    socket.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) take(line);
    });
  }

  const server = createServer(serve);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    met,
    failNext: (...next) => void faults.push(...next),
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
