import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { header, isRequest, readMessage, type SipRequest, writeMessage } from '@parley/sip/sip-message.ts';
import { HEADER_BYTES, isHeard, PCMA, SILENCE, SPEECH } from './far-end-sound.ts';

/**
 * A telephone network with people, in a process of its own: it answers every call over UDP, greets, and replies whenever
 * the agent has finished. It measures how long after its last word the agent is heard. It is not a telephone, only cheap.
 */

export type NetworkRequest =
  /** Starts counting. */
  { readonly kind: 'count' } | { readonly kind: 'tell' };

export interface NetworkSight {
  readonly liveCalls: number;
  /** Calls that were answered since the start of the process. */
  readonly answered: number;
  readonly received: number;
  /** Packets that should have come, as long as each call was on the line. */
  readonly expected: number;
  /** Latency: from the last packet of a turn to the first audible one of the reply. */
  readonly turnsMs: readonly number[];
  /** How often there was no reply for so long that they said it again. */
  readonly unanswered: number;
  readonly cpuMs: number;
}

interface Call {
  readonly socket: Socket;
  readonly packet: Buffer;
  readonly toPort: number;
  readonly toHost: string;
  sequence: number;
  received: number;
  countedFromMs: number;
  lastHeardMs: number;
  hasHeard: boolean;
  /** The next packet of its turn; undefined: it listens. */
  talkAt: number | undefined;
  finishedAtMs: number | undefined;
}

const TICK_MS = 20;
/** So much silence of the agent ends its turn, as people do it. */
const PAUSE_MS = 900;
/** Somebody who hears nothing for so long says it again. */
const PATIENCE_MS = 8000;

const calls = new Map<string, Call>();
/** Answers are sent again when the request comes again. */
const answers = new Map<string, string>();
let [answered, received, expected, unanswered] = [0, 0, 0, 0];
let turnsMs: number[] = [];
let cpu = process.cpuUsage();

const sip = createSocket('udp4');
sip.bind(0, '127.0.0.1');
await once(sip, 'listening');
const { port } = sip.address();
sip.on('error', () => undefined);
sip.on('message', async (bytes, from) => {
  const reading = readMessage(bytes);
  if (reading.kind !== 'read' || !isRequest(reading.message)) return;
  const request = reading.message;
  const text = await answerTo(request);
  if (text !== undefined) sip.send(text, from.port, from.address);
});

async function answerTo(request: SipRequest): Promise<string | undefined> {
  const callId = header(request, 'call-id') ?? '';
  const key = `${callId} ${header(request, 'cseq')}`;
  if (request.method === 'ACK') return undefined;
  if (request.method === 'BYE') hangUp(callId);
  const known = answers.get(key);
  if (known !== undefined) return known;
  const isNew = request.method === 'INVITE' && !calls.has(callId);
  const text = writeMessage(reply(request, isNew ? await pickUp(callId, request.body) : ''));
  answers.set(key, text);
  return text;
}

function reply(request: SipRequest, body: string) {
  const kept = new Set(['via', 'from', 'to', 'call-id', 'cseq', 'record-route']);
  const headers = request.headers
    .filter(([name]) => kept.has(name))
    .map(([name, value]) =>
      name === 'to' && !value.includes(';tag=')
        ? ([name, `${value};tag=far`] as const)
        : ([name, value] as const),
    );
  const type = body === '' ? [] : [['content-type', 'application/sdp'] as const];
  const contact = ['contact', `<sip:far@127.0.0.1:${port}>`] as const;
  return { status: 200, reason: 'OK', headers: [...headers, contact, ...type], body };
}

