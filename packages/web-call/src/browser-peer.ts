import { reachOf } from '@parley/kernel/ip-address.ts';
import { type RtpPacket, readRtp } from '@parley/sip/media/rtp-packet.ts';
import {
  Audio,
  PeerConnection,
  type RtcConfig,
  RtcpReceivingSession,
  RtcpSrReporter,
  RtpPacketizationConfig,
  RtpPacketizer,
  type Track,
} from 'node-datachannel';

export interface PeerSettings {
  /** As libdatachannel writes them: turn:user:password@host:port */
  readonly iceServers: readonly string[];
  /** Null: each of the machine's own. */
  readonly address: string | null;
  /** Null: any. */
  readonly ports: { readonly from: number; readonly to: number } | null;
  /** Whether browsers in private networks and on this machine are talked to, and are shown our addresses there. */
  readonly allowPrivate: boolean;
}

/** Where a stream begins: at random, so that nobody can guess what is encrypted (RFC 3550, 5.1). */
export interface PeerStart {
  readonly ssrc: number;
  readonly timestamp: number;
}

/** Of Opus, whatever its sound was before. */
const CLOCK_HZ = 48_000;
/** How long to wait for ICE servers: after this the answer contains the candidates known so far. */
const MOST_GATHERING_MS = 3000;
const NAME = 'parley';
/** One channel, packets of 20 ms, and in-band error correction. */
const FORMAT = 'minptime=10;useinbandfec=1;stereo=0;sprop-stereo=0;maxaveragebitrate=32000';

/** One connection to a browser, with audio in both directions. */
export class BrowserPeer {
  readonly #connection: PeerConnection;
  readonly #track: Track;
  readonly #config: RtpPacketizationConfig;
  #isConnected = false;
  #isClosed = false;

  private constructor(
    connection: PeerConnection,
    track: Track,
    config: RtpPacketizationConfig,
    onPacket: (packet: RtpPacket) => void,
  ) {
    this.#connection = connection;
    this.#track = track;
    this.#config = config;
    track.onMessage((bytes) => {
      const packet = readRtp(bytes);
      if (packet !== undefined) onPacket(packet);
    });
    connection.onStateChange((state) => {
      this.#isConnected = state === 'connected' && !this.#isClosed;
    });
  }

  /** Answers an offer with all candidates; throws OfferRefused if the offer is invalid. */
  static async answer(
    offered: string,
    settings: PeerSettings,
    start: PeerStart,
    onPacket: (packet: RtpPacket) => void,
  ): Promise<{ readonly peer: BrowserPeer; readonly answer: string }> {
    const offer = readOffer(offered, settings.allowPrivate);
    const connection = new PeerConnection(NAME, configOf(settings));
    try {
      const audio = new Audio(offer.mid, 'SendRecv');
      audio.addOpusCodec(offer.payloadType, FORMAT);
      audio.addSSRC(start.ssrc, NAME, NAME, NAME);
      const track = connection.addTrack(audio);
      const config = new RtpPacketizationConfig(start.ssrc, NAME, offer.payloadType, CLOCK_HZ);
      config.timestamp = start.timestamp;
      const packetizer = new RtpPacketizer(config);
      packetizer.addToChain(new RtcpSrReporter(config));
      packetizer.addToChain(new RtcpReceivingSession());
      track.setMediaHandler(packetizer);
      const peer = new BrowserPeer(connection, track, config, onPacket);
      const gathered = gathering(connection);
      connection.setRemoteDescription(offer.sdp, 'offer');
      await gathered;
      const answer = connection.localDescription()?.sdp;
      if (answer === undefined) throw new Error('no answer could be made for the SDP offer');
      return { peer, answer: shownAnswer(answer, settings) };
    } catch (error) {
      connection.close();
      throw error;
    }
  }

  get isConnected(): boolean {
    return this.#isConnected;
  }

