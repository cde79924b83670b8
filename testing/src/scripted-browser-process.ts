import { startTick, systemTickTime } from '@parley/sip/media/media-tick.ts';
import { RTP_HEADER_BYTES, readRtp, writeRtpHeader } from '@parley/sip/media/rtp-packet.ts';
import { opus } from '@parley/web-call/opus-codec.ts';
import { Audio, PeerConnection } from 'node-datachannel';
import type { BrowserNews, BrowserRequest, Speech } from './scripted-browser.ts';
import { tone } from './tone.ts';

// Runs as a process of scripted-browser.ts: the native part bears only one thread in the life of a process.

const PAYLOAD_TYPE = 111;
const SSRC = 7;
const FRAME = opus.rateHz / 50;
const MOST_HEARD = 20 * opus.rateHz;

const tell = (news: BrowserNews) => process.send?.(news);
const connection = new PeerConnection('browser', {
  iceServers: [],
  bindAddress: '127.0.0.1',
  disableAutoNegotiation: true,
});
const audio = new Audio('0', 'SendRecv');
audio.addOpusCodec(PAYLOAD_TYPE);
audio.addSSRC(SSRC, 'browser', 'browser', 'browser');
const track = connection.addTrack(audio);
/** Nothing is sent before: a packet during the handshake has brought the native part down. */
let isConnected = false;
connection.onStateChange((state) => {
  isConnected = state === 'connected';
  tell({ kind: 'state', state });
});

const decode = opus.makeDecoder();
const decoded = new Int16Array(opus.rateHz / 5);
let heard = new Int16Array(0);
track.onMessage((bytes) => {
  const packet = readRtp(bytes);
  if (packet === undefined) return;
  const sound = decoded.subarray(0, decode(packet.payload, decoded));
  const all = new Int16Array(heard.length + sound.length);
  all.set(heard);
  all.set(sound, heard.length);
  heard = all.length > MOST_HEARD ? all.slice(-MOST_HEARD) : all;
});

/** To be said over the tone. */
let words = new Int16Array(0);

function nextFrame(toneFrame: Int16Array): Int16Array {
  if (words.length < FRAME) return toneFrame;
  const frame = words.slice(0, FRAME);
  words = words.slice(FRAME);
  return frame;
}

function speak({ hz, lostEvery, swapsEvery }: Speech): void {
  const encode = opus.makeEncoder();
  const sound = tone(hz, 60, opus.rateHz);
  let kept: Buffer | undefined;
  let count = 0;
  startTick(systemTickTime, () => {
    const at = (count * FRAME) % (sound.length - FRAME);
    const bytes = Buffer.alloc(1500);
    const length = encode(nextFrame(sound.subarray(at, at + FRAME)), bytes.subarray(RTP_HEADER_BYTES));
    const numbers = { sequence: count & 0xffff, timestamp: count * 960, ssrc: SSRC };
    writeRtpHeader(bytes, { payloadType: PAYLOAD_TYPE, isMarked: count === 0, ...numbers });
    const packet = bytes.subarray(0, RTP_HEADER_BYTES + length);
    count += 1;
    if (!isConnected || !track.isOpen() || (lostEvery !== undefined && count % lostEvery === 0)) return;
    if (kept === undefined && swapsEvery !== undefined && count % swapsEvery === 0) {
      kept = packet;
      return;
    }
    track.sendMessageBinary(packet);
    if (kept !== undefined) track.sendMessageBinary(kept);
    kept = undefined;
  });
}

process.on('message', (request: BrowserRequest) => {
  switch (request.kind) {
    case 'offer':
      connection.onGatheringStateChange((state) => {
        if (state === 'complete') tell({ kind: 'offer', sdp: connection.localDescription()?.sdp ?? '' });
      });
      connection.setLocalDescription('offer');
      return;
    case 'answer':
      connection.setRemoteDescription(request.sdp, 'answer');
      return;
    case 'speak':
      speak(request);
      return;
    case 'say':
      words = Int16Array.from(request.sound);
      return;
    case 'heard':
      tell({ kind: 'heard', sound: heard });
      heard = new Int16Array(0);
  }
});
process.on('disconnect', () => process.exit(0));
