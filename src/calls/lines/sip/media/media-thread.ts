import { parentPort, workerData } from 'node:worker_threads';
import { SoundRing } from '../../sound/sound-ring.ts';
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
/** Asked for and given up before their ports were there. */
const givenUp = new Set<number>();
const tell = (news: MediaNews): void => port.postMessage(news);

const tick = startTick(systemTickTime, (beat) => {
  let isSound = false;
  for (const { endpoint } of calls.values()) {
    if (endpoint === undefined) continue;
    endpoint.beat(beat);
    isSound = true;
  }
  if (isSound) tell({ kind: 'beat' });
});

async function open(id: number): Promise<void> {
  let pair: UdpPair;
  try {
    pair = await openPair(bindHost, range);
  } catch (error) {
    return tell({ kind: 'refused', id, why: (error as Error).message });
  }
  if (givenUp.delete(id)) return pair.close();
  const call: OpenCall = { pair, endpoint: undefined };
  calls.set(id, call);
  pair.rtp.on('message', (bytes, from) =>
    call.endpoint?.rtpCame(bytes, from.port, from.address, systemTickTime.nowMs()),
  );
  pair.rtcp.on('message', (bytes, from) =>
    call.endpoint?.rtcpCame(bytes, from.port, from.address, systemTickTime.nowMs()),
  );
  tell({ kind: 'opened', id, port: pair.port });
}

function begin(id: number, request: Extract<MediaRequest, { kind: 'begin' }>): void {
  const call = calls.get(id);
  if (call === undefined) return;
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

function close(id: number): void {
  const call = calls.get(id);
  if (call === undefined) {
    givenUp.add(id);
    return;
  }
  calls.delete(id);
  call.endpoint?.sayGoodbye(systemTickTime.nowMs());
  tell({ kind: 'closed', id, counts: call.endpoint?.counts ?? null });
  call.pair.close();
}

port.on('message', (request: MediaRequest) => {
  switch (request.kind) {
    case 'open':
      return void open(request.id);
    case 'begin':
      return begin(request.id, request);
    case 'change':
      return calls.get(request.id)?.endpoint?.change(request.agreed, systemTickTime.nowMs());
    case 'press':
      return void calls.get(request.id)?.endpoint?.press(request.keys);
    case 'close':
      return close(request.id);
    case 'end':
      tick.stop();
      for (const id of [...calls.keys()]) close(id);
      port.close();
  }
});
