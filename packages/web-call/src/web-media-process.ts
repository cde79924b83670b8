import { randomBytes } from 'node:crypto';
import { startTick, systemTickTime } from '@parley/sip/media/media-tick.ts';
import { BrowserPeer, OfferRefused, type PeerSettings } from './browser-peer.ts';
import { WebEndpoint } from './web-endpoint.ts';
import type { WebMediaNews, WebMediaRequest } from './web-media-protocol.ts';

// Runs as a process of web-sound.ts: the sound of all its web calls. A process and not a thread, because the native
// part bears only one thread in the life of a process, and because what brings it down brings nothing else down.

const endpoints = new Map<number, WebEndpoint>();
/** The calls that were last reported as connected. */
const present = new Set<number>();
let settings: PeerSettings = { iceServers: [], address: null, ports: null, allowPrivate: false };
let tick: { stop(): void } | undefined;

const tell = (news: WebMediaNews): void => {
  if (process.connected) process.send?.(news);
};

const random = (): number => randomBytes(4).readUInt32BE();

function beatAll(): void {
  tick ??= startTick(systemTickTime, (beat) => {
    tell({ kind: 'beat', legs: [...endpoints.values()].map((endpoint) => endpoint.beat(beat)) });
    for (const [id, endpoint] of endpoints) look(id, endpoint, beat.dueMs);
  });
}

function look(id: number, endpoint: WebEndpoint, nowMs: number): void {
  const isConnected = endpoint.isPresent(nowMs);
  if (isConnected === present.has(id)) return;
  if (isConnected) present.add(id);
  else present.delete(id);
  tell({ kind: 'connection', id, isConnected });
}

async function connect({ id, request, offer }: Extract<WebMediaRequest, { kind: 'connect' }>): Promise<void> {
  const endpoint = endpoints.get(id) ?? new WebEndpoint(id, { timestamp: random(), seed: random() });
  endpoints.set(id, endpoint);
  beatAll();
  const start = { ssrc: random(), timestamp: endpoint.timestamp };
  const { peer, answer } = await BrowserPeer.answer(offer, settings, start, (packet) => {
    if (endpoint.isOn(peer)) endpoint.came(packet, systemTickTime.nowMs());
  });
  // Closed while the answer was being found.
  if (endpoints.get(id) !== endpoint) {
    peer.close();
    return tell({ kind: 'refused', request, why: 'the call has ended', isOffer: false });
  }
  endpoint.connect(peer, systemTickTime.nowMs());
  tell({ kind: 'answered', request, answer });
}

function close(id: number): void {
  endpoints.get(id)?.close();
  endpoints.delete(id);
  present.delete(id);
  if (endpoints.size > 0) return;
  tick?.stop();
  tick = undefined;
}

process.on('message', (request: WebMediaRequest) => {
  switch (request.kind) {
    case 'settings':
      settings = request.settings;
      return;
    case 'connect':
      connect(request).catch((error: Error) =>
        tell({
          kind: 'refused',
          request: request.request,
          why: error.message,
          isOffer: error instanceof OfferRefused,
        }),
      );
      return;
    case 'play':
      return endpoints.get(request.id)?.play(request.sound);
    case 'hush':
      return endpoints.get(request.id)?.hush();
    case 'close':
      return close(request.id);
  }
});
// The one who started it is gone, or wants no more of it.
process.on('disconnect', () => process.exit(0));
