import { type AudioRate, FRAME_MS, samplesIn } from '@parley/audio/audio-leg.ts';
import { Resampler } from '@parley/audio/resampler.ts';
import {
  type AgreedMedia,
  type AudioGap,
  type CodecName,
  isNowhere,
  type ReceivedFormat,
} from '../media-session.ts';
import { codecs, type SoundCodec } from './codec.ts';
import { DigitalSilence } from './digital-silence.ts';
import { KeyListener } from './dtmf.ts';
import type { EndpointCounts } from './endpoint-counts.ts';
import { FarEnd } from './far-end.ts';
import { KeyToneListener, KeyTonePresser } from './key-tones.ts';
import type { Beat } from './media-tick.ts';
import { OutboundReception } from './outbound-reception.ts';
import { Playout } from './playout.ts';
import { Reception, type Reports, RtcpSchedule } from './rtcp.ts';
import { isRtcp, type RtpPacket, readRtp } from './rtp-packet.ts';
import { RtpSender, type StreamStart } from './rtp-sender.ts';
import { SrtpReceiver, SrtpSender } from './srtp.ts';

/** What an endpoint is connected to. */
export interface EndpointWires {
  sendRtp(bytes: Buffer, port: number, host: string): void;
  sendRtcp(bytes: Buffer, port: number, host: string): void;
  /** Fills the array with our audio and returns the number of samples. */
  takeSound(frame: Int16Array): number;
  giveSound(frame: Int16Array): void;
  onKey(key: string): void;
  onStarved(): void;
  /** Audio has been missing for some seconds, or is there again. */
  onGap?(gap: AudioGap, isOpen: boolean): void;
}

export interface EndpointOrder {
  readonly agreed: AgreedMedia;
  readonly start: StreamStart;
  /** For noise and for when to report. */
  readonly seed: number;
  readonly nowMs: number;
  /** The current time of day, for reports. */
  readonly wallMs: () => number;
}

/** After this time without packets the line is dead. A sender that suppresses silence still sends reports. */
const STARVED_MS = 30_000;
/** Nobody pauses their packets so long in a conversation, and a contact who hears nothing hangs up soon after. */
const QUIET_MS = 4000;
/** Whoever suppresses silence is heard of by reports alone, every five seconds or so. */
const SUPPRESSED_QUIET_MS = 12_000;
/** What was sent before the answer, such as ringing, is heard a little later. */
const ANSWERED_MS = 1000;
/** As long as packets of audio come, what is played is theirs. */
const FLOWING_MS = 100;

/** Our end of the audio of one call: packets in and out, without its own sockets or clock. */
export class RtpEndpoint {
  readonly #wires: EndpointWires;
  readonly #sender: RtpSender;
  readonly #reports: RtcpSchedule;
  readonly #outbound: OutboundReception;
  readonly #silence = new DigitalSilence();
  readonly #keys = new KeyListener();
  readonly #keyTones: KeyToneListener;
  readonly #tonePresser: KeyTonePresser;
  readonly #seed: number;
  /** The sample rate on our side; it stays the same when another codec is negotiated. */
  readonly #rateHz: AudioRate;
  readonly #outgoing: Int16Array;
  #incoming: Int16Array;
  #toCodec: Resampler;
  #fromCodec: Resampler;
  #agreed: AgreedMedia;
  #playout: Playout;
  #formats: ReadonlyMap<number, ReceivedFormat['kind']>;
  /** What they send at the moment. */
  #hearing: CodecName;
  #far: FarEnd;
  /** The port that their reports came from. */
  #rtcpPort: number | undefined;
  #seal: SrtpSender | undefined;
  #open: SrtpReceiver | undefined;
  #reception: Reception | undefined;
  #received = 0;
  #strangers = 0;
  /** Anything of theirs, and what can be heard. */
  #lastCameMs: number;
  #lastSoundMs: number;
  #lastAudioMs = Number.NEGATIVE_INFINITY;
  #answeredMs: number | undefined;
  #isStarved = false;
  #isQuiet = false;
  #receivedAtReport = 0;
  #quietMs = 0;
  #silentMs = 0;
  #beatMs = 0;

