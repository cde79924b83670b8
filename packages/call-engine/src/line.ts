import type { Note } from './journal.ts';
import type { Party } from './party.ts';
import type { CallPlan } from './plan.ts';

/** The port to a telephone network, simulated or real. */
export interface Line {
  /** Calls without audio: their recording is synthesised from the transcript on request. */
  readonly recordsTranscript?: boolean;
  /** How many times longer than its own time a call on it may take. Absent: its time is that of the clock on the wall. */
  readonly slowness?: number;
  /**
   * Places one call. Yields its steps in order; the last is `answered` or why nobody answered. Aborting the signal
   * cancels a call that was not answered yet.
   */
  dial(order: DialOrder, signal: AbortSignal): AsyncIterable<LineEvent>;
}

export interface DialOrder {
  readonly attemptId: string;
  /** E.164 */
  readonly to: string;
  /** The caller id; null: the line's own. */
  readonly from: string | null;
  /** Counts from 1. */
  readonly attemptNumber: number;
  readonly ringTimeoutMs: number;
  /** For simulated contacts; a real network ignores it. */
  readonly plan: CallPlan;
  /** Receives remarks about the call's audio; absent: they are dropped. */
  readonly note?: Note;
  /** Receives how the audio of an answered call was, once the call has ended. */
  readonly onAudio?: (report: Promise<AudioReport | undefined>) => void;
}

/** How the audio of a call was, as far as its packets show. */
export interface AudioReport {
  /** Of the packets that the contact's side sent, from 0 to 1. */
  readonly lossShare: number;
  readonly jitterMs: number;
  /** Null: not known. */
  readonly roundTripMs: number | null;
  /** Estimated mean opinion score, from 1 (bad) to 4.4; null: nothing was heard. */
  readonly mos: number | null;
  /** How long nothing at all came from the contact's side. */
  readonly quietMs: number;
  /** Nothing had come for ten seconds when the call ended. */
  readonly wasQuietAtEnd: boolean;
  /** Not one packet came: nobody could be heard, whatever they said. */
  readonly heardNothing: boolean;
  /** How the agent's audio arrived at the contact's side, as its reports (RTCP) say; null: there were none about it. */
  readonly outbound: { readonly lossShare: number; readonly jitterMs: number; readonly mos: number } | null;
  /** How long nothing of the agent arrived there, as these reports show. */
  readonly unheardMs: number;
  /** For how long that had been so when the call ended; 0: it was heard. */
  readonly unheardAtEndMs: number;
  /** Whether anything of the agent arrived there since the answer, as these reports say from the first one on; absent: they do not. */
  readonly isAgentHeard?: boolean | undefined;
  /** Whose reports these are: some servers never count what they pass on. */
  readonly reportedBy?: string;
  /** Audio came, and there was no sound in any of it: every sample was the same. */
  readonly isDigitalSilence: boolean;
  /** The network ended the call: nothing came any more, or see `cutOffBy`. */
  readonly isCutOff: boolean;
  /** What the network said when it ended the call, or that its signalling stopped; absent: it did not end it so. */
  readonly cutOffBy?: string;
  /** Nobody took a transfer, and the network had let go of the contact for it: they did not hang up. */
  readonly wasLetGo: boolean;
  /** How it was between us and whom the contact was bridged to; absent: they were not, or it is not known. */
  readonly handoff?: Omit<AudioReport, 'handoff'>;
}

export type LineEvent =
  | { readonly kind: 'placing' }
  | { readonly kind: 'ringing' }
  /** `speaksFirst`: whoever picked up says something before we do, as on a telephone. */
  | { readonly kind: 'answered'; readonly party: Party; readonly speaksFirst?: true }
  | Unanswered;

export type Unanswered =
  /** `code` is the network's own code, for troubleshooting. */
  | {
      readonly kind: 'busy' | 'no_answer' | 'declined' | 'invalid_number';
      readonly code: string;
    }
  | { readonly kind: 'failed'; readonly code: string }
  /** Not placed, because no capacity was free: the same call may be placed after this time. */
  | {
      readonly kind: 'not_placed';
      readonly code: string;
      readonly retryAfterMs: number;
      /** Nothing is wrong with the call: our connection to the network is down. */
      readonly isTrunkDown?: boolean;
      /** It answers, and refuses every call for a reason of its own, such as no credit: waiting is bounded. */
      readonly isTrunkRefusing?: boolean;
    };
