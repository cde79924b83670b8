import { parentPort, workerData } from 'node:worker_threads';
import { SoundRing } from '@parley/audio/sound-ring.ts';
import type { MediaNews, MediaRequest, ThreadOrder } from './media-protocol.ts';
import { startTick, systemTickTime } from './media-tick.ts';
import { PortRange } from './port-range.ts';
import { RtpEndpoint } from './rtp-endpoint.ts';
import { openPair, type UdpPair } from './udp-pair.ts';

// Runs as a thread of media-service.ts: the packets of all calls of the process, and nothing that takes long.

interface OpenCall {
  readonly pair: UdpPair;
  endpoint: RtpEndpoint | undefined;
}

if (parentPort === null) throw new Error('The media thread runs only as a thread.');
const port = parentPort;
const { bindHost, ports } = workerData as ThreadOrder;
const range = new PortRange(ports.from, ports.to);
const calls = new Map<number, OpenCall>();
let isEnding = false;
const tell = (news: MediaNews): void => port.postMessage(news);

const tick = startTick(systemTickTime, (beat) => {
  let isSound = false;
  for (const [id, call] of calls) {
    if (call.endpoint === undefined) continue;
    guarded(id, call, (endpoint) => endpoint.beat(beat));
    isSound = true;
  }
  if (isSound) tell({ kind: 'beat' });
});

/** A fault in one call ends that call, not those of everybody. */
function guarded(id: number, call: OpenCall, work: (endpoint: RtpEndpoint) => void): void {
  if (call.endpoint === undefined) return;
  try {
    work(call.endpoint);
  } catch (error) {
    call.endpoint = undefined;
    tell({ kind: 'broken', id, why: (error as Error).message });
  }
}

async function open(id: number): Promise<void> {
  let pair: UdpPair;
  try {
    pair = await openPair(bindHost, range);
  } catch (error) {
    tell({ kind: 'refused', id, why: (error as Error).message });
    return;
  }
  if (isEnding) {
    pair.close();
    return;
  }
  const call: OpenCall = { pair, endpoint: undefined };
  calls.set(id, call);
  pair.rtp.on('message', (bytes, from) =>
    guarded(id, call, (endpoint) => endpoint.rtpCame(bytes, from.port, from.address, systemTickTime.nowMs())),
  );
  pair.rtcp.on('message', (bytes, from) =>
    guarded(id, call, (endpoint) =>
      endpoint.rtcpCame(bytes, from.port, from.address, systemTickTime.nowMs()),
    ),
  );
  tell({ kind: 'opened', id, port: pair.port });
}

function begin(call: OpenCall, id: number, request: Extract<MediaRequest, { kind: 'begin' }>): void {
  const { rtp, rtcp } = call.pair;
  const outgoing = new SoundRing(request.outgoing);
  const incoming = new SoundRing(request.incoming);
  const order = { ...request, nowMs: systemTickTime.nowMs(), wallMs: () => Date.now() };
  call.endpoint = new RtpEndpoint(order, {
    sendRtp: (bytes, toPort, host) => rtp.send(bytes, toPort, host),
    sendRtcp: (bytes, toPort, host) => rtcp.send(bytes, toPort, host),
    takeSound: (frame) => outgoing.read(frame),
    giveSound: (frame) => incoming.write(frame),
    onKey: (key) => tell({ kind: 'key', id, key }),
    onStarved: () => tell({ kind: 'starved', id }),
  });
}

function close(id: number, call: OpenCall): void {
  calls.delete(id);
  call.endpoint?.sayGoodbye(systemTickTime.nowMs());
  tell({ kind: 'closed', id, counts: call.endpoint?.counts ?? null });
  call.pair.close();
}

function end(): void {
  isEnding = true;
  tick.stop();
  for (const [id, call] of calls) close(id, call);
  port.close();
}

port.on('message', (request: MediaRequest) => {
  const call = 'id' in request ? calls.get(request.id) : undefined;
  if (request.kind === 'open') void open(request.id);
  else if (request.kind === 'end') end();
  else if (call === undefined) return;
  else if (request.kind === 'begin') begin(call, request.id, request);
  else if (request.kind === 'change')
    guarded(request.id, call, (endpoint) => endpoint.change(request.agreed, systemTickTime.nowMs()));
  else if (request.kind === 'press') call.endpoint?.press(request.keys);
  else close(request.id, call);
});
