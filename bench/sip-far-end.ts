import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { HEADER_BYTES, isHeard, PCMA, SILENCE, SPEECH } from './far-end-sound.ts';

/**
 * The other end of many calls, in a process of its own. It sends each call a packet every 20 ms, speech or silence, and
 * measures when ours arrive and how long after its last word a reply is heard. It gets our ports, and reports, over its
 * channel. It is not a telephone, only cheap.
 */

export type FarEndRequest =
  | { readonly kind: 'open'; readonly calls: number }
  /** Our ports, in the order of the calls. */
  | { readonly kind: 'talk'; readonly ports: readonly number[] }
  /** Starts counting. */
  | { readonly kind: 'count' }
  | { readonly kind: 'tell' };

export interface FarEndSight {
  readonly sent: number;
  readonly received: number;
  /** Lost packets, by sequence number. */
  readonly missing: number;
  readonly intervalP99Ms: number;
  /** Latency: from the last packet of a turn to the first audible one of the reply. */
  readonly turnsMs: readonly number[];
  /** How often there was no reply before the next turn. */
  readonly unanswered: number;
  readonly cpuMs: number;
}

interface FarCall {
  readonly socket: Socket;
  readonly packet: Buffer;
  toPort: number;
  sequence: number;
  lastMs: number;
  first: number;
  last: number;
  received: number;
  isTalking: boolean;
  /** When it began to wait for a reply. */
  finishedAtMs: number | undefined;
}

/** From the beginning of one turn to the next, in ticks of 20 ms. */
const CYCLE = 150;

const calls: FarCall[] = [];
let intervalsMs: number[] = [];
let turnsMs: number[] = [];
let unanswered = 0;
let sent = 0;
let cpu = process.cpuUsage();
const addressOnly = {
  lookup: (host: string, _: unknown, then: (e: null, a: string, f: number) => void) => then(null, host, 4),
};

/** Counters, reset for each measurement. */
const uncounted = { lastMs: 0, first: -1, last: -1, received: 0, finishedAtMs: undefined };

async function open(count: number): Promise<number[]> {
  for (let i = 0; i < count; i += 1) {
    const socket = createSocket({ type: 'udp4', ...addressOnly } as never);
    const listening = once(socket, 'listening');
    socket.bind(0, '127.0.0.1');
    await listening;
    const packet = Buffer.alloc(172, 0xd5);
    packet[0] = 0x80;
    packet[1] = PCMA;
    packet.writeUInt32BE(i + 1, 8);
    const call: FarCall = { socket, packet, toPort: 0, sequence: 0, isTalking: false, ...uncounted };
    socket.on('message', (bytes: Buffer) => note(call, bytes));
    calls.push(call);
  }
  return calls.map(({ socket }) => socket.address().port);
}

function note(call: FarCall, bytes: Buffer): void {
  const nowMs = performance.now();
  const sequence = bytes.readUInt16BE(2);
  if (call.lastMs > 0) intervalsMs.push(nowMs - call.lastMs);
  call.lastMs = nowMs;
  if (call.first < 0) call.first = sequence;
  call.last = sequence;
  call.received += 1;
  if (call.finishedAtMs === undefined || !isHeard(bytes)) return;
  turnsMs.push(nowMs - call.finishedAtMs);
  call.finishedAtMs = undefined;
}

/** The packet to send in this tick; when a turn ends, the wait for the reply begins. */
function payloadOf(call: FarCall, beat: number): Buffer {
  const speech = SPEECH[beat % CYCLE];
  const wasTalking = call.isTalking;
  call.isTalking = speech !== undefined;
  if (call.isTalking && call.finishedAtMs !== undefined) {
    unanswered += 1;
    call.finishedAtMs = undefined;
  }
  // The packet after the last one of the turn.
  if (wasTalking && !call.isTalking) call.finishedAtMs = performance.now();
  return speech ?? SILENCE;
}

function talk(ports: readonly number[]): void {
  for (const [i, call] of calls.entries()) call.toPort = ports[i] ?? 0;
  const startMs = performance.now();
  let beats = 0;
  const beat = (): void => {
    for (; beats < Math.floor((performance.now() - startMs) / 20); beats += 1)
      for (const [at, call] of calls.entries()) {
        // Staggered, as people are.
        payloadOf(call, beats + at * 11).copy(call.packet, HEADER_BYTES);
        call.packet.writeUInt16BE(call.sequence & 0xffff, 2);
        call.packet.writeUInt32BE((call.sequence * 160) >>> 0, 4);
        call.sequence += 1;
        call.socket.send(Buffer.from(call.packet), call.toPort, '127.0.0.1');
        sent += 1;
      }
    setTimeout(beat, Math.max(0, startMs + (beats + 1) * 20 - performance.now()));
  };
  beat();
}

function count(): void {
  for (const call of calls) Object.assign(call, uncounted);
  intervalsMs = [];
  turnsMs = [];
  unanswered = 0;
  sent = 0;
  cpu = process.cpuUsage();
}

function sight(): FarEndSight {
  const sorted = Float64Array.from(intervalsMs).sort();
  const { user, system } = process.cpuUsage(cpu);
  return {
    sent,
    received: calls.reduce((sum, { received }) => sum + received, 0),
    missing: calls.reduce((sum, c) => sum + Math.max(0, ((c.last - c.first + 1) & 0xffff) - c.received), 0),
    intervalP99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN,
    turnsMs,
    unanswered,
    cpuMs: (user + system) / 1000,
  };
}

process.on('message', async (request: FarEndRequest) => {
  if (request.kind === 'open') process.send?.(await open(request.calls));
  else if (request.kind === 'talk') talk(request.ports);
  else if (request.kind === 'count') count();
  else process.send?.(sight());
});
