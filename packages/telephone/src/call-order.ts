import type { Unanswered } from '@parley/call-engine/line.ts';
import type { Media } from '@parley/sip/media-session.ts';
import type { SipCall } from '@parley/sip/sip-call.ts';
import type { SipTrunk } from '@parley/sip/sip-trunk.ts';
import type { SipUserAgent } from '@parley/sip/sip-user-agent.ts';
import type { TrunkTrouble } from '@parley/sip/trunk-breaker.ts';

export interface PlacingParts {
  readonly agent: SipUserAgent;
  /** Tried in this order, where `routesOf` does not say otherwise. */
  readonly trunks: readonly SipTrunk[];
  /** The trunks for one call, best first, or why there is none. */
  readonly routesOf?: (order: CallOrder) => Promise<readonly TrunkRoute[] | Unanswered>;
  readonly media: Media;
  /** The caller id where a call has none of its own; null: the user of the trunk. */
  readonly from: string | null;
  readonly sessionSeconds: number;
  /** Why a number is not called over these trunks; undefined: it may be. */
  readonly blocked?: (number: string) => string | undefined | Promise<string | undefined>;
  /** Before the network calls a number on our behalf: where a 302 or a transfer leads no line is asked for. */
  readonly onPassedOn?: (number: string) => Promise<void>;
  /** A call waits, because this trunk is down, and so are all others for it. */
  readonly onTrunkAwaited?: (trunk: SipTrunk, trouble: TrunkTrouble) => void;
  /** Whether the network may be asked to transfer a call: how long it goes on then, nobody tells us. */
  readonly mayTransfer?: () => Promise<boolean>;
}

/** One trunk that a call may take. */
export interface TrunkRoute {
  readonly trunk: SipTrunk;
  /** The trunk belongs to somebody else than whose call it is: what that one may know it by. Absent: by its host. */
  readonly knownAs?: string;
  /** Asks for a line within limits that all processes keep together; absent: only limits of the trunk itself count. */
  readonly admit?: (signal: AbortSignal) => Promise<LineAdmission>;
}

export type LineAdmission =
  | { readonly kind: 'admitted'; readonly line: AdmittedLine }
  /** A limit or a switch of our own: the call may be offered after this time; null: nobody knows when. */
  | { readonly kind: 'refused'; readonly words: string; readonly waitMs: number | null };

/** A line of a trunk that one call has, until it says how it ended. */
export interface AdmittedLine {
  /** The caller id on this trunk; null: as the trunk has it. */
  readonly from: string | null;
  /** The call may last so many minutes longer than was ordered. */
  extend?(minutes: number): void;
  end(report: LineReport): void;
}

/** Times count from the INVITE. */
export interface LineReport {
  /** The final SIP response; null: none came. */
  readonly status: number | null;
  /** False: the trunk refused the call before any telephone rang, and it may be offered elsewhere. */
  readonly isOffered: boolean;
  /** The first ringing or progress (180, 183). */
  readonly rangAfterMs: number | null;
  /** The network said that a telephone rings (180); absent: not known. */
  readonly hasRung?: boolean;
  readonly answeredAfterMs: number | null;
  readonly endedAfterMs: number;
}

export interface CallOrder {
  /** E.164 */
  readonly to: string;
  readonly from: string | null;
  readonly ringTimeoutMs: number;
  /** As long as it may last; absent: nobody knows. */
  readonly mostMinutes?: number;
  /** A call that is on the line already is passed on: its caller ID has been counted. */
  readonly isSecondLeg?: boolean;
  /** Receives the Call-ID of each INVITE and its trunk: several, if several servers are asked. */
  readonly onCallId?: (callId: string, trunk: SipTrunk) => void;
}

export type PlacingEvent =
  | { readonly kind: 'placing' }
  | { readonly kind: 'ringing' }
  /** `from`: the caller ID that was shown; null: as the trunk has it. */
  | {
      readonly kind: 'answered';
      readonly call: SipCall;
      readonly from: string | null;
      /** Counts so many minutes more for its line, as long as it is on it. */
      extend(minutes: number): void;
    }
  | Unanswered;
