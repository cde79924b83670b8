import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/**
 * A network over UDP that knows telephones by their numbers, and passes no call on: REFER is declined, as many trunks
 * do. The sound does not come through here.
 */
export async function openSwitchboard(phones: ReadonlyMap<string, number>) {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  // A port that nobody listens on any more is no reason to fail.
  socket.on('error', () => undefined);
  const { port } = socket.address();
  const phonePorts = new Set(phones.values());
  const phoneOfCall = new Map<string, number>();
  const declined: string[] = [];
  let nearPort = 0;

  socket.on('message', (bytes, from) => {
    const text = bytes.toString();
    if (phonePorts.has(from.port)) {
      // What follows in the call comes through here too.
      socket.send(text.replace(/^(Contact:.*@127\.0\.0\.1:)\d+/im, `$1${port}`), nearPort, '127.0.0.1');
      return;
    }
    nearPort = from.port;
    if (text.startsWith('REFER ')) {
      declined.push(/^Refer-To: *(.*)$/im.exec(text)?.[1] ?? '');
      socket.send(decline(text), nearPort, '127.0.0.1');
      return;
    }
    const call = /^Call-ID: *(\S+)/im.exec(text)?.[1] ?? '';
    const number = /^INVITE sip:([^@]+)@/.exec(text)?.[1] ?? '';
    const phone = phoneOfCall.get(call) ?? phones.get(number);
    if (phone === undefined) return;
    phoneOfCall.set(call, phone);
    socket.send(bytes, phone, '127.0.0.1');
  });
  return {
    port,
    /** Whom calls were to be passed on to. */
    declined,
    async close() {
      socket.close();
      await once(socket, 'close');
    },
  };
}

function decline(request: string): string {
  const kept = request.split('\r\n').filter((line) => /^(Via|From|To|Call-ID|CSeq):/i.test(line));
  return ['SIP/2.0 603 Decline', ...kept, 'Content-Length: 0', '', ''].join('\r\n');
}
