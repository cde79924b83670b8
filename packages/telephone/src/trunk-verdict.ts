import type { Unanswered } from '@parley/call-engine/line.ts';
import type { InvitationEnd } from '@parley/sip/sip-invitation.ts';
import type { Refusal } from '@parley/sip/sip-message.ts';
import type { SipTrunk } from '@parley/sip/sip-trunk.ts';
import type { TrunkTrouble } from '@parley/sip/trunk-breaker.ts';
import type { CallOrder, PlacingEvent } from './call-order.ts';
import { SETUP_MS } from './ring-time.ts';
import {
  aboutOf,
  countsAgainstTrunk,
  isDoubtful,
  outcomeOf,
  PAYMENT_REQUIRED,
  saysNoRoute,
  troubleWords,
} from './sip-outcome.ts';

/** When a trunk is full, calls end all the time. */
export const FULL_REST_MS = 5000;
/** A server that has no room and does not say for how long may mean this number alone, which is not asked for soon. */
const NO_TIME_SAID_MS = 15_000;
/** A server that fails on this number may fail on it for long. */
const FAILED_REST_MS = 60_000;
/** However long a network asks for: credit may come sooner. */
const MOST_REST_MS = 3_600_000;

const NOTHING_RANG = `did not ring within ${SETUP_MS / 1000} s`;

const REQUEST_TIMEOUT = 408;

/** What trying one trunk came to: the call is decided, or the next trunk is tried. */
export type Tried = { readonly kind: 'decided'; readonly event: PlacingEvent } | Next;

export interface Next {
  readonly kind: 'next';
  /** What the trunk did: the end of a sentence that begins with its name. */
  readonly code: string;
  /** The call was offered to nobody, and may be once so much time has passed; null: asking again brings nothing. */
  readonly waitMs: number | null;
  readonly hasRung?: boolean;
  /** The call's own outcome, if no other trunk has a better one. */
  readonly outcome?: Unanswered;
  /** The breaker of the trunk is open, or a limit or switch of our own is in the way: however long, the call waits. */
  readonly isDown?: boolean;
  /** The trunk refuses every call for a reason of its own: the call waits for days, but not for ever. */
  readonly isRefusing?: boolean;
}

/** What failed, where the whole trunk may be the reason. */
export type Faulty = Next & {
  readonly fault?: TrunkTrouble['fault'];
  /** What is wrong with the trunk, where that is more than what it said to this call. */
  readonly words?: string;
};

export const next = (code: string, more: Omit<Faulty, 'kind' | 'code'>): Faulty => ({
  kind: 'next',
  code,
  ...more,
});

export const down = (trunk: SipTrunk, { fault, words }: TrunkTrouble): Next =>
  next(`is down: it ${words}`, {
    // Many calls wait for one trunk: they do not ask every second.
    waitMs: Math.max(NO_TIME_SAID_MS, trunk.breaker.restMs()),
    // A trunk that fails calls may fail on their numbers: they wait for it, but not for ever.
    isDown: fault === 'dead' || fault === 'login',
    isRefusing: trunk.breaker.refusesEveryCall,
  });

export type PlacingEnd =
  | InvitationEnd
  /** There was no port left on our side, or its thread is gone. */
  | { readonly kind: 'no sound'; readonly why: string }
  /** A server that the trunk sent the call to wants a password: our trunk's is not for it, and nothing is wrong with that. */
  | { readonly kind: 'barred'; readonly refusal: Refusal }
  /** The trunk took the call, nothing rang for as long as we wait, and nothing rings now. */
  | { readonly kind: 'unconnected'; readonly code: string };

/** What follows from a call that was not answered at one server. */
export function judge(
  trunk: SipTrunk,
  end: Exclude<PlacingEnd, { kind: 'answered' }>,
  order: CallOrder,
  hasRung: boolean,
): Tried {
  const decided = (event: Unanswered): Tried => ({ kind: 'decided', event });
  switch (end.kind) {
    case 'silent':
      // Not even "100 Trying" came within several retransmissions: nobody is there to call anybody.
      return end.why === 'unreachable'
        ? next('cannot be reached', { waitMs: FULL_REST_MS, fault: 'dead' })
        : next('does not answer', { waitMs: NO_TIME_SAID_MS, fault: 'dead' });
    case 'no sound':
      return next(`was not called: the audio cannot be set up: ${end.why}`, { waitMs: FULL_REST_MS });
    case 'cancelled':
      // Somebody could have answered: the trunk works.
      if (hasRung) trunk.breaker.work();
      return decided({
        kind: 'no_answer',
        code: hasRung
          ? `no answer within ${order.ringTimeoutMs / 1000} s of ringing (${end.code})`
          : `${NOTHING_RANG} (${end.code})`,
      });
    case 'unconnected':
      return unconnected(trunk, `${NOTHING_RANG} (${end.code})`, order.to);
    case 'unusable':
      // Somebody has answered, so nobody else is called; if it happens with every call, it is the trunk.
      trunk.breaker.fail('failing', `said 200, but ${end.why}`);
      return decided({ kind: 'failed', code: end.why });
    case 'barred': {
      const { code } = outcomeOf(end.refusal);
      return next(`sent the call to a server that wants a user and a password (${code})`, { waitMs: null });
    }
    case 'refused':
      return refused(trunk, end, order.to, hasRung);
  }
}

