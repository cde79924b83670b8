import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net';

/** A way to the database that can be cut and mended, as networks do. */
export async function startDatabaseProxy(databaseUrl: string) {
  let target = addressOf(databaseUrl);
  const sockets = new Set<Socket>();
  let isCut = false;
  let cue: string | undefined;
  const server = createServer((client) => {
    const upstream = dial(target);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    if (isCut) {
      client.destroy();
      return;
    }
    client.on('data', (chunk: Buffer) => {
      upstream.write(chunk);
      if (cue === undefined || !chunk.includes(cue)) return;
      cue = undefined;
      // Done on the other side, and never heard of on this one.
      upstream.unpipe(client);
      upstream.once('data', () => client.destroy()).resume();
    });
    upstream.pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    url: throughPort(databaseUrl, port),
    /** Ends every connection and every new one. */
    cut() {
      isCut = true;
      for (const socket of sockets) socket.destroy();
    },
    /** Ends the connection that says this, once the database has done it and before the answer is back. */
    cutInAnswerTo(words: string) {
      cue = words;
    },
    mend() {
      isCut = false;
    },
    /** From now on it leads to another server, as an address does after a failover. */
    leadTo(otherUrl: string) {
      target = addressOf(otherUrl);
      isCut = false;
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The address behind a URL, also where it is the folder of a unix socket. */
function addressOf(databaseUrl: string): { path: string } | { host: string; port: number } {
  const [, name, port] = /@([^:/]*):?(\d*)\//.exec(databaseUrl) ?? [];
  const folder = /[?&]host=([^&]+)/.exec(databaseUrl)?.[1];
  if (folder === undefined) return { host: name || '127.0.0.1', port: Number(port || 5432) };
  const socketPort = /[?&]port=(\d+)/.exec(databaseUrl)?.[1] ?? (port || '5432');
  return { path: `${decodeURIComponent(folder)}/.s.PGSQL.${socketPort}` };
}

const throughPort = (databaseUrl: string, port: number): string =>
  databaseUrl.replace(/@[^/]*\//, `@127.0.0.1:${port}/`).replace(/\?.*$/, '');
