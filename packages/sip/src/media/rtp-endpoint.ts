import { type AudioRate, FRAME_MS, samplesIn } from '@parley/audio/audio-leg.ts';
import { Resampler } from '@parley/audio/resampler.ts';
import type { AgreedMedia } from '../media-session.ts';
import { codecs, type SoundCodec } from './codec.ts';
import { KeyListener } from './dtmf.ts';
import type { Beat } from './media-tick.ts';
import { Playout } from './playout.ts';
import { Reception, RtcpSchedule } from './rtcp.ts';
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

/** Statistics of a leg. */
export interface EndpointCounts {
  readonly sent: number;
  readonly received: number;
  readonly lost: number;
  readonly late: number;
  readonly jitterMs: number;
  readonly strangers: number;
  /** Null: they have sent no report to compute it from. */
  readonly roundTripMs: number | null;
}

/** After this time without packets the line is dead. A sender that suppresses silence still sends reports. */
const STARVED_MS = 30_000;

/** Our end of the audio of one call: packets in and out, without its own sockets or clock. */
export class RtpEndpoint {
  readonly #wires: EndpointWires;
  readonly #sender: RtpSender;
  readonly #reports: RtcpSchedule;
  readonly #keys = new KeyListener();
  readonly #seed: number;
  /** The sample rate on our side; it stays the same when another codec is negotiated. */
  readonly #rateHz: AudioRate;
  readonly #outgoing: Int16Array;
  #incoming: Int16Array;
  #toCodec: Resampler;
  #fromCodec: Resampler;
  #agreed: AgreedMedia;
  #playout: Playout;
  #rtpEnd: FarEnd;
  #rtcpEnd: FarEnd;
  #seal: SrtpSender | undefined;
  #open: SrtpReceiver | undefined;
  #reception: Reception | undefined;
  #received = 0;
  #strangers = 0;
  #lastCameMs: number;
  #isStarved = false;

  constructor({ agreed, start, seed, nowMs, wallMs }: EndpointOrder, wires: EndpointWires) {
    const codec = codecs[agreed.codec.name];
    this.#rateHz = codec.rateHz;
    this.#wires = wires;
    this.#agreed = agreed;
    this.#seed = seed;
    this.#sender = new RtpSender(senderOrder(agreed), start);
    this.#playout = new Playout(codec, seed);
    this.#reports = new RtcpSchedule(nowMs, seed, wallMs);
    this.#rtpEnd = new FarEnd(agreed.host, agreed.port);
    this.#rtcpEnd = new FarEnd(agreed.host, agreed.port + 1);
    this.#outgoing = new Int16Array(samplesIn(FRAME_MS, codec.rateHz));
    this.#incoming = new Int16Array(this.#outgoing.length);
    this.#toCodec = new Resampler(codec.rateHz, codec.rateHz);
    this.#fromCodec = this.#toCodec;
    this.#lastCameMs = nowMs;
    this.#encrypt(agreed);
  }

  /** Applies a new agreement: a hold, another address, another codec. */
  change(agreed: AgreedMedia, nowMs: number): void {
    const before = this.#agreed;
    this.#agreed = agreed;
    this.#lastCameMs = nowMs;
    this.#sender.change(senderOrder(agreed));
    if (agreed.codec.name !== before.codec.name) this.#changeCodec(codecs[agreed.codec.name]);
    if (agreed.host !== before.host || agreed.port !== before.port) {
      this.#rtpEnd = new FarEnd(agreed.host, agreed.port);
      this.#rtcpEnd = new FarEnd(agreed.host, agreed.port + 1);
    }
    const [now, then] = [agreed.crypto, before.crypto];
    if (now?.ours.keyAndSalt !== then?.ours.keyAndSalt || now?.theirs.keyAndSalt !== then?.theirs.keyAndSalt)
      this.#encrypt(agreed);
  }

  press(keys: string): boolean {
    return this.#agreed.keysType !== null && this.#sender.keys.press(keys);
  }

