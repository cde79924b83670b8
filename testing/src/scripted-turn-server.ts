import { createSocket } from 'node:dgram';
import type { AddressInfo } from 'node:net';

const HEADER_BYTES = 20;
const SUCCESS = 0x0100;
const ERROR = 0x0110;
const requests = { 1: 'binding', 3: 'allocate', 4: 'refresh' } as const;
/** MESSAGE-INTEGRITY, the last attribute. */
const INTEGRITY = 0x0008;
const INTEGRITY_BYTES = 24;

/** A request of STUN or TURN: signed, it has a MESSAGE-INTEGRITY. */
export type TurnRequest = `${'' | 'signed '}${(typeof requests)[keyof typeof requests]}`;
/** An error is answered with its code. */
export type TurnAnswer = 'success' | 'silence' | number;

function attribute(type: number, value: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16BE(type, 0);
  head.writeUInt16BE(value.length, 2);
  return Buffer.concat([head, value, Buffer.alloc((4 - (value.length % 4)) % 4)]);
}

const errorOf = (code: number): Buffer =>
  Buffer.concat([
    attribute(
      0x0009,
      Buffer.concat([Buffer.from([0, 0, Math.floor(code / 100), code % 100]), Buffer.from('No')]),
    ),
    attribute(0x0014, Buffer.from('calls.example.com')),
    attribute(0x0015, Buffer.from(`nonce of ${code}`)),
  ]);

/** A TURN server over UDP that checks no signature: it answers as it is told. Without a word about it, with success. */
export async function scriptedTurnServer(answers: Partial<Record<TurnRequest, readonly TurnAnswer[]>> = {}) {
  const socket = createSocket('udp4');
  const asked: TurnRequest[] = [];
  socket.on('message', (request, from) => {
    const method = request.readUInt16BE(0);
    const name = requests[method as keyof typeof requests];
    const signature = request.length - INTEGRITY_BYTES;
    const isSigned = signature >= HEADER_BYTES && request.readUInt16BE(signature) === INTEGRITY;
    const asking: TurnRequest = isSigned ? `signed ${name}` : name;
    const script = answers[asking] ?? ['success'];
    const answer = script[Math.min(asked.filter((one) => one === asking).length, script.length - 1)];
    asked.push(asking);
    if (answer === 'silence' || answer === undefined) return;
    const body = answer === 'success' ? Buffer.alloc(0) : errorOf(answer);
    const header = Buffer.from(request.subarray(0, HEADER_BYTES));
    header.writeUInt16BE(method | (answer === 'success' ? SUCCESS : ERROR), 0);
    header.writeUInt16BE(body.length, 2);
    socket.send(Buffer.concat([header, body]), from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  const { port } = socket.address() as AddressInfo;
  return { port, asked, close: () => void socket.close() };
}