  constructor({ agreed, start, seed, nowMs, wallMs }: EndpointOrder, wires: EndpointWires) {
    const codec = codecs[agreed.codec.name];
    this.#rateHz = codec.rateHz;
    this.#wires = wires;
    this.#agreed = agreed;
    this.#seed = seed;
    this.#keyTones = new KeyToneListener(codec.rateHz);
    this.#tonePresser = new KeyTonePresser(codec.rateHz);
    this.#sender = new RtpSender(senderOrder(agreed), start);
    this.#playout = new Playout(codec, seed);
    this.#reports = new RtcpSchedule(nowMs, seed, wallMs);
    this.#outbound = new OutboundReception(start.sequence);
    this.#far = new FarEnd(agreed);
    this.#formats = formatsOf(agreed);
    this.#hearing = agreed.codec.name;
    this.#outgoing = new Int16Array(samplesIn(FRAME_MS, codec.rateHz));
    this.#incoming = new Int16Array(this.#outgoing.length);
    this.#toCodec = new Resampler(codec.rateHz, codec.rateHz);
    this.#fromCodec = this.#toCodec;
    this.#lastCameMs = nowMs;
    this.#lastSoundMs = nowMs;
    this.#encrypt(agreed);
  }

  /** Applies a new agreement: a hold, another address, another codec. */
  change(agreed: AgreedMedia, nowMs: number): void {
    const before = this.#agreed;
    this.#agreed = agreed;
    this.#lastCameMs = nowMs;
    this.#soundCame(nowMs);
    // While it rings, only a network hears.
    if (this.#answeredMs !== undefined) this.#expectToBeHeard(nowMs);
    this.#sender.change(senderOrder(agreed));
    this.#formats = formatsOf(agreed);
    if (agreed.codec.name !== before.codec.name) {
      this.#toCodec = new Resampler(this.#rateHz, codecs[agreed.codec.name].rateHz);
      this.#hear(agreed.codec.name);
    }
    if (agreed.host !== before.host || agreed.port !== before.port) {
      this.#far = new FarEnd(agreed);
      this.#rtcpPort = undefined;
    }
    const [now, then] = [agreed.crypto, before.crypto];
    if (now?.ours.keyAndSalt !== then?.ours.keyAndSalt || now?.theirs.keyAndSalt !== then?.theirs.keyAndSalt)
      this.#encrypt(agreed);
  }

  /** From here on silence counts: while a telephone rings, a network may send nothing. */
  answered(nowMs: number): void {
    if (this.#answeredMs !== undefined) return;
    this.#answeredMs = nowMs;
    this.#lastCameMs = nowMs;
    this.#lastSoundMs = nowMs;
    this.#expectToBeHeard(nowMs);
  }

  /** As telephone events, or as tones in the audio where the far end knows none. */
  press(keys: string): boolean {
    return this.#agreed.keysType === null ? this.#tonePresser.press(keys) : this.#sender.keys.press(keys);
  }

  /** Takes any bytes that arrived at the RTP port. */
  rtpCame(bytes: Buffer, port: number, host: string, nowMs: number): void {
    if (isRtcp(bytes)) {
      this.rtcpCame(bytes, port, host, nowMs);
      return;
    }
    const packet = this.#read(bytes);
    if (packet === undefined || !this.#far.takes(packet, port, host, nowMs, this.#open !== undefined)) {
      this.#strangers += 1;
      return;
    }
    this.#lastCameMs = nowMs;
    this.#soundCame(nowMs);
    this.#received += 1;
    const kind = this.#formats.get(packet.payloadType);
    if (kind === undefined) return;
    if (kind === 'keys' || kind === 'noise') {
      if (this.#answeredMs !== undefined) this.#silence.broken();
    }
    if (kind !== 'keys') this.#lastAudioMs = nowMs;
    if (kind === 'keys') {
      this.#take(packet, 'keys', nowMs);
      const key = this.#keys.heard(packet);
      if (key !== undefined) this.#wires.onKey(key);
    } else if (kind === 'noise') this.#take(packet, 'noise', nowMs);
    else {
      if (kind !== this.#hearing) this.#hear(kind);
      this.#take(packet, 'sound', nowMs);
    }
  }

  rtcpCame(bytes: Buffer, port: number, host: string, nowMs: number): void {
    if (!this.#far.isFrom(host)) return;
    const plain = this.#open === undefined ? bytes : this.#open.openRtcp(bytes);
    const sentBefore = this.#reports.sentByThem;
    const read = plain && this.#reports.came(plain, this.#sender.ssrc, this.#reception, nowMs);
    if (read === undefined) return;
    this.#noteOutbound(read, nowMs);
    this.#rtcpPort = port;
    this.#lastCameMs = nowMs;
    // Whoever suppresses silence still sends reports. If they have sent audio since the last one, it is lost on the way.
    const sent = this.#reports.sentByThem;
    const isLost = sent > sentBefore && this.#received === this.#receivedAtReport;
    this.#receivedAtReport = this.#received;
    if (!isLost) this.#soundCame(nowMs);
  }

  /** 20 ms have passed: a frame goes out, a frame comes in. */
  beat({ dueMs, skipped }: Beat): void {
    this.#beatMs = dueMs;
    this.#sender.pass(skipped);
    this.#sendFrame();
    this.#playout.next(this.#incoming, dueMs);
    this.#listenForSilence(dueMs);
    const sound = this.#fromCodec.feed(this.#incoming);
    this.#wires.giveSound(sound);
    this.#listenForTones(sound);
    if (this.#reports.isDue(dueMs)) this.#report(dueMs, false);
    // Many telephones send nothing while they hold us, though they may: "sendonly" only announces music.
    const { mayWeSend, mayTheySend } = this.#agreed;
    if (this.#answeredMs !== undefined && mayWeSend && mayTheySend)
      this.#noteSilence(dueMs - this.#lastSoundMs, dueMs - this.#lastCameMs);
  }

  /** Who agreed on telephone events may play the tones, too: then each key would come twice. */
  #listenForTones(sound: Int16Array): void {
    if (this.#agreed.keysType !== null) return;
    const key = this.#keyTones.heard(sound);
    if (key !== undefined) this.#wires.onKey(key);
  }

  #noteSilence(silentMs: number, goneMs: number): void {
    this.#silentMs = silentMs;
    const quietAfterMs = this.#agreed.noiseType === null ? QUIET_MS : SUPPRESSED_QUIET_MS;
    if (silentMs > quietAfterMs) this.#quietMs += this.#isQuiet ? FRAME_MS : quietAfterMs;
    if (!this.#isQuiet && silentMs > quietAfterMs) {
      this.#isQuiet = true;
      this.#wires.onGap?.('from them', true);
    }
    if (this.#isStarved || goneMs <= STARVED_MS) return;
    this.#isStarved = true;
    this.#wires.onStarved();
  }

  #soundCame(nowMs: number): void {
    this.#lastSoundMs = nowMs;
    this.#silentMs = 0;
    if (!this.#isQuiet) return;
    this.#isQuiet = false;
    this.#wires.onGap?.('from them', false);
  }

  /** What their reports say about our packets; not before the answer, nor while they hold us. */
  #noteOutbound({ reports }: Reports, nowMs: number): void {
    const { mayWeSend, mayTheySend } = this.#agreed;
    if (this.#answeredMs === undefined || !mayWeSend || !mayTheySend) return;
    for (const { blocks } of reports) {
      const ours = blocks.find(({ ssrc }) => ssrc === this.#sender.ssrc);
      if (this.#outbound.came(ours, blocks.length > 0, nowMs, this.#sender.packets))
        this.#wires.onGap?.('to them', this.#outbound.isUnheard);
    }
  }

  #expectToBeHeard(nowMs: number): void {
    if (this.#outbound.begin(nowMs, this.#sender.packets)) this.#wires.onGap?.('to them', false);
  }

  #listenForSilence(nowMs: number): void {
    if (this.#answeredMs === undefined || nowMs - this.#answeredMs < ANSWERED_MS) return;
    if (nowMs - this.#lastAudioMs > FLOWING_MS || !this.#agreed.mayTheySend) return;
    if (this.#silence.heard(this.#incoming)) this.#wires.onGap?.('no sound', this.#silence.isAll);
  }

  sayGoodbye(nowMs: number): void {
    this.#report(nowMs, true);
  }

  get counts(): EndpointCounts {
    return {
      sent: this.#sender.packets,
      received: this.#received,
      lost: this.#reception?.lost ?? 0,
      late: this.#playout.counts.late,
      jitterMs: this.#reception?.jitterMs ?? 0,
      strangers: this.#strangers,
      roundTripMs: this.#reports.roundTripMs,
      quietMs: this.#quietMs,
      silentMs: this.#silentMs,
      outbound: this.#outbound.counts,
      unheardMs: this.#outbound.unheardMs,
      unheardAtEndMs: this.#outbound.unheardSinceMs(this.#beatMs),
      isHeard: this.#outbound.isHeard,
      noAudioMs: this.#beatMs - this.#lastAudioMs,
      isDigitalSilence: this.#silence.isAll,
    };
  }

  /** They send another codec from now on. */
  #hear(name: CodecName): void {
    const codec: SoundCodec = codecs[name];
    this.#hearing = name;
    this.#playout = new Playout(codec, this.#seed);
    this.#incoming = new Int16Array(samplesIn(FRAME_MS, codec.rateHz));
    this.#fromCodec = new Resampler(codec.rateHz, this.#rateHz);
  }

  #sendFrame(): void {
    const frame = this.#outgoing;
    // While they hold us it goes on all the same: a call that waits for the end of a hold might wait for ever.
    frame.fill(0, this.#wires.takeSound(frame));
    this.#tonePresser.fill(frame);
    const { host, port } = this.#far;
    if (!this.#agreed.mayWeSend || host === undefined) {
      this.#sender.pass(1);
      return;
    }
    const packet = this.#sender.frame(this.#toCodec.feed(frame));
    if (packet === undefined) return;
    const sealed = this.#seal === undefined ? packet : this.#seal.seal(packet);
    this.#wires.sendRtp(sealed, port, host);
  }

  #take(packet: RtpPacket, kind: 'sound' | 'noise' | 'keys', nowMs: number): void {
    if (this.#playout.came(packet, kind, nowMs)) {
      // Another codec of the same source is not another source.
      if (this.#reception?.ssrc !== packet.ssrc) this.#reception = new Reception(packet);
      this.#keys.restart();
    }
    if (this.#reception?.ssrc === packet.ssrc) this.#reception.came(packet, nowMs, kind === 'sound');
  }

  #report(nowMs: number, isBye: boolean): void {
    const { host, port } = this.#far;
    if (host === undefined || isNowhere(host)) return;
    const bytes = this.#reports.write(this.#sender, this.#reception, nowMs, isBye);
    const sealed = this.#seal === undefined ? bytes : this.#seal.sealRtcp(bytes);
    if (this.#agreed.rtcp?.isMuxed) this.#wires.sendRtp(sealed, port, host);
    else this.#wires.sendRtcp(sealed, this.#rtcpPort ?? this.#describedRtcpPort, host);
  }

  /** Where they are is known better from their packets than from their description. */
  get #describedRtcpPort(): number {
    const { host, port, rtcp } = this.#agreed;
    const isThere = this.#far.host === host && this.#far.port === port;
    return isThere && rtcp ? rtcp.port : this.#far.port + 1;
  }

  #read(bytes: Buffer): RtpPacket | undefined {
    const plain = this.#open === undefined ? bytes : this.#open.open(bytes);
    return plain && readRtp(plain);
  }

  #encrypt({ crypto }: AgreedMedia): void {
    this.#seal = crypto === null ? undefined : new SrtpSender(crypto.ours);
    this.#open = crypto === null ? undefined : new SrtpReceiver(crypto.theirs);
  }
}

const senderOrder = ({ codec, keysType, packetMs }: AgreedMedia) => ({
  codec: codecs[codec.name],
  payloadType: codec.payloadType,
  keysType,
  packetMs,
});

const formatsOf = ({
  receives,
  codec,
  keysType,
  noiseType,
}: AgreedMedia): ReadonlyMap<number, ReceivedFormat['kind']> =>
  new Map([
    ...(keysType === null ? [] : [[keysType, 'keys'] as const]),
    ...(noiseType === null ? [] : [[noiseType, 'noise'] as const]),
    [codec.payloadType, codec.name],
    ...(receives ?? []).map(({ payloadType, kind }) => [payloadType, kind] as const),
  ]);