  /** Takes any bytes that arrived at the RTP port. */
  rtpCame(bytes: Buffer, port: number, host: string, nowMs: number): void {
    if (isRtcp(bytes)) {
      this.rtcpCame(bytes, port, host, nowMs);
      return;
    }
    const packet = this.#rtpEnd.isFrom(host) ? this.#read(bytes) : undefined;
    if (packet === undefined) {
      this.#strangers += 1;
      return;
    }
    this.#rtpEnd.heardFrom(port);
    this.#lastCameMs = nowMs;
    this.#received += 1;
    const { codec, keysType, noiseType } = this.#agreed;
    if (packet.payloadType === codec.payloadType) this.#take(packet, 'sound', nowMs);
    else if (packet.payloadType === noiseType) this.#take(packet, 'noise', nowMs);
    else if (packet.payloadType === keysType) {
      this.#take(packet, 'keys', nowMs);
      const key = this.#keys.heard(packet);
      if (key !== undefined) this.#wires.onKey(key);
    }
  }

  rtcpCame(bytes: Buffer, port: number, host: string, nowMs: number): void {
    if (!this.#rtcpEnd.isFrom(host)) return;
    const plain = this.#open === undefined ? bytes : this.#open.openRtcp(bytes);
    if (plain === undefined || !this.#reports.came(plain, this.#sender.ssrc, this.#reception, nowMs)) return;
    this.#rtcpEnd.heardFrom(port);
    this.#lastCameMs = nowMs;
  }

  /** 20 ms have passed: a frame goes out, a frame comes in. */
  beat({ dueMs, skipped }: Beat): void {
    this.#sender.pass(skipped);
    this.#sendFrame();
    this.#playout.next(this.#incoming, dueMs);
    this.#wires.giveSound(this.#fromCodec.feed(this.#incoming));
    if (this.#reports.isDue(dueMs)) this.#report(dueMs, false);
    if (!this.#isStarved && this.#agreed.mayTheySend && dueMs - this.#lastCameMs > STARVED_MS) {
      this.#isStarved = true;
      this.#wires.onStarved();
    }
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
    };
  }

  #changeCodec(codec: SoundCodec): void {
    this.#playout = new Playout(codec, this.#seed);
    this.#incoming = new Int16Array(samplesIn(FRAME_MS, codec.rateHz));
    this.#toCodec = new Resampler(this.#rateHz, codec.rateHz);
    this.#fromCodec = new Resampler(codec.rateHz, this.#rateHz);
  }

  #sendFrame(): void {
    const frame = this.#outgoing;
    // While they hold us it goes on all the same: a call that waits for the end of a hold might wait for ever.
    frame.fill(0, this.#wires.takeSound(frame));
    if (!this.#agreed.mayWeSend) {
      this.#sender.pass(1);
      return;
    }
    const packet = this.#sender.frame(this.#toCodec.feed(frame));
    if (packet === undefined) return;
    const sealed = this.#seal === undefined ? packet : this.#seal.seal(packet);
    this.#wires.sendRtp(sealed, this.#rtpEnd.port, this.#rtpEnd.host);
  }

  #take(packet: RtpPacket, kind: 'sound' | 'noise' | 'keys', nowMs: number): void {
    if (this.#playout.came(packet, kind, nowMs)) {
      this.#reception = new Reception(packet);
      this.#keys.restart();
    }
    if (this.#reception?.ssrc === packet.ssrc) this.#reception.came(packet, nowMs, kind === 'sound');
  }

  #report(nowMs: number, isBye: boolean): void {
    const bytes = this.#reports.write(this.#sender, this.#reception, nowMs, isBye);
    const sealed = this.#seal === undefined ? bytes : this.#seal.sealRtcp(bytes);
    this.#wires.sendRtcp(sealed, this.#rtcpEnd.port, this.#rtcpEnd.host);
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

/**
 * Where the far end is: the address in its description or, behind NAT, the port of that host that its packets come
 * from. Packets of other hosts are ignored.
 */
class FarEnd {
  readonly host: string;
  #port: number;

  constructor(host: string, port: number) {
    this.host = host;
    this.#port = port;
  }

  get port(): number {
    return this.#port;
  }

  isFrom(host: string): boolean {
    return host === this.host || host === `::ffff:${this.host}`;
  }

  /** Only an authenticated packet can change it. */
  heardFrom(port: number): void {
    this.#port = port;
  }
}
