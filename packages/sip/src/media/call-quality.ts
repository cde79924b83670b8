import type { EndpointCounts } from './endpoint-counts.ts';

/** How a call sounded, as far as packets show. */
export interface CallQuality {
  /** Of the packets that they sent, from 0 to 1. */
  readonly lossShare: number;
  readonly jitterMs: number;
  /** Null: they have sent no report to compute it from. */
  readonly roundTripMs: number | null;
  /** Estimated mean opinion score, from 1 (bad) to 4.4; null: nothing was heard. */
  readonly mos: number | null;
  /** Time without a single packet of theirs, though they were to send. */
  readonly quietMs: number;
  /** Nothing had come for ten seconds when it ended: longer than anybody is silent between two reports. */
  readonly wasQuietAtEnd: boolean;
  readonly heardNothing: boolean;
  /** How our audio arrived there; null: they have not reported on it. */
  readonly outbound: OutboundQuality | null;
  /** Time in which nothing of ours arrived, as their reports show. */
  readonly unheardMs: number;
  /** For how long that had been so when it ended. */
  readonly unheardAtEndMs: number;
  /** Whether anything of ours arrived since the answer, as their reports say from the first one on; undefined: they do not. */
  readonly isAgentHeard?: boolean | undefined;
  /** Audio came, and there was no sound in any of it. */
  readonly isDigitalSilence: boolean;
}

interface OutboundQuality {
  readonly lossShare: number;
  readonly jitterMs: number;
  readonly mos: number;
}

/** Of the E-model (ITU-T G.107), with everything at its default. */
const BEST_RATING = 93.2;
/** How much loss hurts G.711 with concealment (ITU-T G.113, appendix I). */
const LOSS_ROBUSTNESS = 25.1;
const WORST_IMPAIRMENT = 95;
/** From here on people notice the delay (G.107). */
const NOTICED_DELAY_MS = 177.3;
/** Packets and codec on both sides. */
const OWN_DELAY_MS = 40;
/** Where no report gave a round trip. */
const USUAL_ROUND_TRIP_MS = 60;

const LONG_SILENCE_MS = 10_000;

export function qualityOf(counts: EndpointCounts): CallQuality {
  const { received, lost, late, jitterMs, roundTripMs, quietMs, silentMs } = counts;
  const expected = received + Math.max(0, lost);
  // What came too late was not heard either.
  const missing = Math.max(0, lost) + late;
  const lossShare = expected === 0 ? 0 : Math.min(1, missing / expected);
  const delayOf = (theirJitterMs: number) =>
    (roundTripMs ?? USUAL_ROUND_TRIP_MS) / 2 + 2 * theirJitterMs + OWN_DELAY_MS;
  const { outbound, unheardMs = 0, unheardAtEndMs = 0, isDigitalSilence = false } = counts;
  return {
    lossShare,
    jitterMs,
    roundTripMs,
    mos: received === 0 ? null : mosOf(lossShare, delayOf(jitterMs)),
    quietMs,
    wasQuietAtEnd: silentMs >= LONG_SILENCE_MS,
    heardNothing: received === 0,
    outbound: outbound
      ? {
          lossShare: outbound.lossShare,
          jitterMs: outbound.jitterMs,
          mos: mosOf(outbound.lossShare, delayOf(outbound.jitterMs)),
        }
      : null,
    unheardMs,
    unheardAtEndMs,
    isAgentHeard: counts.isHeard,
    isDigitalSilence,
  };
}

function mosOf(lossShare: number, delayMs: number): number {
  const lossPercent = lossShare * 100;
  const equipment = (WORST_IMPAIRMENT * lossPercent) / (lossPercent + LOSS_ROBUSTNESS);
  const delay = 0.024 * delayMs + 0.11 * Math.max(0, delayMs - NOTICED_DELAY_MS);
  const rating = Math.max(0, Math.min(100, BEST_RATING - equipment - delay));
  return Math.max(1, 1 + 0.035 * rating + 7e-6 * rating * (rating - 60) * (100 - rating));
}
