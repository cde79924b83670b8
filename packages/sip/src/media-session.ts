import type { AudioLeg } from '@parley/audio/audio-leg.ts';

/** Opens the sound of telephone calls. One is shared by all calls of a process. */
export interface Media {
  /** Takes a pair of ports. Rejects when there is none left. */
  open(order: MediaOrder): Promise<MediaSession>;
}

export interface MediaOrder {
  /** SRTP with the keys in the description (RFC 4568): for trunks whose signalling is encrypted. */
  readonly isSecure: boolean;
}

/**
 * The sound of one call, from before it is offered until after it is over. The signalling describes it to the far
 * end and tells it what was agreed; it knows nothing of how.
 */
export interface MediaSession {
  readonly local: LocalMedia;
  /**
   * What both ends agreed on. The first makes the sound run. It may come again: the answer after early media,
   * a hold, a new address. One that is the same as before changes nothing.
   */
  accept(agreed: AgreedMedia): void;
  /** To be used once something was accepted. Its rate stays, also when another codec is agreed on later. */
  readonly sound: MediaSound;
  /** Presses keys at their end, once something was agreed on. */
  press(keys: string): void;
  /** Called once when nothing has come for so long that nobody can be there. Being held does not count. */
  onStarved(listener: () => void): void;
  /** Gives the ports back. Harmless the second time. */
  close(): void;
}

/** What signalling adds to make an `AudioLeg` of it: leaving, transferring, hanging up. */
export type MediaSound = Pick<AudioLeg, 'rateHz' | 'onSound' | 'onDigit' | 'play' | 'playedSamples' | 'hush'>;

/** What this end can do, for a description of it. */
export interface LocalMedia {
  /** Of RTP; RTCP is on the next one. */
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

export interface AgreedMedia {
  /** Where they want the sound. Packets from another port of that host win, once they come (symmetric RTP). */
  readonly host: string;
  readonly port: number;
  readonly codec: Codec;
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
