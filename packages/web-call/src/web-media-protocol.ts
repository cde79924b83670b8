import type { AudioRate } from '@parley/audio/audio-leg.ts';
import type { PeerSettings } from './browser-peer.ts';

/** The rate of speech to text and of recordings, so that nothing is resampled on the way; Opus itself changes the rate. */
export const WEB_RATE_HZ = 16_000 satisfies AudioRate;

/** Requests to the process that carries the audio of web calls. */
export type WebMediaRequest =
  /** Comes first. */
  | { readonly kind: 'settings'; readonly settings: PeerSettings }
  /** Opens a leg, or gives an existing leg a new connection. */
  | { readonly kind: 'connect'; readonly id: number; readonly request: number; readonly offer: string }
  | { readonly kind: 'play'; readonly id: number; readonly sound: Int16Array }
  | { readonly kind: 'hush'; readonly id: number }
  | { readonly kind: 'close'; readonly id: number };

export type WebMediaNews =
  | { readonly kind: 'answered'; readonly request: number; readonly answer: string }
  | {
      readonly kind: 'refused';
      readonly request: number;
      readonly why: string;
      /** The offer is invalid; this is not an error of ours. */
      readonly isOffer: boolean;
    }
  | { readonly kind: 'connection'; readonly id: number; readonly isConnected: boolean }
  /** 20 ms of every leg in one message: one message per leg would cost more than the audio. */
  | { readonly kind: 'beat'; readonly legs: readonly LegBeat[] };

export interface LegBeat {
  readonly id: number;
  /** What came from them. */
  readonly frame: Int16Array;
  /** Samples of ours, since the leg was opened: gone out, come in by `play`, and still waiting to go out. */
  readonly played: number;
  readonly received: number;
  readonly waiting: number;
}