  /** A payload for the moment with this timestamp. */
  send(payload: Buffer, timestamp: number): void {
    if (!this.#isConnected || !this.#track.isOpen()) return;
    this.#config.timestamp = timestamp >>> 0;
    this.#track.sendMessageBinary(payload);
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#isConnected = false;
    this.#track.close();
    this.#connection.close();
  }
}

function configOf({ iceServers, address, ports }: PeerSettings): RtcConfig {
  return {
    iceServers: [...iceServers],
    ...(address === null ? {} : { bindAddress: address }),
    ...(ports === null ? {} : { portRangeBegin: ports.from, portRangeEnd: ports.to }),
  };
}

function gathering(connection: PeerConnection): Promise<void> {
  return new Promise((resolve) => {
    const patience = setTimeout(resolve, MOST_GATHERING_MS);
    connection.onGatheringStateChange((state) => {
      if (state !== 'complete') return;
      clearTimeout(patience);
      resolve();
    });
  });
}

/** What a browser offers, as far as it concerns us. */
export interface Offer {
  readonly mid: string;
  /** The number that the browser gave to Opus. */
  readonly payloadType: number;
  /** Without candidates that nobody can use, and without host names, which we do not look up. */
  readonly sdp: string;
}

export class OfferRefused extends Error {}

const MOST_CANDIDATES = 40;
const CANDIDATE = /^a=candidate:\S+ \d+ \S+ \d+ (\S+) /;

/** Reads an offer: one audio track in both directions, in Opus. */
export function readOffer(sdp: string, allowPrivate: boolean): Offer {
  const [session = '', audio, ...others] = sdp.split(/^(?=m=)/m);
  if (!session.startsWith('v=0')) throw new OfferRefused('must be a session description');
  if (!audio?.startsWith('m=audio ') || others.length > 0)
    throw new OfferRefused('must offer one audio track and nothing else');
  const [, payloadType] = /^a=rtpmap:(\d{1,3}) opus\/48000/im.exec(audio) ?? [];
  if (payloadType === undefined) throw new OfferRefused('must offer Opus');
  if (/^a=(?:sendonly|recvonly|inactive)\s*$/m.test(audio))
    throw new OfferRefused('must offer to send and to receive');
  const [, mid] = /^a=mid:(\S{1,32})\s*$/m.exec(audio) ?? [];
  if (mid === undefined) throw new OfferRefused('must name its audio track');
  return { mid, payloadType: Number(payloadType), sdp: withUsableCandidates(sdp, allowPrivate) };
}

const isUsable = (address: string, allowPrivate: boolean): boolean => {
  const reach = reachOf(address);
  return reach === 'internet' || (allowPrivate && reach === 'private');
};

/**
 * Drops candidates with host names. Browsers hide their addresses behind names that only their own network resolves,
 * and any other name would make us look it up. Drops addresses inside our own network, too: whoever has a link must not
 * make us send packets to machines there. A browser still connects, because it opens the connection.
 */
function withUsableCandidates(sdp: string, allowPrivate: boolean): string {
  let candidates = 0;
  return sdp
    .split(/\r?\n/)
    .filter((line) => {
      const [, address] = CANDIDATE.exec(line) ?? [];
      if (address === undefined) return !line.startsWith('a=candidate:');
      candidates += 1;
      return isUsable(address, allowPrivate) && candidates <= MOST_CANDIDATES;
    })
    .join('\r\n');
}

/**
 * The answer without our addresses inside private networks, unless they are allowed or one was set for this purpose. They
 * would help nobody to connect, and tell strangers how our network is built.
 */
export function shownAnswer(sdp: string, { allowPrivate, address }: PeerSettings): string {
  if (allowPrivate) return sdp;
  const isShown = (one: string) => one === address || isUsable(one, false);
  return sdp
    .split(/\r?\n/)
    .filter((line) => {
      const [, own] = CANDIDATE.exec(line) ?? [];
      return own === undefined || isShown(own);
    })
    .map((line) =>
      line
        .replace(/ raddr (\S+) rport \d+/, (related, own: string) =>
          isShown(own) ? related : ' raddr 0.0.0.0 rport 0',
        )
        .replace(/^(c=IN IP[46]) (\S+)/, (whole, kind: string, own: string) =>
          isShown(own) ? whole : `${kind} ${kind.endsWith('6') ? '::' : '0.0.0.0'}`,
        ),
    )
    .join('\r\n');
}
