import { createSocket, type RemoteInfo } from 'node:dgram';
import { once } from 'node:events';

/** Stands between two ends on UDP, and loses everything that is sent for the first time. */
export async function lossyRelay() {
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const seen = new Set<string>();
  const lost: string[] = [];
  const acknowledged = Promise.withResolvers<void>();
  let far = 0;
  let near: RemoteInfo | undefined;
  socket.on('message', (bytes, from) => {
    if (from.port !== far) near = from;
    const text = bytes.toString();
    // What is sent again differs in its branch at most.
    const key = [text.split('\r\n', 1)[0], /^CSeq:.*$/im.exec(text)?.[0]].join(' ');
    if (!seen.has(key)) {
      seen.add(key);
      lost.push(/^(?:SIP\/2\.0 (\d+)|(\w+))/.exec(text)?.slice(1).find(Boolean) ?? '');
      return;
    }
    if (text.startsWith('ACK ')) acknowledged.resolve();
    const port = from.port === far ? near?.port : far;
    if (port) socket.send(bytes, port, '127.0.0.1');
  });
  return {
    port: socket.address().port,
    lost,
    /** An ACK has come through. */
    acknowledged: acknowledged.promise,
    towards(port: number) {
      far = port;
    },
    async close() {
      socket.close();
      await once(socket, 'close');
    },
  };
}
