/** How our audio arrives at the far end, as its reports say. */
export interface OutboundCounts {
  /** Of our packets, from 0 to 1. */
  readonly lossShare: number;
  readonly jitterMs: number;
  /** The last of our packets that reached them; the rounds of the 16-bit number are in the upper half. */
  readonly highestSequence: number;
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
  /** How long nothing came, though something was to come. */
  readonly quietMs: number;
  /** For how long nothing has come now, or had come when it ended. */
  readonly silentMs: number;
  /** How our packets arrived, as their reports say; absent: they have not reported on us. */
  readonly outbound?: OutboundCounts | undefined;
  /** How long their reports showed that nothing of ours arrived, and for how long that had been so when it ended. */
  readonly unheardMs?: number;
  readonly unheardAtEndMs?: number;
  /** Whether anything of ours arrived since the answer, as their reports say from the first one on; absent: they do not. */
  readonly isHeard?: boolean | undefined;
  /** For how long no packet of audio had come when it ended, whatever they reported. */
  readonly noAudioMs?: number;
  /** All that came from the answer on was one and the same sample, for some seconds at least. */
  readonly isDigitalSilence?: boolean;
}
