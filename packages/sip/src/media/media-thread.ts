import { parentPort, workerData } from 'node:worker_threads';
import { SoundRing } from '@parley/audio/sound-ring.ts';
import type { AgreedMedia, AudioGap } from '../media-session.ts';
import type { EndpointCounts } from './endpoint-counts.ts';
import { startTick, systemTickTime } from './media-tick.ts';
import { RtpEndpoint } from './rtp-endpoint.ts';
import type { StreamStart } from './rtp-sender.ts';
import { openPair, PortRange, type UdpPair } from './udp-pair.ts';

// The worker thread of media-service.ts: it sends and receives the packets of all calls. Nothing slow may run here.

/** What the media thread is started with. */
export interface ThreadOrder {
  /** The local address for audio. */
  readonly bindHost: string;
  readonly ports: { readonly from: number; readonly to: number };
}

/** Requests to the thread. The audio itself is passed in shared memory. */
export type MediaRequest =
  | { readonly kind: 'open'; readonly id: number }
  | {
      readonly kind: 'begin';
      readonly id: number;
      readonly agreed: AgreedMedia;
      readonly start: StreamStart;
      readonly seed: number;
      readonly outgoing: SharedArrayBuffer;
      readonly incoming: SharedArrayBuffer;
    }
  | { readonly kind: 'change'; readonly id: number; readonly agreed: AgreedMedia }
  | { readonly kind: 'answered'; readonly id: number }
  | { readonly kind: 'press'; readonly id: number; readonly keys: string }
  | { readonly kind: 'close'; readonly id: number }
  | { readonly kind: 'end' };

/** What the thread reports. */
export type MediaNews =
  | { readonly kind: 'opened'; readonly id: number; readonly port: number }
  | { readonly kind: 'refused'; readonly id: number; readonly why: string }
  | { readonly kind: 'key'; readonly id: number; readonly key: string }
  | { readonly kind: 'starved'; readonly id: number }
  | { readonly kind: 'gap'; readonly id: number; readonly gap: AudioGap; readonly isOpen: boolean }
  /** An error of ours: this call has no audio any more. */
  | { readonly kind: 'broken'; readonly id: number; readonly why: string }
  | { readonly kind: 'closed'; readonly id: number; readonly counts: EndpointCounts | null }
  /** New audio is in the shared memory of every call. */
  | { readonly kind: 'beat' };

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

/** An error in one call ends only that call. */
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
    onGap: (gap, isOpen) => tell({ kind: 'gap', id, gap, isOpen }),
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
  else if (request.kind === 'answered') call.endpoint?.answered(systemTickTime.nowMs());
  else if (request.kind === 'press') call.endpoint?.press(request.keys);
  else close(request.id, call);
});
