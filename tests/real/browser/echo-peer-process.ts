import { PeerConnection } from 'node-datachannel';
import type { EchoNews, EchoRequest } from './echo-peer.ts';

// Runs as a process of echo-peer.ts: the native part bears only one thread in the life of a process.

/** What the browser itself sends under is another; an echo must not look like it. */
const OWN_SSRC = 4242;
const RTP_HEADER_BYTES = 12;
const TELL_EVERY = 10;

const tell = (news: EchoNews) => process.send?.(news);
const connection = new PeerConnection('echo', { iceServers: [], bindAddress: '127.0.0.1' });
let packets = 0;

connection.onTrack((track) => {
  track.onMessage((packet) => {
    if (!isSound(packet)) return;
    packets += 1;
    if (packets % TELL_EVERY === 0) tell({ packets });
    const echo = Buffer.from(packet);
    echo.writeUInt32BE(OWN_SSRC, 8);
    if (track.isOpen()) track.sendMessageBinary(echo);
  });
});
connection.onGatheringStateChange((state) => {
  if (state === 'complete') tell({ answer: connection.localDescription()?.sdp ?? '' });
});

/** RTCP travels on the same connection, told apart by its type. */
function isSound(packet: Buffer): boolean {
  const type = (packet[1] ?? 0) & 0x7f;
  return packet.length > RTP_HEADER_BYTES && (type < 64 || type > 95);
}

process.on('message', ({ offer }: EchoRequest) => connection.setRemoteDescription(offer, 'offer'));
process.on('disconnect', () => process.exit(0));
