import { once } from 'node:events';
import { connect } from 'node:net';

interface Told {
  readonly event?: true;
  readonly type?: string;
  readonly response?: true;
  readonly ok?: boolean;
  readonly data?: string;
  readonly token?: string;
  /** Of an event: who the other side is. */
  readonly peeruri?: string;
}

/** The remote control of a baresip (its module ctrl_tcp): JSON, each piece as a netstring. */
export async function openControl(port: number) {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const answers = new Map<string, (told: Told) => void>();
  const waiting: { readonly type: string; readonly resolve: (told: Told) => void }[] = [];
  let unread = Buffer.alloc(0);
  let asked = 0;
  socket.on('error', () => undefined);
  socket.on('data', (chunk) => {
    unread = Buffer.concat([unread, chunk]);
    for (;;) {
      const colon = unread.indexOf(':');
      const length = Number(unread.subarray(0, Math.max(0, colon)).toString());
      if (colon < 0 || unread.length < colon + length + 2) return;
      hear(JSON.parse(unread.subarray(colon + 1, colon + 1 + length).toString()) as Told);
      unread = unread.subarray(colon + length + 2);
    }
  });
  function hear(told: Told): void {
    if (told.token !== undefined) answers.get(told.token)?.(told);
    for (const one of waiting.filter(({ type }) => type === told.type)) {
      waiting.splice(waiting.indexOf(one), 1);
      one.resolve(told);
    }
  }
  return {
    /** Resolves once it is done; rejects when it cannot be. */
    async tell(command: string, params: string): Promise<void> {
      const token = String(asked++);
      const answered = new Promise<Told>((resolve) => answers.set(token, resolve));
      const text = Buffer.from(JSON.stringify({ command, params, token }));
      socket.write(Buffer.concat([Buffer.from(`${text.length}:`), text, Buffer.from(',')]));
      const { ok, data } = await answered;
      answers.delete(token);
      if (ok !== true) throw new Error(`baresip cannot ${command} ${params}: ${data}`);
    },
    next: (type: string) => new Promise<Told>((resolve) => waiting.push({ type, resolve })),
    close: () => socket.destroy(),
  };
}
