import { connect, type Socket } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever JSON came back
  readonly body: any;
}

/** Opens a socket that never throws: what becomes of it is read from its events. */
export async function openSocket(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  await new Promise((resolve) => socket.once('connect', resolve));
  return socket;
}

/**
 * Sends bytes that no HTTP client would agree to send, and reads until the server closes the connection.
 * An answer that never ends is an error: nothing here may hang.
 */
export async function exchange(
  port: number,
  bytes: string | Buffer | readonly (string | Buffer)[],
): Promise<RawAnswer> {
  const socket = await openSocket(port);
  const received: Buffer[] = [];
  const closed = new Promise<void>((resolve, reject) => {
    const late = setTimeout(() => {
      socket.destroy();
      reject(new Error(`No end within 8 s; so far: ${Buffer.concat(received).toString('latin1')}`));
    }, 8000);
    socket.on('data', (chunk) => received.push(chunk));
    socket.once('close', () => {
      clearTimeout(late);
      resolve();
    });
  });
  for (const part of typeof bytes === 'string' || Buffer.isBuffer(bytes) ? [bytes] : bytes) {
    if (socket.writable) socket.write(part);
  }
  await closed;
  return parseAnswer(Buffer.concat(received).toString());
}

/** A request as text; the connection is closed after it unless the headers say otherwise. */
export function request(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body: string | Buffer = '',
): Buffer {
  const all = {
    host: 'parley',
    connection: 'close',
    ...(body.length > 0 ? { 'content-length': String(Buffer.byteLength(body)) } : {}),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([
    Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1'),
    Buffer.from(body),
  ]);
}

function parseAnswer(text: string): RawAnswer {
  const end = text.indexOf('\r\n\r\n');
  const [first = '', ...lines] = text.slice(0, end).split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  );
  const payload = text.slice(end + 4);
  const isJson = headers['content-type']?.includes('json') && payload !== '';
  return {
    status: Number(first.split(' ')[1] ?? 0),
    headers,
    text: payload,
    body: isJson ? JSON.parse(payload) : undefined,
  };
}
