import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** What a trunk says to a call: a final refusal, or it is answered. */
export type TrunkAnswer = 'answer' | `${number} ${string}`;

/** A trunk over UDP at a port of its own: it answers or refuses, and counts what is on the line. */
export async function openTrunk(decide: (number: string) => TrunkAnswer = () => 'answer') {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  socket.on('error', () => undefined);
  const { port } = socket.address();
  const callers: string[] = [];
  const numbers: string[] = [];
  const referred: string[] = [];
  const seen = new Set<string>();
  const live = new Set<string>();
  let mostLive = 0;
  const body = [
    'v=0',
    'o=far 1 1 IN IP4 127.0.0.1',
    's=-',
    'c=IN IP4 127.0.0.1',
    't=0 0',
    'm=audio 4000 RTP/AVP 0',
    '',
  ].join('\r\n');

  socket.on('message', (bytes, from) => {
    const text = bytes.toString();
    const callId = /^Call-ID: *(\S+)/im.exec(text)?.[1] ?? '';
    const say = (status: string, sound = '') =>
      socket.send(reply(text, status, port, sound), from.port, from.address);
    if (text.startsWith('INVITE ')) {
      const number = /^INVITE sip:([^@]+)@/.exec(text)?.[1] ?? '';
      if (!seen.has(callId)) {
        seen.add(callId);
        numbers.push(number);
        callers.push(/^From: *<sip:([^@]*)@/im.exec(text)?.[1] ?? '');
      }
      const answer = decide(number);
      if (answer !== 'answer') return say(answer);
      live.add(callId);
      mostLive = Math.max(mostLive, live.size);
      say('180 Ringing');
      say('200 OK', body);
    } else if (text.startsWith('BYE ') || text.startsWith('CANCEL ')) {
      live.delete(callId);
      say('200 OK');
    } else if (text.startsWith('REFER ')) {
      referred.push(/^Refer-To: *(.*)$/im.exec(text)?.[1] ?? '');
      say('202 Accepted');
    } else if (!text.startsWith('ACK ') && !text.startsWith('SIP/2.0')) say('200 OK');
    return undefined;
  });
  return {
    port,
    /** The numbers that were called, and from which, each call once. */
    numbers,
    callers,
    /** Where calls were to be transferred to. */
    referred,
    get mostLive() {
      return mostLive;
    },
    async close() {
      socket.close();
      await once(socket, 'close');
    },
  };
}

function reply(request: string, status: string, port: number, sound: string): string {
  const kept = request.split('\r\n').filter((line) => /^(Via|From|To|Call-ID|CSeq):/i.test(line));
  const tagged = kept.map((line) =>
    /^To:/i.test(line) && !line.includes(';tag=') ? `${line};tag=far` : line,
  );
  const type = sound === '' ? [] : ['Content-Type: application/sdp'];
  return [
    `SIP/2.0 ${status}`,
    ...tagged,
    `Contact: <sip:far@127.0.0.1:${port}>`,
    ...type,
    `Content-Length: ${Buffer.byteLength(sound)}`,
    '',
    sound,
  ].join('\r\n');
}
