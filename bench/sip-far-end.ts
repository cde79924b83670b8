import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';

/**
 * The far end of many calls, in a process of its own: sends each call a packet every 20 ms, of speech or of silence, and
 * notes when ours come.
 * It is told where ours are and asked for what it saw over its channel; it is no phone, only cheap.
 */

export type FarEndRequest =
  | { readonly kind: 'open'; readonly calls: number }
  /** Ours, in the order of the calls. */
  | { readonly kind: 'talk'; readonly ports: readonly number[] }
  /** From here on is counted. */
  | { readonly kind: 'count' }
  | { readonly kind: 'tell' };

export interface FarEndSight {
  readonly sent: number;
  readonly received: number;
  /** By the numbers of the packets, what did not come. */
  readonly missing: number;
  readonly intervalP99Ms: number;
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
}

/** Of beats of 20 ms: so long somebody talks, and from one such beginning to the next. */
const TALKED = 45;
const CYCLE = 150;
const SILENCE = Buffer.alloc(160, 0xd5);
/** As uneven as a voice: a tone would be taken for that of a machine. */
const SPEECH = Buffer.from(Array.from({ length: 160 }, (_, at) => 0x80 ^ (0x20 + ((at * 7919) % 0x50))));

const calls: FarCall[] = [];
let intervalsMs: number[] = [];
let sent = 0;
let cpu = process.cpuUsage();
const addressOnly = {
  lookup: (host: string, _: unknown, then: (e: null, a: string, f: number) => void) => then(null, host, 4),
};

async function open(count: number): Promise<number[]> {
  for (let i = 0; i < count; i += 1) {
    const socket = createSocket({ type: 'udp4', ...addressOnly } as never);
    const listening = once(socket, 'listening');
    socket.bind(0, '127.0.0.1');
    await listening;
    const packet = Buffer.alloc(172, 0xd5);
    packet[0] = 0x80;
    packet[1] = 8;
    packet.writeUInt32BE(i + 1, 8);
    const call = { socket, packet, toPort: 0, sequence: 0, lastMs: 0, first: -1, last: -1, received: 0 };
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
}

function talk(ports: readonly number[]): void {
  for (const [i, call] of calls.entries()) call.toPort = ports[i] ?? 0;
  const startMs = performance.now();
  let beats = 0;
  const beat = (): void => {
    for (; beats < Math.floor((performance.now() - startMs) / 20); beats += 1)
      for (const [at, call] of calls.entries()) {
        // Each in its own time, as people do.
        const isTalking = (beats + at * 11) % CYCLE < TALKED;
        (isTalking ? SPEECH : SILENCE).copy(call.packet, 12);
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
  for (const call of calls) Object.assign(call, { lastMs: 0, first: -1, last: -1, received: 0 });
  intervalsMs = [];
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
    cpuMs: (user + system) / 1000,
  };
}

process.on('message', async (request: FarEndRequest) => {
  if (request.kind === 'open') process.send?.(await open(request.calls));
  else if (request.kind === 'talk') talk(request.ports);
  else if (request.kind === 'count') count();
  else process.send?.(sight());
});