function refused(
  trunk: SipTrunk,
  end: Extract<InvitationEnd, { kind: 'refused' }>,
  to: string,
  hasRung: boolean,
): Tried {
  const { refusal, retryAfterMs } = end;
  const outcome = outcomeOf(refusal);
  const said = `said ${outcome.code}`;
  switch (aboutOf(refusal, hasRung)) {
    case 'contact':
      // After a 183 a network has looked for the number.
      if (!isDoubtful(refusal) || hasRung) {
        trunk.breaker.work();
        return { kind: 'decided', event: outcome };
      }
      // Another trunk may have the route: the number is invalid when all say so. A doubted trunk does not count.
      return next(said, {
        waitMs: trunk.breaker.doubtsNumber(
          to,
          `${said} to one number after the other: check the number format`,
        )
          ? FAILED_REST_MS
          : null,
        outcome,
      });
    case 'login': {
      const words = trunk.settings.credentials
        ? `rejects the configured user and password (${outcome.code})`
        : `wants a user and a password (${outcome.code}), and none is configured`;
      trunk.breaker.fail('login', words);
      return next(words, { waitMs: NO_TIME_SAID_MS, isDown: true });
    }
    case 'route':
      if (refusal.status === REQUEST_TIMEOUT && !hasRung) return unconnected(trunk, said, to, outcome);
      return noRoute(trunk, refusal, outcome, to);
    case 'server': {
      const waitMs = Math.min(retryAfterMs ?? FAILED_REST_MS, MOST_REST_MS);
      if (refusal.status === PAYMENT_REQUIRED)
        return next(troubleWords(refusal, outcome.code), {
          waitMs,
          fault: 'credit',
          isRefusing: true,
        });
      return next(said, { waitMs, fault: 'failing', words: troubleWords(refusal, outcome.code) });
    }
    case 'capacity': {
      // Without a time it may be this server alone: the trunk's next one is asked before the trunk is left alone.
      const words = `has had no room for any call for minutes (${outcome.code})`;
      if (retryAfterMs === null && refusal.status === 503)
        return next(said, { waitMs: NO_TIME_SAID_MS, words });
      trunk.breaker.lackRoom(to, words);
      trunk.breaker.rest(retryAfterMs);
      return next(said, { waitMs: trunk.breaker.restMs(), isRefusing: trunk.breaker.refusesEveryCall });
    }
  }
}

/** Whether it is the number or the trunk shows with the next calls; this one is refused, unless it is known to be the trunk. */
function noRoute(trunk: SipTrunk, refusal: Refusal, outcome: Unanswered, to: string): Next {
  const said = `said ${outcome.code}`;
  if (saysNoRoute(refusal)) {
    const words = `reaches no number: it ${said} to one after the other`;
    const isDoubted = trunk.breaker.doubtsRoute(to, words);
    return next(said, { waitMs: isDoubted ? FAILED_REST_MS : null, outcome, isRefusing: isDoubted });
  }
  if (!countsAgainstTrunk(refusal)) return next(said, { waitMs: null, outcome });
  const isRefusing = trunk.breaker.refusesEveryCall;
  trunk.breaker.fail('failing', troubleWords(refusal, outcome.code), { number: to });
  return next(said, { waitMs: isRefusing ? FAILED_REST_MS : null, outcome, isRefusing });
}

/**
 * It took the call, and no telephone rang: it may be out of reach, or everything behind the trunk is dead. That shows with the
 * next numbers.
 */
function unconnected(
  trunk: SipTrunk,
  words: string,
  to: string,
  outcome: Unanswered = { kind: 'no_answer', code: words },
): Next {
  const isRefusing = trunk.breaker.doubtsUnconnected(to, `takes calls and connects none: it ${words}`);
  return next(words, { waitMs: isRefusing ? FAILED_REST_MS : null, outcome, isRefusing });
}