/** The sound that it wants, and where. */
async function pickUp(callId: string, offer: string): Promise<string> {
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const packet = Buffer.alloc(HEADER_BYTES + SILENCE.length);
  packet[0] = 0x80;
  packet[1] = PCMA;
  packet.writeUInt32BE((answered % 0xffff) + 1, 8);
  answered += 1;
  const nowMs = performance.now();
  const call: Call = {
    socket,
    packet,
    toPort: Number(/^m=audio (\d+)/m.exec(offer)?.[1]),
    toHost: /^c=IN IP4 (\S+)/m.exec(offer)?.[1] ?? '127.0.0.1',
    sequence: 0,
    received: 0,
    countedFromMs: nowMs,
    lastHeardMs: nowMs,
    hasHeard: false,
    talkAt: 0,
    finishedAtMs: undefined,
  };
  socket.on('message', (bytes: Buffer) => hear(call, bytes));
  socket.on('error', () => undefined);
  calls.set(callId, call);
  return [
    'v=0',
    'o=far 1 1 IN IP4 127.0.0.1',
    's=-',
    'c=IN IP4 127.0.0.1',
    't=0 0',
    `m=audio ${socket.address().port} RTP/AVP ${PCMA}`,
    '',
  ].join('\r\n');
}

function hangUp(callId: string): void {
  const call = calls.get(callId);
  if (call === undefined) return;
  settle(call);
  calls.delete(callId);
  call.socket.close();
}

/** Adds what the call has received so far to the counters. */
function settle(call: Call): void {
  const nowMs = performance.now();
  received += call.received;
  expected += (nowMs - call.countedFromMs) / TICK_MS;
  call.received = 0;
  call.countedFromMs = nowMs;
}

function hear(call: Call, bytes: Buffer): void {
  call.received += 1;
  if (!isHeard(bytes)) return;
  const nowMs = performance.now();
  call.lastHeardMs = nowMs;
  call.hasHeard = true;
  if (call.finishedAtMs === undefined) return;
  turnsMs.push(nowMs - call.finishedAtMs);
  call.finishedAtMs = undefined;
}

/** The next packet: it talks to the end, then listens until the agent has said something and finished. */
function payloadOf(call: Call, nowMs: number): Buffer {
  if (call.talkAt !== undefined) {
    const speech = SPEECH[call.talkAt];
    if (speech !== undefined) {
      call.talkAt += 1;
      return speech;
    }
    Object.assign(call, { talkAt: undefined, hasHeard: false, finishedAtMs: nowMs, lastHeardMs: nowMs });
    return SILENCE;
  }
  const quietMs = nowMs - call.lastHeardMs;
  const isUnanswered = !call.hasHeard && quietMs > PATIENCE_MS;
  if (isUnanswered) unanswered += 1;
  if (isUnanswered || (call.hasHeard && quietMs > PAUSE_MS)) {
    call.finishedAtMs = undefined;
    call.talkAt = 0;
  }
  return SILENCE;
}

const startMs = performance.now();
let beats = 0;
function beat(): void {
  for (; beats < Math.floor((performance.now() - startMs) / TICK_MS); beats += 1) {
    const nowMs = performance.now();
    for (const call of calls.values()) {
      payloadOf(call, nowMs).copy(call.packet, HEADER_BYTES);
      call.packet.writeUInt16BE(call.sequence & 0xffff, 2);
      call.packet.writeUInt32BE((call.sequence * SILENCE.length) >>> 0, 4);
      call.sequence += 1;
      call.socket.send(Buffer.from(call.packet), call.toPort, call.toHost);
    }
  }
  setTimeout(beat, Math.max(0, startMs + (beats + 1) * TICK_MS - performance.now()));
}
beat();

function count(): void {
  for (const call of calls.values()) settle(call);
  [received, expected, unanswered] = [0, 0, 0];
  turnsMs = [];
  cpu = process.cpuUsage();
}

function sight(): NetworkSight {
  for (const call of calls.values()) settle(call);
  const { user, system } = process.cpuUsage(cpu);
  const cpuMs = (user + system) / 1000;
  return { liveCalls: calls.size, answered, received, expected, turnsMs, unanswered, cpuMs };
}

process.on('message', (request: NetworkRequest) => {
  if (request.kind === 'count') count();
  else process.send?.(sight());
});
process.send?.(port);
