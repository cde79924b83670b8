import type { AgreedMedia } from '../media-session.ts';
import type { EndpointCounts } from './rtp-endpoint.ts';
import type { StreamStart } from './rtp-sender.ts';

/** What the media thread is started with. */
export interface ThreadOrder {
  /** The address that sound comes to and goes out from. */
  readonly bindHost: string;
  readonly ports: { readonly from: number; readonly to: number };
}

/** What is asked of the thread. Sound itself crosses in shared memory. */
export type MediaRequest =
  | { readonly kind: 'open'; readonly id: number }
  | {
      readonly kind: 'begin';
      readonly id: number;
      readonly agreed: AgreedMedia;
      readonly start: StreamStart;
      readonly seed: number;
      readonly outgoing: SharedArrayBuffer;
      readonly incoming: SharedArrayBuffer;
    }
  | { readonly kind: 'change'; readonly id: number; readonly agreed: AgreedMedia }
  | { readonly kind: 'press'; readonly id: number; readonly keys: string }
  | { readonly kind: 'close'; readonly id: number }
  | { readonly kind: 'end' };

/** What the thread tells. */
export type MediaNews =
  | { readonly kind: 'opened'; readonly id: number; readonly port: number }
  | { readonly kind: 'refused'; readonly id: number; readonly why: string }
  | { readonly kind: 'key'; readonly id: number; readonly key: string }
  | { readonly kind: 'starved'; readonly id: number }
  /** A fault of ours: this call has no sound any more. */
  | { readonly kind: 'broken'; readonly id: number; readonly why: string }
  | { readonly kind: 'closed'; readonly id: number; readonly counts: EndpointCounts | null }
  /** New sound lies in the memory of every call. */
  | { readonly kind: 'beat' };
