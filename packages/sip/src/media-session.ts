import type { AudioLeg } from '@parley/audio/audio-leg.ts';
import type { EndpointCounts } from './media/endpoint-counts.ts';

/**
 * What may be missing from the audio of a call: nothing comes from them, nothing of ours arrives (their reports say so),
 * or what comes has no sound in it at all.
 */
export type AudioGap = 'from them' | 'to them' | 'no sound';

/** Opens audio sessions of telephone calls. All calls of a process share one. */
export interface Media {
  /** Reserves a pair of ports. Rejects when none is left. */
  open(order: MediaOrder): Promise<MediaSession>;
}

export interface MediaOrder {
  /** SRTP with the keys in the description (RFC 4568): for trunks whose signalling is encrypted. */
  readonly isSecure: boolean;
}

/**
 * The audio of one call, from before its offer until after its end. Signalling describes it to the far end and passes
 * on what was negotiated; the session knows nothing about SIP.
 */
export interface MediaSession {
  readonly local: LocalMedia;
  /**
   * Applies what both ends negotiated. The first call starts the audio. Later calls change it: an answer after early
   * media, a hold, a new address. The same terms again change nothing.
   */
  accept(agreed: AgreedMedia): void;
  /** Available after `accept`. Its rate stays the same when another codec is negotiated later. */
  readonly sound: MediaSound;
  /** Sends DTMF keys, once media is negotiated. */
  press(keys: string): void;
  /** Somebody has picked up. Until then, silence is not counted. */
  answered?(): void;
  /** Called once when no packet has arrived for 30 seconds, except during a hold. */
  onStarved(listener: () => void): void;
  /** Called when audio has been missing for some seconds, except during a hold, and when it is there again. */
  onGap?(listener: (gap: AudioGap, isOpen: boolean) => void): void;
  /** Statistics, once it is closed; null: there was no audio. Absent: there are none. */
  readonly counts?: Promise<EndpointCounts | null>;
  /** Releases the ports. A second call does nothing. */
  close(): void;
}

/** An `AudioLeg` without what signalling adds: leaving, transferring, hanging up. */
export type MediaSound = Pick<AudioLeg, 'rateHz' | 'onSound' | 'onDigit' | 'play' | 'playedSamples' | 'hush'>;

/** What this end supports, for its session description (SDP). */
export interface LocalMedia {
  /** The RTP port; RTCP uses the next one. */
  readonly port: number;
  /** Best first. */
  readonly codecs: readonly Codec[];
  /** Payload types of keys (RFC 4733, 8 kHz) and of comfort noise (RFC 3389); null: it does not do that. */
  readonly keysType: number | null;
  readonly noiseType: number | null;
  /** Keys for what is sent from here, best first; null: not encrypted. */
  readonly crypto: readonly CryptoKey[] | null;
}

export interface Codec {
  readonly name: CodecName;
  readonly payloadType: number;
}

/** As in a description. G.722 says 8000 there and samples at 16 kHz. */
export type CodecName = 'PCMU' | 'PCMA' | 'G722';

export interface CryptoKey {
  readonly tag: number;
  readonly suite: CryptoSuite;
  /** Base64 of master key and salt, 30 bytes. */
  readonly keyAndSalt: string;
}

export type CryptoSuite = 'AES_CM_128_HMAC_SHA1_80' | 'AES_CM_128_HMAC_SHA1_32';

/** What a payload type of theirs is. */
export interface ReceivedFormat {
  readonly payloadType: number;
  readonly kind: CodecName | 'keys' | 'noise';
}

/** An address of zeros: they hold us, and want nothing anywhere. To our own machine it would mean itself. */
export const isNowhere = (host: string): boolean => host === '0.0.0.0' || host === '::';

/** Where a trunk may have us send audio. */
interface HostRules {
  readonly allows?: (address: string) => boolean;
  readonly isPublicOnly?: boolean;
}

/**
 * What was agreed on, within what the trunk allows. A far end behind NAT describes an address of its own network, where we
 * must not send anything, or cannot: its audio still reaches us, and shows where ours has to go (symmetric RTP).
 */
export const withinRules = (
  agreed: AgreedMedia,
  { allows, isPublicOnly = false }: HostRules,
): AgreedMedia => ({
  ...agreed,
  ...(isPublicOnly && { isPublicOnly }),
  ...(!isNowhere(agreed.host) && allows?.(agreed.host) === false && { isHidden: true }),
});

export interface AgreedMedia {
  /** Where the far end wants the audio; where its packets come from counts more (symmetric RTP). */
  readonly host: string;
  readonly port: number;
  /** Nothing may be sent to this address, such as a private one of a far end behind NAT: its packets show where it is. */
  readonly isHidden?: boolean;
  /** Their packets are believed from public addresses alone; absent: from any. */
  readonly isPublicOnly?: boolean;
  /** What we send. */
  readonly codec: Codec;
  /** What they may send, which need not be what we send; absent: the same. */
  readonly receives?: readonly ReceivedFormat[];
  /** Where they want reports; absent: at the next port. `isMuxed`: at the port of the audio (RFC 5761). */
  readonly rtcp?: { readonly port: number; readonly isMuxed: boolean };
  /** As they want them; null: not agreed on. */
  readonly keysType: number | null;
  readonly noiseType: number | null;
  readonly packetMs: number;
  /** Which of ours is used, and theirs; null: not encrypted. */
  readonly crypto: { readonly ours: CryptoKey; readonly theirs: CryptoKey } | null;
  /** False while they hold us: nothing is sent. */
  readonly mayWeSend: boolean;
  /** False while nothing will come from them. */
  readonly mayTheySend: boolean;
}
